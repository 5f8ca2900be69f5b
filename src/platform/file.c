#include "platform/file.h"

#include <errno.h>
#include <stdio.h>

bool vv_file_put_in_place(bool written, const char *temporary, const char *path) {
    if (written && !rename(temporary, path)) return true;
    int error = errno;
    remove(temporary);
    errno = error ? error : EIO;
    return false;
}
