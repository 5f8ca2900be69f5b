/* Files. */
#ifndef VV_PLATFORM_FILE_H
#define VV_PLATFORM_FILE_H

#include <stdbool.h>

/* A file written under another name in the same folder takes its place at once: nobody sees half of
 * it. Where it was not written, or cannot take the place, it is removed; false, with errno. */
bool vv_file_put_in_place(bool written, const char *temporary, const char *path);

#endif
