#include "typeset.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command.h"

extern char **environ;

/* Runs pdflatex on page.tex in a folder; returns 0, the reason as an errno, or -1 if it reported
 * errors. */
static int compile(const char *folder) {
    char *const argv[] = {"pdflatex",       "-interaction=nonstopmode",
                          "-halt-on-error", "-no-shell-escape",
                          "page.tex",       NULL};
    posix_spawn_file_actions_t files;
    pid_t child;
    int status = 0;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addchdir_np(&files, folder);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
    int error = posix_spawnp(&child, argv[0], &files, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&files);
    if (error) return error;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return errno;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127) return ENOENT;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -1;
}

static void clear(const char *folder) {
    static const char *const ending[] = {"tex", "pdf", "log", "aux", "toc"};
    char path[256];
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        snprintf(path, sizeof path, "%s/page.%s", folder, ending[i]);
        remove(path);
    }
    rmdir(folder);
}

char *typeset(const char *text, size_t *length) {
    enum { MOST = 200 };
    char folder[MOST], path[MOST + 16], *pdf = NULL;
    const char *temporary = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/visviva-XXXXXX",
             temporary && *temporary ? temporary : P_tmpdir);
    if (!mkdtemp(folder)) {
        fprintf(stderr, "visviva: no temporary directory for pdflatex: %s\n", strerror(errno));
        return NULL;
    }
    snprintf(path, sizeof path, "%s/page.tex", folder);
    int error = write_result(path, text) ? -1 : compile(folder);
    /* the first run collects the contents that the second prints */
    if (!error && strstr(text, "\\tableofcontents")) error = compile(folder);
    if (error == ENOENT)
        fputs("visviva: pdflatex was not found; write FILE.tex and compile it elsewhere\n", stderr);
    else if (error)
        fputs("visviva: pdflatex rejected the document; write FILE.tex to inspect it\n", stderr);
    snprintf(path, sizeof path, "%s/page.pdf", folder);
    if (!error) pdf = read_all(path, length);
    clear(folder);
    return pdf;
}
