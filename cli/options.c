/* What the words of the command line ask for. */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "listing.h"

/* --name VALUE or --name=VALUE; NULL when this is another option. */
static const char *option_value(const char *name, int argc, char **argv, int *i, int *error) {
    size_t n = strlen(name);
    const char *arg = argv[*i];
    if (strncmp(arg, name, n)) return NULL;
    if (arg[n] == '=' && name[1] == '-') return arg + n + 1;
    if (arg[n]) return NULL;
    if (*i + 1 >= argc) {
        *error = usage_error("%s needs a value", name);
        return NULL;
    }
    return argv[++*i];
}

static int add_setting(arguments *a, char *text) {
    char *equals = strchr(text, '=');
    if (!equals || equals == text) return usage_error("--set %s: expected NAME=VALUE", text);
    if (a->nsettings == MOST_SETTINGS)
        return usage_error("--set %s: at most %d of them", text, MOST_SETTINGS);
    *equals = '\0';
    a->setting[a->nsettings++] = (vv_setting){text, equals + 1};
    return 0;
}

/* The help of a command is the list of its options. */
static int unknown_option(const arguments *a, const char *option) {
    const command *k = a->command ? find_command(a->command) : NULL;
    const char *help[] = {k ? *k->help : "", k ? common_help(k) : ""};
    suggestion s = {.name = option};
    for (int i = 0; i < 2; i++)
        for (const char *p = strstr(help[i], "--"); p; p = strstr(p + 2, "--"))
            suggest(&s, p, 2 + strspn(p + 2, "abcdefghijklmnopqrstuvwxyz-"));
    return usage_error("unknown option '%s'%s", option, suggested(&s));
}

/* Words behind the file are topics, for the commands that take them. */
static int add_topic(arguments *a, const char *name) {
    const command *k = find_command(a->command);
    if (!k || !strstr(k->arguments, "[TOPIC]"))
        return usage_error("one file at a time: '%s' is one too many", name);
    return choose_another(&TOPICS, name, MOST_TOPICS, a->topic, &a->options.ntopics);
}

/* --c and the other forms of a program. */
static bool set_target(arguments *a, const char *option) {
    for (int i = 0; vv_export_name(i) && !strncmp(option, "--", 2); i++)
        if (!strcmp(vv_export_name(i), option + 2)) {
            a->options.target = vv_export_name(i);
            return true;
        }
    return false;
}

static int set_number(const char *name, const char *text, double low, double *out) {
    char *end;
    errno = 0;
    *out = strtod(text, &end);
    if (end == text || *end || isnan(*out))
        return usage_error("%s %s: expected a number", name, text);
    if (errno == ERANGE && fabs(*out) > 1) /* what is nearly 0 is a number too */
        return usage_error("%s %s: expected a number that is not beyond all", name, text);
    if (low > 0 && *out <= 0) return usage_error("%s %s: expected a positive number", name, text);
    if (!(*out >= low))
        return usage_error("%s %s: expected a number that is not less than %g", name, text, low);
    return 0;
}

static int add_instant(arguments *a, const char *text) {
    if (a->run.nat == MOST_INSTANTS)
        return usage_error("--at %s: at most %d of them", text, MOST_INSTANTS);
    return set_number("--at", text, -HUGE_VAL, &a->at[a->run.nat++]);
}

/* One expression, for a statement of the model: a line of its own would be another statement. */
static int add_expression(const char *option, const char *text, int most, const char **list,
                          int *n) {
    if (*n == most) return usage_error("%s %s: at most %d of them", option, text, most);
    if (strpbrk(text, "\r\n") || !*text)
        return usage_error("%s %s: expected an expression", option, text);
    list[(*n)++] = text;
    return 0;
}

static int set_about(arguments *a, const char *text) {
    int n = 0;
    a->options.about = true;
    return add_expression("--about", text, 1, &a->about, &n);
}

static int set_form(arguments *a, const char *text) {
    if (strcmp(text, "minimal") && strcmp(text, "multipliers"))
        return usage_error("--form %s: expected minimal or multipliers", text);
    a->run.form = text;
    return 0;
}

/* What becomes of a run's table. */
static int output_option(int argc, char **argv, int *i, arguments *a, bool *found) {
    const char *v;
    int error = 0;
    *found = true;
    if (!strcmp(argv[*i], "--dense")) return a->run.dense = true, 0;
    if (!strcmp(argv[*i], "--resume")) return a->run.resume = true, 0;
    if ((v = option_value("--output-format", argc, argv, i, &error)))
        return choose(&OUTPUTS, v, &a->run.output_format);
    if (!error && (v = option_value("--checkpoint", argc, argv, i, &error)))
        return set_number("--checkpoint", v, 1e-9, &a->run.checkpoint);
    if (!error && (v = option_value("--account", argc, argv, i, &error))) return a->account = v, 0;
    *found = error != 0;
    return error;
}

