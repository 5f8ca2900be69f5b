/* Parses the command line. */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "listing.h"

/* ---- values -------------------------------------------------------------------------------- */

static int set_number(const char *name, const char *text, double low, double *out) {
    char *end;
    errno = 0;
    *out = strtod(text, &end);
    if (end == text || *end || isnan(*out))
        return usage_error("%s %s: expected a number", name, text);
    if (errno == ERANGE && fabs(*out) > 1) /* underflow is accepted */
        return usage_error("%s %s: expected a finite number", name, text);
    if (low > 0 && *out <= 0) return usage_error("%s %s: expected a positive number", name, text);
    if (!(*out >= low))
        return usage_error("%s %s: expected a number not less than %g", name, text, low);
    return 0;
}

static int set_count(const char *name, const char *text, long most, long *out) {
    char *end;
    errno = 0;
    *out = strtol(text, &end, 10);
    if (errno || end == text || *end || *out < 1 || *out > most)
        return usage_error("%s %s: expected a whole number from 1 to %ld", name, text, most);
    return 0;
}

/* One expression, on one line. */
static int add_expression(const char *name, const char *text, int most, const char **list, int *n) {
    if (*n == most) return usage_error("%s %s: at most %d of them", name, text, most);
    if (strpbrk(text, "\r\n") || !*text)
        return usage_error("%s %s: expected an expression", name, text);
    list[(*n)++] = text;
    return 0;
}

/* ---- options with their own parser --------------------------------------------------------- */

static int set_until(arguments *a, char *text) {
    int error = set_number("--until", text, -HUGE_VAL, &a->run.until);
    a->run.has_until = true;
    if (error || (a->run.until >= 0 && !isinf(a->run.until))) return error;
    return usage_error("--until %s: a duration is a finite number and not negative", text);
}

static int add_instant(arguments *a, char *text) {
    if (a->run.nat == MOST_INSTANTS)
        return usage_error("--at %s: at most %d of them", text, MOST_INSTANTS);
    int error = refuse_list("--at", text);
    if (error) return error;
    return set_number("--at", text, -HUGE_VAL, &a->at[a->run.nat++]);
}

static int set_form(arguments *a, char *text) {
    if (strcmp(text, "minimal") && strcmp(text, "multipliers"))
        return usage_error("--form %s: expected minimal or multipliers", text);
    a->run.form = text;
    return 0;
}

static int add_column(arguments *a, char *text) {
    return add_expression("--column", text, MOST_COLUMNS, a->column, &a->ncolumns);
}

static int add_sensitivity(arguments *a, char *text) {
    return add_expression("--sensitivity", text, MOST_COLUMNS, a->sensitivity,
                          &a->run.nsensitivities);
}

static int add_claim(arguments *a, char *text) {
    return add_expression("--claim", text, MOST_CLAIMS, a->claim, &a->options.nclaims);
}

static int set_about(arguments *a, char *text) {
    int n = 0;
    a->options.about = true;
    return add_expression("--about", text, 1, &a->about, &n);
}

static int add_method(arguments *a, char *text) {
    return choose_another(&METHODS, text, MOST_METHODS, a->by, &a->options.nby);
}

static int add_setting(arguments *a, char *text) {
    char *equals = strchr(text, '=');
    if (!equals || equals == text) return usage_error("--set %s: expected NAME=VALUE", text);
    int error = strchr(equals + 1, '=') ? refuse_list("--set", text) : 0;
    if (error) return error;
    if (a->nsettings == MOST_SETTINGS)
        return usage_error("--set %s: at most %d of them", text, MOST_SETTINGS);
    *equals = '\0';
    a->setting[a->nsettings++] = (vv_setting){text, equals + 1};
    return 0;
}

static int add_varied(arguments *a, char *text) {
    if (a->nvary == MOST_VARIED)
        return usage_error("--vary %s: at most %d of them", text, MOST_VARIED);
    a->vary[a->nvary++] = text;
    return 0;
}

static int set_members(arguments *a, char *text) {
    return set_count("--members", text, LONG_MAX, &a->members);
}

