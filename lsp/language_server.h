/* The language server: messages of the Language Server Protocol on standard input and output. */
#ifndef LSP_LANGUAGE_SERVER_H
#define LSP_LANGUAGE_SERVER_H

/* Serves until the client says exit or goes away; the exit code of the command: 0 after `shutdown`.
 */
int language_server_run(int input, int output);

#endif