/* --lyapunov, --lyapunov K or --lyapunov=K: an integer behind it is taken for K. */
static int set_exponents(int argc, char **argv, int *i, arguments *a) {
    const char *arg = argv[*i] + strlen("--lyapunov");
    bool apart = !*arg && *i + 1 < argc && argv[*i + 1][0] &&
                 strspn(argv[*i + 1], "0123456789") == strlen(argv[*i + 1]);
    const char *text = apart ? argv[++*i] : *arg == '=' ? arg + 1 : *arg ? arg : "1";
    char *end;
    long n = strtol(text, &end, 10);
    if (end == text || *end || n < 1 || n > 1000)
        return usage_error("--lyapunov %s: expected a number of exponents", text);
    a->run.lyapunov = (int)n;
    return 0;
}

/* --witness, --witness=METHOD, --witness METHOD */
static int set_witness(int argc, char **argv, int *i, arguments *a) {
    const char *arg = argv[*i] + strlen("--witness"), *next = *i + 1 < argc ? argv[*i + 1] : "";
    a->run.witness = true;
    if (*arg) return choose(&INTEGRATORS, arg + 1, &a->run.witness_method);
    if (a->file && *next && *next != '-')
        return choose(&INTEGRATORS, argv[++*i], &a->run.witness_method);
    if ((a->run.witness_method = find(&INTEGRATORS, next))) ++*i; /* else it is the file */
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

/* Options of sweep. */
static int sweep_option(int argc, char **argv, int *i, arguments *a, bool *found) {
    const char *v;
    int error = 0;
    long n = 0;
    *found = true;
    if ((v = option_value("--vary", argc, argv, i, &error))) {
        if (a->nvary == MOST_VARIED)
            return usage_error("--vary %s: at most %d of them", v, MOST_VARIED);
        return a->vary[a->nvary++] = v, 0;
    }
    if (!error && (v = option_value("--members", argc, argv, i, &error)))
        return set_count("--members", v, LONG_MAX, &a->members);
    if (!error && (v = option_value("-j", argc, argv, i, &error))) {
        error = set_count("-j", v, 256, &n);
        return a->threads = (int)n, error;
    }
    if (!error && !strncmp(argv[*i], "-j", 2)) {
        error = set_count("-j", argv[*i] + 2, 256, &n);
        return a->threads = (int)n, error;
    }
    *found = error != 0;
    return error;
}

/* --x EXPR begins a plot; every --y EXPR until the next is a curve of it. */
static int add_curve(arguments *a, const char *text, bool abscissa) {
    const char *option = abscissa ? "--x" : "--y";
    if (a->ncurves == MOST_CURVES)
        return usage_error("%s %s: at most %d curves", option, text, MOST_CURVES);
    if (strpbrk(text, "\r\n") || !*text)
        return usage_error("%s %s: expected an expression", option, text);
    if (abscissa) {
        a->abscissa = text;
        return 0;
    }
    bool joins = a->ncurves && !a->abscissa;
    a->curve[a->ncurves++] = (vv_curve){.x = a->abscissa, .y = text, .joins = joins};
    a->abscissa = NULL;
    return 0;
}

/* Options of run; *found is false for another one. */
static int run_option(int argc, char **argv, int *i, arguments *a, bool *found) {
    const char *v;
    int error = 0;
    *found = true;
    if ((v = option_value("--until", argc, argv, i, &error)))
        return a->run.has_until = true, set_number("--until", v, -HUGE_VAL, &a->run.until);
    if (!error && (v = option_value("--every", argc, argv, i, &error)))
        return set_number("--every", v, 1e-300, &a->run.every);
    if (!error && (v = option_value("--at", argc, argv, i, &error))) return add_instant(a, v);
    if (!error && (v = option_value("--tolerance", argc, argv, i, &error)))
        return set_number("--tolerance", v, 1e-20, &a->run.tolerance);
    if (!error && (v = option_value("--audit", argc, argv, i, &error)))
        return set_number("--audit", v, 1e-300, &a->run.audit);
    if (!error && (v = option_value("--form", argc, argv, i, &error))) return set_form(a, v);
    if (!error && !strncmp(argv[*i], "--witness", 9) && (!argv[*i][9] || argv[*i][9] == '='))
        return set_witness(argc, argv, i, a);
    if (!error && (v = option_value("--method", argc, argv, i, &error)))
        return choose(&INTEGRATORS, v, &a->run.method);
    if (!error && (v = option_value("--column", argc, argv, i, &error)))
        return add_expression("--column", v, MOST_COLUMNS, a->column, &a->ncolumns);
    if (!error && (v = option_value("--sensitivity", argc, argv, i, &error)))
        return add_expression("--sensitivity", v, MOST_COLUMNS, a->sensitivity,
                              &a->run.nsensitivities);
    if (!error && !strncmp(argv[*i], "--lyapunov", 10)) return set_exponents(argc, argv, i, a);
    *found = error != 0;
    return error;
}

static int one_option(int argc, char **argv, int *i, arguments *a) {
    const char *arg = argv[*i], *v;
    int error = 0;
    double number;
    bool found;
    if (!strcmp(arg, "--help") || !strcmp(arg, "-h")) return a->help = true, 0;
    if (!strcmp(arg, "--contact")) return a->options.contact = true, 0;
    if (!strcmp(arg, "--steps")) return a->options.steps = true, 0;
    if (!strcmp(arg, "--exact")) return a->options.exact = true, 0;
    if (!strcmp(arg, "--sketch")) return a->sketch = true, 0;
    if (set_target(a, arg)) return 0;
    if ((v = option_value("--x", argc, argv, i, &error))) return add_curve(a, v, true);
    if (!error && (v = option_value("--y", argc, argv, i, &error))) return add_curve(a, v, false);
    if (error) return error;
    error = run_option(argc, argv, i, a, &found);
    if (!found) error = output_option(argc, argv, i, a, &found);
    if (!found) error = sweep_option(argc, argv, i, a, &found);
    if (found) return error;
    if (!error && (v = option_value("--beside", argc, argv, i, &error))) return a->beside = v, 0;
    if (!error && (v = option_value("--name", argc, argv, i, &error)))
        return a->options.name = v, 0;
    if (!error && (v = option_value("--by", argc, argv, i, &error)))
        return choose_another(&METHODS, v, MOST_METHODS, a->by, &a->options.nby);
    if (!error && (v = option_value("--about", argc, argv, i, &error))) return set_about(a, v);
    if (!error && (v = option_value("--claim", argc, argv, i, &error)))
        return add_expression("--claim", v, MOST_CLAIMS, a->claim, &a->options.nclaims);
    if (!error && (v = option_value("--relative-to", argc, argv, i, &error)))
        return a->options.relative_to = v, 0;
    if (!error && (v = option_value("--format", argc, argv, i, &error)))
        return choose(&FORMATS, v, &a->options.format);
    if (!error && (v = option_value("--set", argc, argv, i, &error)))
        return add_setting(a, strstr(argv[*i], v) ? argv[*i] + (v - argv[*i]) : argv[*i]);
    if (!error && (v = option_value("-o", argc, argv, i, &error))) return a->output = v, 0;
    if (!error && (v = option_value("--color", argc, argv, i, &error))) {
        a->colour = !strcmp(v, "auto")     ? -1
                    : !strcmp(v, "always") ? 1
                    : !strcmp(v, "never")  ? 0
                                           : 2;
        return a->colour == 2 ? usage_error("--color %s: expected auto, always or never", v) : 0;
    }
    if (!error && (v = option_value("--seed", argc, argv, i, &error))) {
        char *end;
        errno = 0;
        a->options.seed = strtoull(v, &end, 0);
        return errno || *end || !*v ? usage_error("--seed %s: expected an integer", v) : 0;
    }
    if (!error && (v = option_value("--memory", argc, argv, i, &error))) {
        if ((error = set_number("--memory", v, 0.001, &number))) return error;
        a->limits.bytes = number < 1e9 ? (size_t)(number * 1048576.0) : 0;
        return 0;
    }
    if (!error && (v = option_value("--port", argc, argv, i, &error))) {
        if ((error = set_number("--port", v, 1, &a->port))) return error;
        return a->port <= 65535 && a->port == floor(a->port)
                   ? 0
                   : usage_error("--port %s: expected a whole number up to 65535", v);
    }
    if (!error && (v = option_value("--time", argc, argv, i, &error)))
        return set_number("--time", v, 1e-9, &a->limits.seconds);
    return error ? error : unknown_option(a, arg);
}

/* Length of the option's name: --set of --set=a=1, -j of -j4. */
static size_t name_length(const char *option) {
    return option[1] == '-' ? strcspn(option, "=") : 2;
}

/* Does this text speak of the option, not of a longer one that begins like it? */
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
            int error = add_topic(a, arg);
            if (error) return error;
        }
    }
    a->options.by = a->by;
    a->options.topic = a->topic;
    a->run.at = a->at;
    a->run.sensitivity = a->sensitivity;
    return 0;
}
