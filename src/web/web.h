/* The files of web/ (style, scripts), which stand in the program itself: a page that is written or
 * served needs nothing else. */
#ifndef VV_WEB_WEB_H
#define VV_WEB_WEB_H

#include <stddef.h>

typedef struct vv_web_entry {
    const char *name; /* "report.css"; NULL behind the last */
    const unsigned char *bytes;
    size_t length;
} vv_web_entry;

/* The table that tools/embed makes. */
extern const vv_web_entry vv_web_entries[];

/* A file of a table of such; NULL: there is none of this name. */
const vv_web_entry *vv_web_find(const vv_web_entry *table, const char *name);

/* The text of a file, NUL-terminated; NULL: there is none of this name. */
const char *vv_web_text(const char *name);

#endif
