/* What other programs write on the command line, and what is written here. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "listing.h"

/* ---- commands -------------------------------------------------------------------------------- */

static bool is_model_file(const char *word) {
    return ends_with(word, ".vv") || (strpbrk(word, "/.") && !access(word, F_OK));
}

/* Numbers that plot draws. */
static bool is_table_file(const char *word) {
    for (int i = 0; vv_output_name(i); i++)
        if (ends_with(word, vv_output_ending(i))) return !access(word, F_OK);
    return false;
}

/* Words for what a command does. */
static const char *command_for(const char *word) {
    static const char *const known[][2] = {
        {"simulate", "run"},     {"simulation", "run"},
        {"integrate", "run"},    {"solve", "derive"},
        {"equations", "derive"}, {"animation", "animate"},
        {"show", "animate"},     {"view", "lab"},
        {"gui", "lab"},          {"edit", "lab"},
        {"init", "new"},         {"create", "new"},
        {"linearise", "study"},  {"linearization", "study"},
        {"analyze", "study"},    {"analyse", "study"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(known[i][0], word)) return known[i][1];
    return NULL;
}

int refuse_command(const char *word, const char *file) {
    const char *model = file ? file : "FILE", *method = find(&METHODS, word),
               *topic = find(&TOPICS, word), *known = command_for(word);
    if (is_table_file(word))
        return usage_error("a command comes before the file; write visviva plot %s", word);
    if (is_model_file(word))
        return usage_error("a command comes before the file; write visviva check %s, or derive, "
                           "prove, study, run, report",
                           word);
    if (!strncmp(word, "lineari", strlen("lineari"))) topic = "linearize";
    if (topic)
        return usage_error("'%s' is a topic of study; write visviva study %s %s", word, model,
                           topic);
    if (method)
        return usage_error("'%s' is a method; write visviva derive --by %s %s", word, method,
                           model);
    if (known && !strcmp(known, "animate")) {
        size_t n = strlen(model) - (ends_with(model, ".vv") ? strlen(".vv") : 0);
        return usage_error("unknown command '%s'; write visviva animate %s -o %.*s.html", word,
                           model, (int)n, model);
    }
    if (known) return usage_error("unknown command '%s'; write visviva %s %s", word, known, model);
    suggestion s = {.name = word};
    for (int i = 0; command_name(i); i++) suggest(&s, command_name(i), strlen(command_name(i)));
    return usage_error("unknown command '%s'%s", word, suggested(&s));
}

/* ---- options --------------------------------------------------------------------------------- */

/* -f latex, --latex, --tex */
int refuse_option(const char *word, const char *value) {
    const char *name = word + strspn(word, "-");
    if (!strcmp(name, "tex")) name = "latex";
    if (!strcmp(word, "-f") && value && *value != '-')
        return usage_error("unknown option '-f'; write --format %s",
                           strcmp(value, "tex") ? value : "latex");
    if (find(&FORMATS, name))
        return usage_error("unknown option '%s'; write --format %s", word, name);
    if (find(&METHODS, name)) return usage_error("unknown option '%s'; write --by %s", word, name);
    if (find(&INTEGRATORS, name))
        return usage_error("unknown option '%s'; write --method %s", word, name);
    return 0;
}

int refuse_method(const char *word, const char *file) {
    if (!find(&METHODS, word)) return 0;
    return usage_error("'%s' is a method of derivation, and --method selects an integrator; write "
                       "visviva derive --by %s %s",
                       word, word, file ? file : "FILE");
}

/* The next comma outside brackets; NULL if there is none. */
static const char *comma_in(const char *text) {
    int depth = 0;
    for (; *text; text++) {
        depth += (*text == '(' || *text == '[') - (*text == ')' || *text == ']');
        if (*text == ',' && depth <= 0) return text;
    }
    return NULL;
}

int refuse_list(const char *option, const char *text) {
    enum { SHOWN = 500 };
    char all[SHOWN] = "";
    size_t n = 0;
    if (!comma_in(text)) return 0;
    for (const char *from = text, *comma; from && n < SHOWN; from = comma ? comma + 1 : NULL) {
        comma = comma_in(from);
        from += strspn(from, " ");
        int length = comma ? (int)(comma - from) : (int)strlen(from);
        const char *quote = strpbrk(from, " '*()") ? "\"" : "";
        n += (size_t)snprintf(all + n, SHOWN - n, " %s %s%.*s%s", option, quote, length, from,
                              quote);
    }
    return usage_error("%s %s: one value for each %s; write%s", option, text, option, all);
}
