#include "command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef VV_WITH_LAB
#include "server.h"
#endif

const char *const help_lab =
    "  visviva lab models/book/hoop.vv\n"
    "\n"
    "Usage: visviva lab [OPTION]... [FILE]\n"
    "\n"
    "Serves a page on the loopback address and prints its URL: an editor with diagnostics, the "
    "equations as\n"
    "you type, proofs, studies, the motion with sliders, plots and an animation, and a gallery of "
    "models.\n"
    "FILE is opened in the editor and never written to. Ctrl-C ends the server.\n"
    "\n"
    "  --port N                   port (8137), or the next free one\n";

#ifdef VV_WITH_LAB
int command_lab(const arguments *a) {
    lab_options o = {.port = (int)a->port};
    char *text = a->file ? read_model(a->file, &o.length) : NULL;
    if (a->file && !text) {
        say("visviva: cannot read %s: %s\n", a->file, strerror(errno));
        return vv_status_exit_code(VV_E_IO);
    }
    o.text = text;
    int code = lab_serve(&o);
    free(text);
    return code;
}
#else
int command_lab(const arguments *a) {
    (void)a;
    fputs("visviva: this program was built without the laboratory (libmicrohttpd was missing)\n",
          stderr);
    return vv_status_exit_code(VV_E_BEYOND);
}
#endif
