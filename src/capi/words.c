/* Version, and the tables of words: what may be named in an option or an argument;
 * options in sentences. */
#include <string.h>

#include "capi/handle.h"
#include "export/export.h"

int vv_version_number(void) { return VISVIVA_VERSION_NUMBER; }

typedef const char *word_at(int i, const char **text);

/* A table given by its names and its texts. */
#define WORDS(function, name, line)                                                                \
    static const char *function(int i, const char **text) {                                        \
        if (text && (name)(i)) *text = (line)(i);                                                  \
        return (name)(i);                                                                          \
    }

WORDS(method, vv_formalism_name, vv_formalism_title)
WORDS(topic, vv_study_name, vv_study_text)
WORDS(integrator, vv_integrator_name, vv_integrator_text)
WORDS(format, vv_format_name, vv_format_text)
WORDS(output, vv_output_name, vv_output_text)
WORDS(exported, vv_export_name, vv_export_title)

static const char *library(int i, const char **text) {
    static const char *const name[] = {"arithmetic", "solvers"};
    if (i < 0 || i > 1) return NULL;
    if (text) *text = i ? vv_solver_library() : vv_libraries();
    return name[i];
}

static const struct table {
    const char *name;
    word_at *at;
} TABLES[] = {{"methods", method},        {"topics", topic},      {"integrators", integrator},
              {"options", vv_option_key}, {"formats", format},    {"outputs", output},
              {"exports", exported},      {"libraries", library}, {"quantities", vv_quantity_name}};

const char *vv_word(const char *table, int i, const char **text) {
    if (text) *text = "";
    for (size_t k = 0; table && k < sizeof TABLES / sizeof *TABLES; k++)
        if (!strcmp(TABLES[k].name, table)) return TABLES[k].at(i, text);
    return NULL;
}

/* ---- options in sentences -------------------------------------------------------------------- */

/* Sentences of the engine name options as the command has them, "--until 20". For callers of the
 * library they name the keys of vv_options: "until = 20". */

/* Options of the command whose key is another word; `takes` a word as its value. Others are the
 * same, with _ for -. */
static const struct {
    const char *option, *key;
    bool takes;
} OTHER_KEYS[] = {
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
    for (size_t i = 0; i < sizeof OTHER_KEYS / sizeof *OTHER_KEYS; i++)
        if (strlen(OTHER_KEYS[i].option) == o.length &&
            !memcmp(OTHER_KEYS[i].option, at, o.length)) {
            o.key = OTHER_KEYS[i].key, o.takes = OTHER_KEYS[i].takes,
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
