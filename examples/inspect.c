/* What is this mechanism? Reads a model, tells of what it consists and how its centres of mass
 * move.
 *
 *     cc inspect.c $(pkg-config --cflags --libs visviva) -o inspect && ./inspect hoop.vv */
#include <stdio.h>
#include <stdlib.h>
#include <visviva/visviva.h>

static int fail(void) {
    char *text = NULL;
    if (vv_diags_write(vv_error(), "text", &text) == VV_OK) fputs(text, stderr);
    vv_release(text);
    return 1;
}

static char *read_file(const char *path, size_t *length) {
    enum { MOST = 1 << 20 };
    FILE *f = fopen(path, "rb");
    char *text = f ? malloc(MOST) : NULL;
    if (text) *length = fread(text, 1, MOST, f);
    if (f) fclose(f);
    return text;
}

static void list(const vv_mechanism *m, vv_kind k, const char *title) {
    for (int i = 0; i < vv_mechanism_count(m, k); i++) {
        double value;
        printf("%s %s", title, vv_mechanism_name(m, k, i));
        if (k == VV_KIND_PARAMETER && vv_mechanism_value(m, k, i, &value) == VV_OK)
            printf(" = %g", value);
        printf(" [%s] %s\n", vv_mechanism_unit(m, k, i), vv_mechanism_class(m, k, i));
    }
}

int main(int argc, char **argv) {
    vv_mechanism *m = NULL;
    size_t length = 0;
    char *text = argc > 1 ? read_file(argv[1], &length) : NULL;
    vv_options *o = vv_options_new();
    if (!text || !o) return fputs("inspect FILE.vv\n", stderr), 2;
    if (vv_options_text(o, "file", argv[1]) != VV_OK ||
        vv_mechanism_load(text, length, o, &m) != VV_OK)
        return fail();
    printf("%d degrees of freedom\n", vv_mechanism_freedom(m));
    list(m, VV_KIND_PARAMETER, "parameter");
    list(m, VV_KIND_COORDINATE, "coordinate");
    list(m, VV_KIND_SPEED, "speed");
    for (int i = 0; i < vv_mechanism_count(m, VV_KIND_BODY); i++) {
        char *v = NULL;
        if (vv_mechanism_property(m, VV_KIND_BODY, i, "velocity", VV_SYNTAX_TEXT, &v) != VV_OK)
            return fail();
        printf("%s moves with %s\n", vv_mechanism_name(m, VV_KIND_BODY, i), v);
        vv_release(v);
    }
    vv_mechanism_free(m), vv_options_free(o), free(text);
    return 0;
}
