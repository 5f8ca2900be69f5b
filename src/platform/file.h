/* Files. */
#ifndef VV_PLATFORM_FILE_H
#define VV_PLATFORM_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* A file written under another name in the same folder takes its place at once: nobody sees half of
 * it. Where it was not written, or cannot take the place, it is removed; false, with errno. */
bool vv_file_put_in_place(bool written, const char *temporary, const char *path);

enum { VV_FILE_BESIDE = 64 }; /* bytes by which a temporary name may be longer */
/* Creates a new file beside `path`, FILE.PID-N.tmp, which nobody else has, and opens it for
 * writing; never one that is there, nor what a link leads to. name: its path (strlen(path) +
 * VV_FILE_BESIDE). -1 with errno. */
int vv_file_create_beside(const char *path, char *name);

/* Opens the regular file of this name, or creates it if `create`, and locks it until it is
 * closed. -1 with errno: EWOULDBLOCK if another process has locked it, EEXIST if there is something
 * else of this name (a link, a file of somebody else, one with a second name). */
int vv_file_open_locked(const char *name, bool create);

/* Is there something of this name, be it a link that leads nowhere? */
bool vv_file_exists(const char *name);
/* Do the first n bytes of the regular file of this name equal these? false for a link. */
bool vv_file_begins_with(const char *name, const char *bytes, size_t n);

#endif
