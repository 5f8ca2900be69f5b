/* A simulation that is stepped from outside is the run of the command: to the end in one call, with
 * the same digits; in pieces, to rounding. Every model of the gallery with a run of so many
 * seconds. */
#include <glob.h>
#include <math.h>

#include <visviva/visviva.h>

#include "api/command.h"
#include "tap.h"

enum { PIECES = 37, COLUMNS = 256 };

/* N of a line "run N", N a plain number. */
static bool read_duration(const char *text, double *until) {
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, "run ", 4) != 0) continue;
        char *end;
        *until = strtod(line + 4, &end);
        end += strspn(end, " ");
        return *until > 0 && (*end == '\n' || *end == '[' || *end == '#' || !*end);
    }
    return false;
}

static char *read_file(const char *path, size_t *length) {
    static char text[1 << 17];
    FILE *f = fopen(path, "rb");
    *length = f ? fread(text, 1, sizeof text - 1, f) : 0;
    if (f) fclose(f);
    text[*length] = '\0';
    return text;
}

/* The last row of the table, without its number of an event: how many columns; 0: no run. */
static int last_row(const char *path, const char *text, size_t length, double *row) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_command_mechanism *m;
    const char *table = "";
    vv_run_options o = {.every = 1e9};
    int n = 0;
    bool whole = vv_command_load(c, path, text, length, 0, NULL, &m) == VV_OK &&
                 vv_command_run(c, m, &o, &table) == VV_OK && !o.partial;
    const char *line = whole ? table : NULL;
    for (const char *p = line; p && *p; p++)
        if (*p == '\n' && p[1] && p[1] != '#') line = p + 1;
    for (char *end; line && n < COLUMNS; line = *end == ',' ? end + 1 : NULL)
        row[n++] = strtod(line, &end);
    vv_ctx_free(c);
    return n;
}

/* The difference of the rows, of each value relative to it; infinite where the motion fails. */
static double distance(const vv_mechanism *m, double until, int pieces, int n, const double *row) {
    vv_sim *s = NULL;
    double own[COLUMNS], worst = (double)INFINITY;
    vv_reason why = VV_REACHED;
    vv_status status = vv_sim_new(m, NULL, &s);
    for (int k = 1; status == VV_OK && why == VV_REACHED && k <= pieces; k++)
        status = vv_sim_advance(s, until * k / pieces, &why);
    if (status == VV_OK && vv_sim_width(s) <= n) status = vv_sim_row(s, vv_sim_time(s), own);
    if (status == VV_OK) worst = 0;
    for (int i = 0; status == VV_OK && i < vv_sim_width(s); i++) {
        double by = fabs(own[i] - row[i]) / fmax(1, fabs(row[i]));
        if (!(by <= worst)) worst = by;
    }
    vv_sim_free(s);
    return worst;
}

/* Chaotic motions that last longer amplify differences of rounding beyond any bound; seconds. */
static const double LONGEST = 100;

int main(void) {
    glob_t found = {0};
    int same = 0, all = 0;
    glob("models/*.vv", 0, NULL, &found);
    glob("models/friction/*.vv", GLOB_APPEND, NULL, &found);
    glob("models/reference/*.vv", GLOB_APPEND, NULL, &found);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *path = found.gl_pathv[i];
        double until, row[COLUMNS];
        size_t length;
        char *text = read_file(path, &length);
        bool brief = read_duration(text, &until) && until <= LONGEST;
        int n = brief ? last_row(path, text, length, row) : 0;
        vv_mechanism *m = NULL;
        if (!n || vv_mechanism_load(text, length, NULL, &m) != VV_OK) continue;
        double whole = distance(m, until, 1, n, row), parts = distance(m, until, PIECES, n, row);
        ok(whole < 1e-14 && parts < 1e-9, "%s: in one call %.1e, in pieces %.1e", path, whole,
           parts);
        all++, same += whole == 0;
        vv_mechanism_free(m);
    }
    ok(all >= 30 && same >= all - 2, "%d of %d have the same digits", same, all);
    globfree(&found);
    return done_testing();
}
