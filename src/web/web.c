#include "web/web.h"

#include <string.h>

const char *vv_web_text(const char *name) {
    for (const vv_web_entry *e = vv_web_entries; e->name; e++)
        if (!strcmp(e->name, name)) return (const char *)e->bytes;
    return NULL;
}
