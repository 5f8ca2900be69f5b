#include "platform/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

bool vv_file_put_in_place(bool written, const char *temporary, const char *path) {
    if (written && !rename(temporary, path)) return true;
    int error = errno;
    remove(temporary);
    errno = error ? error : EIO;
    return false;
}

int vv_file_create_beside(const char *path, char *name) {
    enum { MOST_NAMES = 1000 }; /* left by killed processes that had the same id */
    static atomic_uint number;
    for (int i = 0, fd; i < MOST_NAMES; i++) {
        snprintf(name, strlen(path) + VV_FILE_BESIDE, "%s.%ld-%u.tmp", path, (long)getpid(),
                 atomic_fetch_add(&number, 1));
        fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST) return fd;
    }
    return -1;
}

/* Between opening and locking, another process may have renamed or removed it. */
static bool is_own(int fd, const char *name) {
    struct stat own, there;
    return !fstat(fd, &own) && !lstat(name, &there) && S_ISREG(own.st_mode) && own.st_nlink == 1 &&
           own.st_uid == geteuid() && own.st_dev == there.st_dev && own.st_ino == there.st_ino;
}

/* Locking is not possible in this folder: an empty file has just been created. */
static void remove_empty(int fd, const char *name) {
    struct stat own;
    if (!fstat(fd, &own) && !own.st_size && is_own(fd, name)) remove(name);
}

int vv_file_open_locked(const char *name, bool create) {
    int fd =
        open(name, O_RDWR | (create ? O_CREAT : 0) | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
    int error = errno;
    if (fd < 0) return errno = error == ELOOP || error == EISDIR ? EEXIST : error, -1;
    if (flock(fd, LOCK_EX | LOCK_NB)) {
        error = errno;
        if (error != EWOULDBLOCK) remove_empty(fd, name);
    } else {
        if (is_own(fd, name)) return fd;
        error = EEXIST;
    }
    close(fd);
    return errno = error, -1;
}

bool vv_file_exists(const char *name) {
    struct stat there;
    return !lstat(name, &there);
}

bool vv_file_begins_with(const char *name, const char *bytes, size_t n) {
    char head[64];
    struct stat there;
    int fd = open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return false;
    bool same = n <= sizeof head && !fstat(fd, &there) && S_ISREG(there.st_mode) &&
                read(fd, head, n) == (ssize_t)n && !memcmp(head, bytes, n);
    close(fd);
    return same;
}
