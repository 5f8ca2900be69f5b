/* Runs a fuzz harness over the files of its corpus, without libFuzzer: argv[1] is the folder. TAP,
 * one case per file; a crash is the failure. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool replay(const char *folder, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "rb");
    if (!f) return false;
    fseek(f, 0, SEEK_END);
    long n = ftell(f);
    rewind(f);
    /* exactly as long as the file, so that reading past the end is seen */
    uint8_t *data = malloc(n > 0 ? (size_t)n : 1);
    bool read = data && n >= 0 && fread(data, 1, (size_t)n, f) == (size_t)n;
    fclose(f);
    if (read) LLVMFuzzerTestOneInput(data, (size_t)n);
    free(data);
    return read;
}

int main(int argc, char **argv) {
    struct dirent **entry;
    int n = argc == 2 ? scandir(argv[1], &entry, NULL, alphasort) : -1;
    if (n < 0) {
        fail("the folder of the corpus is there");
        return done_testing();
    }
    for (int i = 0; i < n; i++) {
        if (entry[i]->d_name[0] != '.')
            ok(replay(argv[1], entry[i]->d_name), "%s", entry[i]->d_name);
        free(entry[i]);
    }
    free(entry);
    return done_testing();
}