static int set_threads(arguments *a, char *text) {
    long n = 0;
    int error = set_count("-j", text, 256, &n);
    a->threads = (int)n;
    return error;
}

/* What is wrong with an answer the judgement says. */
static int add_answer(arguments *a, char *text) {
    if (a->nanswers == MOST_CLAIMS) return usage_error("--answer: at most %d of them", MOST_CLAIMS);
    a->answer[a->nanswers++] = text;
    return 0;
}

static int set_hints(arguments *a, char *text) {
    long n = 0;
    int error = set_count("--hints", text, 1000, &n);
    a->hints = (int)n;
    return error;
}

/* --x EXPR starts a plot; every --y EXPR up to the next is a curve in it. */
static int add_curve(arguments *a, const char *option, const char *text) {
    if (a->ncurves == MOST_CURVES)
        return usage_error("%s %s: at most %d curves", option, text, MOST_CURVES);
    if (strpbrk(text, "\r\n") || !*text)
        return usage_error("%s %s: expected an expression", option, text);
    int error = refuse_list(option, text);
    if (error) return error;
    if (!strcmp(option, "--x")) {
        a->abscissa = text;
        return 0;
    }
    bool joins = a->ncurves && !a->abscissa;
    a->curve[a->ncurves++] = (vv_curve){.x = a->abscissa, .y = text, .joins = joins};
    a->abscissa = NULL;
    return 0;
}

static int add_x(arguments *a, char *text) { return add_curve(a, "--x", text); }
static int add_y(arguments *a, char *text) { return add_curve(a, "--y", text); }

/* A:B with A < B. */
static int set_limits(const char *option, char *text, bool *has, double *range) {
    char *colon = strchr(text, ':');
    if (!colon) return usage_error("%s %s: expected A:B", option, text);
    *colon = '\0', *has = true;
    int error = set_number(option, text, -HUGE_VAL, &range[0]);
    if (!error) error = set_number(option, colon + 1, -HUGE_VAL, &range[1]);
    if (error || (isfinite(range[0]) && isfinite(range[1]) && range[0] < range[1])) return error;
    return usage_error("%s %g:%g: expected two finite numbers, the smaller one first", option,
                       range[0], range[1]);
}

static int set_x_limits(arguments *a, char *text) {
    return set_limits("--xlim", text, &a->style.has_x, a->style.x);
}
static int set_y_limits(arguments *a, char *text) {
    return set_limits("--ylim", text, &a->style.has_y, a->style.y);
}

static int set_logarithmic(arguments *a, char *text) {
    a->style.log_x = !strcmp(text, "x") || !strcmp(text, "xy");
    a->style.log_y = !strcmp(text, "y") || !strcmp(text, "xy");
    return a->style.log_x || a->style.log_y ? 0
                                            : usage_error("--log %s: expected x, y or xy", text);
}

/* WxH in millimetres. */
static int set_size(arguments *a, char *text) {
    const double UNIT = VV_PLOT_UNITS_PER_MM, LEAST = VV_PLOT_LEAST_MM, MOST = VV_PLOT_MOST_MM;
    double w = 0, h = 0;
    char *cross = strchr(text, 'x');
    if (!cross) return usage_error("--size %s: expected WIDTHxHEIGHT in millimetres", text);
    *cross = '\0';
    int error = set_number("--size", text, 0, &w);
    if (!error) error = set_number("--size", cross + 1, 0, &h);
    if (error) return error;
    if (!(w >= LEAST && w <= MOST && h >= LEAST && h <= MOST))
        return usage_error("--size %gx%g: expected %g to %g mm", w, h, LEAST, MOST);
    a->style.width = w * UNIT, a->style.height = h * UNIT;
    return 0;
}

static int set_after(arguments *a, char *text) {
    a->style.has_after = true;
    return set_number("--after", text, -HUGE_VAL, &a->style.after);
}

static int set_output(arguments *a, char *text) {
    a->output = text;
    return *text ? 0 : usage_error("-o: expected a file name");
}

