#include "listing.h"

#include <stdio.h>
#include <string.h>

#include "command.h"

const listing METHODS = {"method", "Methods", "visviva --help", vv_derivation_name,
                         vv_derivation_title};
const listing TOPICS = {"topic", "Topics", "visviva study --help", vv_study_name, vv_study_text};
const listing INTEGRATORS = {"integrator", "Integrators", "visviva run --help", vv_integrator_name,
                             vv_integrator_text};
const listing FORMATS = {"format", "Report formats, selected by --format", NULL, vv_format_name,
                         vv_format_text};
const listing OUTPUTS = {"table format",
                         "Table formats, selected by --output-format or the extension of -o FILE",
                         NULL, vv_output_name, vv_output_text};
const listing STATIONS = {"station", "Stations, by --trace", "visviva --help",
                          vv_trace_station_name, vv_trace_station_text};

void list(const listing *l) {
    printf("\n%s:\n", l->title);
    for (int i = 0; l->name(i); i++) printf("  %-15s %s\n", l->name(i), l->text(i));
}

const char *find(const listing *l, const char *name) {
    for (int i = 0; l->name(i); i++)
        if (!strcmp(l->name(i), name)) return l->name(i);
    return NULL;
}

int choose(const listing *l, const char *name, const char **out) {
    if ((*out = find(l, name))) return 0;
    suggestion s = {.name = strcmp(name, "tex") ? name : "latex"};
    for (int i = 0; l->name(i); i++) suggest(&s, l->name(i), strlen(l->name(i)));
    say("visviva: unknown %s '%s'%s%s known are", l->what, name, suggested(&s), s.best ? "" : ";");
    for (int i = 0; l->name(i); i++) fprintf(stderr, "%s %s", i ? "," : "", l->name(i));
    return usage_hint(l->help);
}

int choose_another(const listing *l, const char *name, int most, const char **chosen, int *n) {
    if (*n == most) return usage_error("%s: at most %d of a kind", name, most);
    int error = choose(l, name, &chosen[*n]);
    *n += !error;
    return error;
}
