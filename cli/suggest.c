/* Suggests the name that was probably meant: a command, an option, or a name listed by the
 * library. */
#include <stdio.h>
#include <string.h>

#include "command.h"

enum { LONGEST = 32 }; /* length of the longest name */

static int least(int a, int b) { return a < b ? a : b; }

/* Edit distance: wrong, missing, extra or transposed letters. */
static int mistakes(const char *a, size_t n, const char *b, size_t m) {
    int d[LONGEST + 1][LONGEST + 1];
    for (size_t i = 0; i <= n; i++)
        for (size_t j = 0; j <= m; j++) {
            d[i][j] = (int)(i ? i : j);
            if (!i || !j) continue;
            d[i][j] = least(d[i - 1][j - 1] + (a[i - 1] != b[j - 1]),
                            1 + least(d[i - 1][j], d[i][j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[n][m];
}

void suggest(suggestion *s, const char *known, size_t m) {
    size_t n = strlen(s->name);
    if (n > LONGEST || m > LONGEST || m == 0) return;
    int d = mistakes(s->name, n, known, m), most = n < 6 ? 1 : 2;
    if (n < m && n > 3 && !strncmp(s->name, known, n)) d = 1; /* a prefix of it */
    if (d > most || (s->best && d >= s->mistakes)) return;
    s->mistakes = d;
    s->best = known;
    s->length = m;
}

const char *suggested(suggestion *s) {
    s->text[0] = '\0';
    if (s->best) snprintf(s->text, sizeof s->text, "; did you mean %.*s?", (int)s->length, s->best);
    return s->text;
}