static int set_colour(arguments *a, char *text) {
    static const char *const name[] = {"auto", "never", "always"};
    for (int i = 0; i < 3; i++)
        if (!strcmp(text, name[i])) return a->colour = i - 1, 0;
    return usage_error("--color %s: expected auto, always or never", text);
}

static int set_method(arguments *a, char *text) {
    int error = refuse_method(text, a->file);
    return error ? error : choose(&INTEGRATORS, text, &a->run.method);
}

/* Names with commas between them. */
static int add_stations(arguments *a, char *text) {
    for (char *name = text, *rest = text; name; name = rest) {
        const char *station;
        rest = strchr(name, ',');
        if (rest) *rest++ = '\0';
        int error = choose(&STATIONS, name, &station);
        if (error) return error;
        for (int i = 0; vv_trace_station_name(i); i++)
            if (!strcmp(vv_trace_station_name(i), station)) a->trace |= UINT32_C(1) << i;
    }
    return 0;
}

static int set_seed(arguments *a, char *text) {
    char *end;
    errno = 0;
    a->options.seed = strtoull(text, &end, 0);
    return errno || *end || !*text ? usage_error("--seed %s: expected an integer", text) : 0;
}

static int set_memory(arguments *a, char *text) {
    double number;
    int error = set_number("--memory", text, 0.001, &number);
    if (!error) a->limits.bytes = number < 1e9 ? (size_t)(number * 1048576.0) : 0;
    return error;
}

static int set_port(arguments *a, char *text) {
    int error = set_number("--port", text, 1, &a->port);
    if (error) return error;
    return a->port <= 65535 && a->port == floor(a->port)
               ? 0
               : usage_error("--port %s: expected a whole number up to 65535", text);
}

static int set_exponents(arguments *a, char *text) {
    char *end;
    long n = text ? strtol(text, &end, 10) : 1;
    if (text && (end == text || *end || n < 1 || n > 1000))
        return usage_error("--lyapunov %s: expected a number of exponents", text);
    a->run.lyapunov = (int)n;
    return 0;
}

static bool is_count(const arguments *a, const char *next) {
    (void)a;
    return *next && strspn(next, "0123456789") == strlen(next);
}

static int set_witness(arguments *a, char *text) {
    a->run.witness = true;
    a->run.witness_method = NULL;
    return text ? choose(&INTEGRATORS, text, &a->run.witness_method) : 0;
}

/* Before the file, a word that is not a method is the file; after it, an unknown method. */
static bool is_witness(const arguments *a, const char *next) {
    return a->file ? *next && *next != '-' : find(&INTEGRATORS, next) != NULL;
}

/* ---- the table ----------------------------------------------------------------------------- */

/* An option: its spelling and its handler. */
typedef struct known_option {
    const char *name;
    enum { FLAG, TEXT, NUMBER, NAME, OWN } kind;
    size_t place;      /* offset in the arguments; not for OWN */
    double low;        /* NUMBER: the minimum */
    const listing *of; /* NAME: one of these */
    int (*set)(arguments *, char *value);
    /* optional value: is this word one? Otherwise `set` receives NULL. */
    bool (*takes)(const arguments *, const char *next);
    bool attached; /* the value may follow without a space: -j4 */
} known_option;

