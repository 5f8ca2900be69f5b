/* Version, and the tables of words: what may be named in an option or an argument. */
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
