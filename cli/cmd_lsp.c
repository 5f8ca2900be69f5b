#include <signal.h>
#include <unistd.h>

#include "command.h"
#include "language_server.h"

const char *const help_lsp =
    "  visviva lsp\n"
    "\n"
    "Usage: visviva lsp\n"
    "\n"
    "A language server for editors, on standard input and output: diagnostics with quick fixes, "
    "hover,\n"
    "completion, go to definition, rename, formatting. editors/ has the set-up of editors.\n"
    "\n"
    "  --stdio                    accepted, as some clients pass it\n";

int command_lsp(const arguments *a) {
    if (a->file) return usage_error("lsp reads no file: its client sends the text");
    signal(SIGPIPE, SIG_IGN);
    return language_server_run(STDIN_FILENO, STDOUT_FILENO);
}