#define AT(member) .place = offsetof(arguments, member)
/* clang-format off */
static const known_option OPTIONS[] = {
    {"--help", FLAG, AT(help)},
    {"-h", FLAG, AT(help)},
    {"-o", OWN, .set = set_output},
    {"--set", OWN, .set = add_setting},
    {"--memory", OWN, .set = set_memory},
    {"--time", NUMBER, AT(limits.seconds), .low = 1e-9},
    {"--color", OWN, .set = set_colour},
    {"--trace", OWN, .set = add_stations},
    {"--format", NAME, AT(options.format), .of = &FORMATS},
    /* derivations, proofs, studies */
    {"--by", OWN, .set = add_method},
    {"--contact", FLAG, AT(options.contact)},
    {"--steps", FLAG, AT(options.steps)},
    {"--full", FLAG, AT(options.full)},
    {"--fragment", FLAG, AT(fragment)},
    {"--relative-to", TEXT, AT(options.relative_to)},
    {"--exact", FLAG, AT(options.exact)},
    {"--at-values", FLAG, AT(at_values)},
    {"--seed", OWN, .set = set_seed},
    {"--about", OWN, .set = set_about},
    {"--claim", OWN, .set = add_claim},
    {"--certificate", TEXT, AT(certificate)},
    {"--name", TEXT, AT(options.name)},
    /* motions */
    {"--until", OWN, .set = set_until},
    {"--every", NUMBER, AT(run.every), .low = 1e-300},
    {"--at", OWN, .set = add_instant},
    {"--tolerance", NUMBER, AT(run.tolerance), .low = 1e-20},
    {"--audit", NUMBER, AT(run.audit), .low = 1e-300},
    {"--form", OWN, .set = set_form},
    {"--method", OWN, .set = set_method},
    {"--witness", OWN, .set = set_witness, .takes = is_witness},
    {"--column", OWN, .set = add_column},
    {"--sensitivity", OWN, .set = add_sensitivity},
    {"--lyapunov", OWN, .set = set_exponents, .takes = is_count, .attached = true},
    {"--dense", FLAG, AT(run.dense)},
    {"--resume", FLAG, AT(run.resume)},
    {"--checkpoint", NUMBER, AT(run.checkpoint), .low = 1e-9},
    {"--output-format", NAME, AT(run.output_format), .of = &OUTPUTS},
    {"--account", TEXT, AT(account)},
    /* sweeps */
    {"--vary", OWN, .set = add_varied},
    {"--members", OWN, .set = set_members},
    {"-j", OWN, .set = set_threads, .attached = true},
    /* plots, reports, the laboratory */
    {"--x", OWN, .set = add_x},
    {"--y", OWN, .set = add_y},
    {"--sketch", FLAG, AT(sketch)},
    {"--check", FLAG, AT(check)},
    {"--stdio", FLAG, AT(stdio)},
    {"--fps", NUMBER, AT(rate), .low = 1e-6},
    {"--portrait", FLAG, AT(portrait)},
    {"--points", FLAG, AT(style.points)},
    {"--recorded", FLAG, AT(style.recorded)},
    {"--after", OWN, .set = set_after},
    {"--xlim", OWN, .set = set_x_limits},
    {"--ylim", OWN, .set = set_y_limits},
    {"--log", OWN, .set = set_logarithmic},
    {"--size", OWN, .set = set_size},
    {"--beside", TEXT, AT(beside)},
    /* exercises */
    {"--answer", OWN, .set = add_answer},
    {"--hints", OWN, .set = set_hints},
    {"--solution", FLAG, AT(solution)},
    {"--port", OWN, .set = set_port},
};
/* clang-format on */
#undef AT

static int take(arguments *a, const known_option *o, char *value) {
    void *place = (char *)a + o->place;
    switch (o->kind) {
    case FLAG: *(bool *)place = true; return 0;
    case TEXT: *(const char **)place = value; return 0;
    case NUMBER: return set_number(o->name, value, o->low, place);
    case NAME: return choose(o->of, value, place);
    case OWN: return o->set(a, value);
    }
    return 0;
}

/* Does the word match: --name, --name=VALUE, or -j4 if allowed? */
static bool matches_word(const known_option *o, const char *word) {
    size_t n = strlen(o->name);
    if (strncmp(word, o->name, n)) return false;
    return !word[n] || o->attached || (word[n] == '=' && o->kind != FLAG && o->name[1] == '-');
}

/* --c and the other output languages. */
static bool set_target(arguments *a, const char *word) {
    for (int i = 0; vv_export_name(i) && !strncmp(word, "--", 2); i++)
        if (!strcmp(vv_export_name(i), word + 2)) {
            a->options.target = vv_export_name(i);
            return true;
        }
    return false;
}

