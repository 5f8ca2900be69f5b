#include "platform/executable_memory.h"

#include <sys/mman.h>
#include <unistd.h>

size_t vv_executable_size(size_t bytes) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return (bytes + page - 1) / page * page;
}

void *vv_executable_reserve(size_t size) {
    void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return pages == MAP_FAILED ? NULL : pages;
}

size_t vv_executable_seal(void *pages, size_t size, size_t used) {
    size_t kept = vv_executable_size(used);
    if (kept < size) munmap((char *)pages + kept, size - kept);
    if (mprotect(pages, kept, PROT_READ | PROT_EXEC) == 0) {
        /* processors other than x86 do not see fresh instructions by themselves */
        __builtin___clear_cache((char *)pages, (char *)pages + kept);
        return kept;
    }
    munmap(pages, kept);
    return 0;
}

void vv_executable_free(void *pages, size_t size) { munmap(pages, size); }
