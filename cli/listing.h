/* Names listed by the library: methods, topics, integrators, output formats. */
#ifndef VV_CLI_LISTING_H
#define VV_CLI_LISTING_H

typedef struct listing {
    const char *what, *title; /* singular for messages; title in a help text */
    const char *help;         /* command that lists them; NULL: the current one */
    const char *(*name)(int i), *(*text)(int i);
} listing;

extern const listing METHODS, TOPICS, INTEGRATORS, FORMATS, OUTPUTS, STATIONS;
extern const listing KINDS_OF_MODEL; /* that `new` writes (cmd_begin.c) */

/* Prints all names, for a help text. */
void list(const listing *l);
/* The library's own copy of the name, or NULL. */
const char *find(const listing *l, const char *name);
/* Stores the name in *out; an unknown name is a usage error that lists the known ones. */
int choose(const listing *l, const char *name, const char **out);
/* The same, appended to several choices. */
int choose_another(const listing *l, const char *name, int most, const char **chosen, int *n);

#endif
