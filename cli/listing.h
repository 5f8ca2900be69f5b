/* Names that the library lists: methods, topics, integrators, forms. */
#ifndef VV_CLI_LISTING_H
#define VV_CLI_LISTING_H

typedef struct listing {
    const char *what, *title; /* of one in messages, of all in a help */
    const char *help;         /* where they are listed; NULL: by the command itself */
    const char *(*name)(int i), *(*text)(int i);
} listing;

extern const listing METHODS, TOPICS, INTEGRATORS, FORMATS, OUTPUTS, STATIONS;

/* All of them, for a help. */
void list(const listing *l);
/* The name as the library has it, or NULL. */
const char *find(const listing *l, const char *name);
/* *out gets the name; a usage error that tells the known ones when there is none. */
int choose(const listing *l, const char *name, const char **out);
/* ... as one more of several. */
int choose_another(const listing *l, const char *name, int most, const char **chosen, int *n);

#endif
