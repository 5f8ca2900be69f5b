#include "web/web.h"

#include <string.h>

const vv_web_entry *vv_web_find(const vv_web_entry *table, const char *name) {
    for (const vv_web_entry *e = table; e->name; e++)
        if (!strcmp(e->name, name)) return e;
    return NULL;
}

const char *vv_web_text(const char *name) {
    const vv_web_entry *e = vv_web_find(vv_web_entries, name);
    return e ? (const char *)e->bytes : NULL;
}