/* The help of a command lists its options. */
static int unknown_option(const arguments *a, const char *word, const char *next) {
    int error = refuse_option(word, next);
    if (error) return error;
    const command *k = a->command ? find_command(a->command) : NULL;
    const char *help[] = {k ? *k->help : "", k ? common_help(k) : ""};
    suggestion s = {.name = word};
    for (int i = 0; i < 2; i++)
        for (const char *p = strstr(help[i], "--"); p; p = strstr(p + 2, "--"))
            suggest(&s, p, 2 + strspn(p + 2, "abcdefghijklmnopqrstuvwxyz-"));
    return usage_error("unknown option '%s'%s", word, suggested(&s));
}

/* The option at argv[*i], with its value attached or following. */
static int one_option(int argc, char **argv, int *i, arguments *a) {
    const known_option *o = NULL;
    for (size_t k = 0; k < sizeof OPTIONS / sizeof *OPTIONS && !o; k++)
        if (matches_word(&OPTIONS[k], argv[*i])) o = &OPTIONS[k];
    if (!o)
        return set_target(a, argv[*i])
                   ? 0
                   : unknown_option(a, argv[*i], *i + 1 < argc ? argv[*i + 1] : NULL);
    char *with = argv[*i] + strlen(o->name);
    if (*with) return take(a, o, with + (*with == '=' && o->name[1] == '-'));
    if (o->kind == FLAG) return take(a, o, NULL);
    bool more = *i + 1 < argc;
    if (o->takes && !o->takes(a, more ? argv[*i + 1] : "")) return take(a, o, NULL);
    return more ? take(a, o, argv[++*i]) : usage_error("%s needs a value", o->name);
}

/* ---- positional arguments ------------------------------------------------------------------ */

/* A word after the file is a second model, or a topic, for the commands that take them. */
static int add_word(arguments *a, const char *name) {
    const command *k = find_command(a->command);
    if (k && !a->beside && strstr(k->arguments, "OTHER")) return a->beside = name, 0;
    if (!k || !strstr(k->arguments, "[TOPIC]"))
        return usage_error("only one file is accepted: unexpected '%s'", name);
    return choose_another(&TOPICS, name, MOST_TOPICS, a->topic, &a->options.ntopics);
}

/* Length of the option's name: --set in --set=a=1, -j in -j4. */
static size_t name_length(const char *option) {
    return option[1] == '-' ? strcspn(option, "=") : 2;
}

/* Does this text mention the option, not a longer one with the same beginning? */
static bool mentions(const char *text, const char *option, size_t n) {
    for (const char *p = text; *p; p++)
        if (!strncmp(p, option, n) && p[n] != '-' && !isalpha((unsigned char)p[n])) return true;
    return false;
}

static void remember_option(arguments *a, const char *option) {
    size_t n = name_length(option);
    for (int i = 0; i < a->ngiven; i++)
        if (name_length(a->given[i]) == n && !strncmp(a->given[i], option, n)) return;
    if (a->ngiven < MOST_OPTIONS) a->given[a->ngiven++] = option;
}

int refuse_foreign_options(const command *k, const arguments *a) {
    for (int i = 0; i < a->ngiven; i++) {
        size_t n = name_length(a->given[i]);
        if (mentions(*k->help, a->given[i], n) || mentions(common_help(k), a->given[i], n))
            continue;
        return usage_error("%s has no option %.*s", k->name, (int)n, a->given[i]);
    }
    return 0;
}

int parse_arguments(int argc, char **argv, arguments *a) {
    *a = (arguments){.colour = -1};
    bool only_files = false;
    for (int i = 1; i < argc; i++) {
        const char *arg = argv[i];
        if (!only_files && !strcmp(arg, "--"))
            only_files = true;
        else if (!only_files && arg[0] == '-' && arg[1]) {
            int error = one_option(argc, argv, &i, a);
            if (error) return error;
            remember_option(a, arg);
        } else if (!a->command) {
            a->command = arg;
            if (find_command(arg)) usage_of(arg);
        } else if (!a->file)
            a->file = arg;
        else {
            int error = add_word(a, arg);
            if (error) return error;
        }
    }
    a->options.by = a->by;
    a->options.topic = a->topic;
    a->run.at = a->at;
    a->run.sensitivity = a->sensitivity;
    return 0;
}
