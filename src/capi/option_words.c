/* Sentences of the engine name options as the command has them, "--until 20". For callers of the
 * library they name the keys of vv_options: "until = 20". */
#include <string.h>

#include "base/buffer.h"
#include "capi/handle.h"

/* Options of the command whose key is another word; `takes` a word as its value. Others are the
 * same, with _ for -. */
static const struct {
    const char *option, *key;
    bool takes;
} WORDS[] = {
    {"method", "integrator", true},
    {"sensitivity", "sensitivities", true},
    {"form", "form", true},
    {"by", "by", true},
    {"relative-to", "relative_to", true},
    {"column", "columns", false},
    {"y", "curves", false},
    {"fps", "frame_rate", false},
    {"recorded", "section", false},
    {"time", "seconds", false},
    {"set", "the value", false}, /* vv_mechanism_with */
};

enum { LONGEST = 24 };

typedef struct option {
    const char *key; /* NULL: of the command only */
    bool takes, is_value;
    size_t length; /* of its name */
    char own[LONGEST];
} option;

static option find(const char *at) {
    option o = {.length = strspn(at, "abcdefghijklmnopqrstuvwxyz-")};
    while (o.length && at[o.length - 1] == '-') o.length--;
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (strlen(WORDS[i].option) == o.length && !memcmp(WORDS[i].option, at, o.length)) {
            o.key = WORDS[i].key, o.takes = WORDS[i].takes,
            o.is_value = !strcmp(o.key, "the value");
            return o;
        }
    if (!o.length || o.length >= LONGEST) return o;
    for (size_t i = 0; i < o.length; i++) o.own[i] = at[i] == '-' ? '_' : at[i];
    const char *key;
    for (int i = 0; (key = vv_option_key(i, NULL)); i++)
        if (!strcmp(key, o.own)) o.key = key;
    return o;
}

/* Does its value follow, or does the sentence go on? */
static bool has_value(const option *o, const char *after) {
    if (after[0] != ' ' || strchr(" -,.;:)", after[1])) return false;
    const char *end = after + 1 + strcspn(after + 1, " ,;)");
    bool word = after[1] >= 'a' && after[1] <= 'z';
    return o->takes || !word || memchr(after + 1, '=', (size_t)(end - after - 1));
}

const char *vv_option_words(vv_ctx *c, const char *text) {
    vv_buffer out = VV_BUFFER(c);
    const char *at = text, *found;
    if (!text || !strstr(text, "--")) return text;
    for (; (found = strstr(at, "--")); at = found) {
        option o = find(found + 2);
        bool begins = found == text || strchr(" (\"'{", found[-1]);
        vv_buffer_add_n(&out, at, (size_t)(found - at));
        found += 2 + o.length;
        if (!begins || !o.key) {
            vv_buffer_add_n(&out, found - 2 - o.length, 2 + o.length);
            continue;
        }
        vv_buffer_add(&out, o.key);
        if (!o.is_value && has_value(&o, found)) vv_buffer_add(&out, " =");
    }
    vv_buffer_add(&out, at);
    const char *made = vv_strdup(c, vv_buffer_text(&out));
    vv_buffer_free(&out);
    return made ? made : text;
}
