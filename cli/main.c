/* The command line: options, subcommands, help. Results on stdout, everything else on stderr. */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"

typedef struct command {
    const char *name, *arguments, *text;
    int (*run)(const arguments *);
    const char *const *help;
} command;

static const command COMMANDS[] = {
#define X(function, name, arguments, text)                                                         \
    {name, arguments, text, command_##function, &help_##function},
#include "commands.def"
#undef X
};
enum { NCOMMANDS = sizeof COMMANDS / sizeof *COMMANDS };

static const char COMMON_HELP[] =
    "  --set NAME=VALUE           another value for a parameter; may be repeated\n"
    "  -o FILE                    write to FILE, whole or not at all\n"
    "  --memory MIB, --time S     budgets; exceeding one ends with exit code 5\n"
    "  --color=auto|always|never  colour of diagnostics; NO_COLOR is respected\n"
    "  FILE may be - for standard input; -- ends the options\n";

static const command *find_command(const char *name) {
    for (int i = 0; i < NCOMMANDS; i++)
        if (!strcmp(COMMANDS[i].name, name)) return &COMMANDS[i];
    return NULL;
}

/* What is common to commands that read a model and answer; the laboratory does neither. */
static const char *common_help(const command *k) {
    return k->run == command_lab ? "" : COMMON_HELP;
}

/* ---- names that the library lists ---------------------------------------------------------- */

typedef struct listing {
    const char *what, *title; /* of one in messages, of all in a help */
    const char *help;         /* where they are listed; NULL: by the command itself */
    const char *(*name)(int i), *(*text)(int i);
} listing;

static const listing METHODS = {"method", "Methods", "visviva --help", vv_formalism_name,
                                vv_formalism_title};
static const listing TOPICS = {"topic", "Topics", "visviva study --help", vv_study_name,
                               vv_study_text};
static const listing INTEGRATORS = {"integrator", "Integrators", "visviva run --help",
                                    vv_integrator_name, vv_integrator_text};
static const listing FORMATS = {"format", "Forms of a report, by --format", NULL, vv_format_name,
                                vv_format_text};
static const listing OUTPUTS = {"form of a table",
                                "Forms of a table, by --output-format or the ending of -o FILE",
                                NULL, vv_output_name, vv_output_text};

static void list(const listing *l) {
    printf("\n%s:\n", l->title);
    for (int i = 0; l->name(i); i++) printf("  %-15s %s\n", l->name(i), l->text(i));
}

/* The name as the library has it, or NULL. */
static const char *find(const listing *l, const char *name) {
    for (int i = 0; l->name(i); i++)
        if (!strcmp(l->name(i), name)) return l->name(i);
    return NULL;
}

/* *out gets the name; a usage error that tells the known ones when there is none. */
static int choose(const listing *l, const char *name, const char **out) {
    if ((*out = find(l, name))) return 0;
    suggestion s = {.name = name};
    for (int i = 0; l->name(i); i++) suggest(&s, l->name(i), strlen(l->name(i)));
    fprintf(stderr, "visviva: unknown %s '%s'%s%s known are", l->what, name, suggested(&s),
            s.best ? "" : ";");
    for (int i = 0; l->name(i); i++) fprintf(stderr, "%s %s", i ? "," : "", l->name(i));
    return usage_hint(l->help);
}

/* ... as one more of several. */
static int choose_another(const listing *l, const char *name, int most, const char **chosen,
                          int *n) {
    if (*n == most) return usage_error("%s: at most %d of a kind", name, most);
    int error = choose(l, name, &chosen[*n]);
    *n += !error;
    return error;
}

/* ---- help ---------------------------------------------------------------------------------- */

static int general_help(void) {
    puts("  visviva derive models/book/hoop.vv\n\n"
         "Usage: visviva COMMAND [OPTION]... FILE\n\n"
         "A mechanism stated as text becomes equations of motion, proven.\n\nCommands:");
    for (int i = 0; i < NCOMMANDS; i++)
        printf("  %-7s %-15s  %s\n", COMMANDS[i].name, COMMANDS[i].arguments, COMMANDS[i].text);
    list(&METHODS);
    list(&TOPICS);
    printf("\nCommon options:\n%s"
           "  --help, --version\n\n'visviva COMMAND --help' tells more. Exit codes: 0 done, 1 "
           "answered no, 2 usage, 3 model errors,\n"
           "4 beyond our methods or undecided, 5 memory or time budget, 6 input or output, 70 "
           "internal, 130 interrupted.\n",
           COMMON_HELP);
    return fflush(stdout) ? vv_status_exit_code(VV_E_IO) : 0;
}

/* ---- options ------------------------------------------------------------------------------- */

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

static int unknown_command(const char *name) {
    suggestion s = {.name = name};
    for (int i = 0; i < NCOMMANDS; i++) suggest(&s, COMMANDS[i].name, strlen(COMMANDS[i].name));
    return usage_error("unknown command '%s'%s", name, suggested(&s));
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
    if (!error && (v = option_value("-o", argc, argv, i, &error)))
        return a->output = v, *v ? 0 : usage_error("-o: expected the name of a file");
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

/* An option that a command does not know would be passed over in silence: its help is the list. */
static int refuse_foreign_options(const command *k, const arguments *a) {
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

static bool is_one(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* A table in place of the model it was made from would be its end. */
static bool is_same_file(const char *a, const char *b) {
    struct stat one, other;
    return a && b && !stat(a, &one) && !stat(b, &other) && S_ISREG(one.st_mode) &&
           is_one(&one, &other);
}

static int folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (int)(slash + 1 - path) : 0;
}

/* Of two files that are still to be written: one name in one folder. */
static bool is_same_place(const char *a, const char *b) {
    char folder[2][PATH_MAX + 2];
    struct stat one, other;
    if (!a || !b || !strcmp(a, "-")) return false;
    if (!stat(a, &one)) return is_same_file(a, b);
    snprintf(folder[0], sizeof *folder, "%.*s.", folder_length(a), a);
    snprintf(folder[1], sizeof *folder, "%.*s.", folder_length(b), b);
    return !strcmp(a + folder_length(a), b + folder_length(b)) && !stat(folder[0], &one) &&
           !stat(folder[1], &other) && is_one(&one, &other);
}

/* The name that a link to no file yet has in store for it, from one link to the next. */
static const char *follow_loose(const char *path, char *room) {
    enum { MOST_LINKS = 40 };
    char next[PATH_MAX], whole[2 * PATH_MAX];
    for (int i = 0; i < MOST_LINKS; i++) {
        ssize_t n = readlink(path, next, sizeof next);
        if (n < 0) return path;
        snprintf(whole, sizeof whole, "%.*s%.*s", *next == '/' ? 0 : folder_length(path), path,
                 (int)n, next);
        if (strlen(whole) >= PATH_MAX) return path;
        path = strcpy(room, whole);
    }
    return path;
}

/* A file is written whole under another name, then takes its place: that of the file a link leads
 * to, not of the link, and never that of /dev/stdout. What is returned lasts as long as `room`. */
static const char *follow_link(const char *path, char *room) {
    struct stat there, own;
    if (!path) return NULL;
    if (stat(path, &there)) return errno == ENOENT ? follow_loose(path, room) : path;
    if (!fstat(STDOUT_FILENO, &own) && is_one(&there, &own)) return "-";
    if (lstat(path, &own) || !S_ISLNK(own.st_mode) || !S_ISREG(there.st_mode)) return path;
    return realpath(path, room) ? room : path;
}

int main(int argc, char **argv) {
    arguments a;
    char output[PATH_MAX], account[PATH_MAX];
    setlocale(LC_ALL, "C");
    if (argc > 1 && !strcmp(argv[1], "--version")) {
        printf("visviva %s\n%s, %s\n", vv_version(), vv_libraries(), vv_solver_library());
        return 0;
    }
    int error = parse_arguments(argc, argv, &a);
    if (error) return error;
    const command *k = a.command ? find_command(a.command) : NULL;
    if (a.command && !strcmp(a.command, "help")) {
        a.help = true;
        k = a.file ? find_command(a.file) : NULL;
    }
    if (a.help && k) {
        printf("%s%s", *k->help, common_help(k));
        if (strstr(*k->help, "--by NAME")) list(&METHODS);
        if (strstr(*k->help, "[TOPIC]")) list(&TOPICS);
        if (strstr(*k->help, "--format NAME")) list(&FORMATS);
        if (strstr(*k->help, "integrator, see below")) list(&INTEGRATORS);
        if (strstr(*k->help, "--output-format NAME")) list(&OUTPUTS);
        return fflush(stdout) ? vv_status_exit_code(VV_E_IO) : 0;
    }
    if (a.help) return general_help();
    if (!a.command)
        return usage_error(
            "a command is needed: check, derive, export, lab, plot, prove, report, run, "
            "study or sweep");
    if (!k) return unknown_command(a.command);
    if ((error = refuse_foreign_options(k, &a))) return error;
    a.output = follow_link(a.output, output);
    a.account = follow_link(a.account, account);
    if (is_same_file(a.file, a.output) || is_same_file(a.file, a.account))
        return usage_error("%s would be overwritten: give another file for what is written",
                           a.file);
    if (is_same_place(a.output, a.account))
        return usage_error("-o and --account name one file, %s", a.account);
    return k->run(&a);
}
