/* The command line: subcommands and help. Results on stdout, everything else on stderr. */
#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"
#include "endings.h"
#include "listing.h"

static const command COMMANDS[] = {
#define X(function, name, arguments, product, text)                                                \
    {name, arguments, product, text, command_##function, &help_##function},
#include "commands.def"
#undef X
};
enum { NCOMMANDS = sizeof COMMANDS / sizeof *COMMANDS };

static const char COMMON_HELP[] =
    "  --set NAME=VALUE           override a parameter or an initial value; may be repeated\n"
    "  -o FILE                    write to FILE, whole or not at all\n"
    "  --memory MIB, --time S     budgets; exceeding one ends with exit code 5\n"
    "  --color=auto|always|never  colour of diagnostics; NO_COLOR is respected\n"
    "  --trace STATION,...        what these stations received and produced, on stderr\n"
    "  FILE may be - for standard input; -- ends the options\n";

const command *find_command(const char *name) {
    for (int i = 0; i < NCOMMANDS; i++)
        if (!strcmp(COMMANDS[i].name, name)) return &COMMANDS[i];
    return NULL;
}

const char *command_name(int i) { return i < NCOMMANDS ? COMMANDS[i].name : NULL; }

/* These evaluate no model. */
const char *common_help(const command *k) {
    bool apart = k->run == command_lab || k->run == command_begin || k->run == command_format ||
                 k->run == command_lsp;
    return apart ? "" : COMMON_HELP;
}

/* ---- help ---------------------------------------------------------------------------------- */

static int general_help(void) {
    puts("  visviva derive models/book/hoop.vv\n"
         "\n"
         "Usage: visviva COMMAND [OPTION]... FILE\n"
         "\n"
         "Turns a mechanism stated as text into proved equations of motion.\n"
         "\n"
         "Commands:");
    for (int i = 0; i < NCOMMANDS; i++)
        printf("  %-8s %-15s  %s\n", COMMANDS[i].name, COMMANDS[i].arguments, COMMANDS[i].text);
    list(&METHODS);
    list(&TOPICS);
    list(&STATIONS);
    printf("\n"
           "Common options:\n"
           "%s  --help, --version\n"
           "\n"
           "'visviva COMMAND --help' says more. Exit codes: 0 done, 1 answered no, 2 usage, 3 "
           "model errors,\n"
           "4 beyond our methods or undecided, 5 memory or time budget, 6 input or output, 70 "
           "internal, 130 interrupted.\n",
           COMMON_HELP);
    return fflush(stdout) ? vv_status_exit_code(VV_E_IO) : 0;
}

static int no_command(void) {
    fputs("visviva: a command is needed:", stderr);
    for (int i = 0; i < NCOMMANDS; i++)
        fprintf(stderr, "%s %s", i == 0 ? "" : i + 1 < NCOMMANDS ? "," : " or", COMMANDS[i].name);
    return usage_hint(NULL);
}

static bool is_one(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static bool is_same_file(const char *a, const char *b) {
    struct stat one, other;
    return a && b && !stat(a, &one) && !stat(b, &other) && S_ISREG(one.st_mode) &&
           is_one(&one, &other);
}

/* An input as a path; - is the file that standard input comes from. */
static const char *input_path(const char *input) {
    return input && !strcmp(input, "-") ? "/dev/stdin" : input;
}

/* Is this input the output file, or one that is written beside it meanwhile? */
static bool is_overwritten(const char *input, const char *output) {
    static const char *const ENDINGS[] = {"", ".part", ".checkpoint", ".visviva.tmp"};
    char beside[PATH_MAX + 16];
    if (!input || !output || strlen(output) >= PATH_MAX) return false;
    for (size_t i = 0; i < sizeof ENDINGS / sizeof *ENDINGS; i++) {
        snprintf(beside, sizeof beside, "%s%s", output, ENDINGS[i]);
        if (is_same_file(input_path(input), beside)) return true;
    }
    return false;
}

/* Whatever a command reads, it does not write over. */
static int refuse_overwriting(const arguments *a) {
    const char *input[] = {a->file, a->beside};
    const char *output[] = {a->output, a->account, a->certificate};
    for (size_t i = 0; i < sizeof input / sizeof *input; i++)
        for (size_t k = 0; k < sizeof output / sizeof *output; k++)
            if (is_overwritten(input[i], output[k]))
                return usage_error("%s would be overwritten: choose another output file",
                                   strcmp(input[i], "-") ? input[i] : output[k]);
    return 0;
}

static int folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (int)(slash + 1 - path) : 0;
}

/* For two files still to be written: the same name in the same folder. */
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

/* The target name of a dangling link, following link after link. */
static const char *follow_dangling_link(const char *path, char *room) {
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

/* A file is written under another name, then renamed into place: the place to which a link
 * leads, not the link itself, and never /dev/stdout. The result lives as long as `room`. */
static const char *follow_link(const char *path, char *room) {
    struct stat there, own;
    if (!path) return NULL;
    if (stat(path, &there)) return errno == ENOENT ? follow_dangling_link(path, room) : path;
    if (!fstat(STDOUT_FILENO, &own) && is_one(&there, &own)) return "-";
    if (lstat(path, &own) || !S_ISLNK(own.st_mode) || !S_ISREG(there.st_mode)) return path;
    return realpath(path, room) ? room : path;
}

int main(int argc, char **argv) {
    arguments a;
    char output[PATH_MAX], account[PATH_MAX], certificate[PATH_MAX];
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
        if (k->run == command_begin) list(&KINDS_OF_MODEL);
        return fflush(stdout) ? vv_status_exit_code(VV_E_IO) : 0;
    }
    if (a.help) return general_help();
    if (!a.command) return no_command();
    if (!k) return refuse_command(a.command, a.file);
    if ((error = refuse_foreign_options(k, &a))) return error;
    a.output = follow_link(a.output, output);
    a.account = follow_link(a.account, account);
    a.certificate = follow_link(a.certificate, certificate);
    if ((error = refuse_overwriting(&a))) return error;
    if ((error = refuse_foreign_ending(k, &a))) return error;
    if (is_same_place(a.output, a.account))
        return usage_error("-o and --account name the same file, %s", a.account);
    if (is_same_place(a.output, a.certificate))
        return usage_error("-o and --certificate name the same file, %s", a.certificate);
    return k->run(&a);
}
