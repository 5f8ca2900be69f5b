/* Pages for machine code: written first, then sealed, never writable and executable at once. */
#ifndef VV_PLATFORM_EXECUTABLE_MEMORY_H
#define VV_PLATFORM_EXECUTABLE_MEMORY_H

#include <stddef.h>

/* Bytes of whole pages. */
size_t vv_executable_size(size_t bytes);
/* Writable pages, or NULL; size is one of whole pages. */
void *vv_executable_reserve(size_t size);
/* Executable from now on, no longer writable; pages beyond `used` bytes are given back. The bytes
 * that are kept, or 0 when the system refuses: then all are given back. */
size_t vv_executable_seal(void *pages, size_t size, size_t used);
void vv_executable_free(void *pages, size_t size);

#endif
