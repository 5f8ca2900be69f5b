/* Moving drawings as GIF [GIF89a]: each frame holds the rectangle that has changed, compressed by
 * LZW. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "drawing/drawing.h"

enum { COLOURS = 256, CODES = 4096, CLEAR = COLOURS, END, FIRST, BITS = 9, CELL = 5 };

struct vv_gif {
    vv_ctx *c;
    vv_buffer *out;
    int width, height, delay; /* in hundredths of a second */
    bool begun;
    uint8_t palette[COLOURS][3];
    int16_t nearest[1 << 3 * CELL]; /* of a colour of five bits each; -1: not yet sought */
    uint8_t *rgb, *now, *before;
    uint16_t (*next)[COLOURS]; /* code that follows a code and a pixel; 0: none */
    uint32_t bits;
    int nbits, nblock;
    uint8_t block[255];
};

static void put_short(vv_buffer *out, int x) {
    vv_buffer_char(out, (char)(x & 255));
    vv_buffer_char(out, (char)(x >> 8 & 255));
}

/* ---- colours --------------------------------------------------------------------------------- */

/* The inks and their blends with the paper, which is what edges and faint strokes are made of. */
static void make_palette(vv_gif *g) {
    enum { FIRST_INK = VV_INK_TEXT, INKS = VV_INK_SERIES + VV_INK_COLOURS - FIRST_INK };
    const int steps = COLOURS / INKS;
    for (int i = 0; i < COLOURS; i++) {
        unsigned ink = vv_ink_colour((vv_ink)(FIRST_INK + i % INKS)), white = 255;
        int step = i / INKS + 1; /* the last ones repeat the full ink */
        for (int a = 0; a < 3; a++) {
            unsigned x = ink >> (16 - 8 * a) & 255;
            double full = fmin(1, (double)step / steps);
            g->palette[i][a] = (uint8_t)lround(white + full * ((double)x - white));
        }
    }
    memset(g->palette[COLOURS - 1], 255, 3);
    memset(g->nearest, -1, sizeof g->nearest);
}

static int nearest(vv_gif *g, const uint8_t rgb[3]) {
    int cell = 0, best = 0;
    long least = 1L << 30;
    for (int a = 0; a < 3; a++) cell = cell << CELL | rgb[a] >> (8 - CELL);
    if (g->nearest[cell] >= 0) return g->nearest[cell];
    for (int i = 0; i < COLOURS; i++) {
        long d = 0;
        for (int a = 0; a < 3; a++)
            d += (long)(g->palette[i][a] - rgb[a]) * (g->palette[i][a] - rgb[a]);
        if (d < least) least = d, best = i;
    }
    g->nearest[cell] = (int16_t)best;
    return best;
}

/* ---- LZW ------------------------------------------------------------------------------------- */

static void flush_block(vv_gif *g) {
    if (!g->nblock) return;
    vv_buffer_char(g->out, (char)g->nblock);
    vv_buffer_add_n(g->out, (const char *)g->block, (size_t)g->nblock);
    g->nblock = 0;
}

static void put_code(vv_gif *g, int code, int width) {
    g->bits |= (uint32_t)code << g->nbits;
    g->nbits += width;
    for (; g->nbits >= 8; g->nbits -= 8, g->bits >>= 8) {
        g->block[g->nblock++] = (uint8_t)(g->bits & 255);
        if (g->nblock == 255) flush_block(g);
    }
}

/* The pixels of a rectangle, row by row. */
static void compress(vv_gif *g, int x0, int y0, int w, int h) {
    int width = BITS, known = FIRST, code = -1;
    vv_buffer_char(g->out, 8);
    g->bits = 0, g->nbits = g->nblock = 0;
    memset(g->next, 0, CODES * sizeof *g->next);
    put_code(g, CLEAR, width);
    for (int i = 0; i < w * h; i++) {
        int pixel = g->now[(y0 + i / w) * g->width + x0 + i % w];
        if (code < 0) {
            code = pixel;
            continue;
        }
        if (g->next[code][pixel]) {
            code = g->next[code][pixel];
            continue;
        }
        put_code(g, code, width);
        if (known < CODES) {
            if (known == 1 << width) width++;
            g->next[code][pixel] = (uint16_t)known++;
        } else { /* the table is full */
            put_code(g, CLEAR, width);
            memset(g->next, 0, CODES * sizeof *g->next);
            width = BITS, known = FIRST;
        }
        code = pixel;
    }
    if (code >= 0) put_code(g, code, width);
    if (known == 1 << width && width < 12)
        width++; /* as a reader counts, which has entered one more */
    put_code(g, END, width);
    put_code(g, 0, 7);
    flush_block(g);
    vv_buffer_char(g->out, 0);
}

/* ---- frames ---------------------------------------------------------------------------------- */

vv_gif *vv_gif_begin(vv_ctx *c, double rate, vv_buffer *out) {
    vv_gif *g = VV_NEW(c, vv_gif);
    if (!g) return NULL;
    *g = (vv_gif){.c = c, .out = out, .delay = (int)fmax(2, round(100 / rate))};
    make_palette(g);
    return g;
}

static bool begin(vv_gif *g, int w, int h) {
    g->width = w, g->height = h, g->begun = true;
    g->rgb = VV_ARRAY(g->c, uint8_t, 3 * w * h);
    g->now = VV_ARRAY(g->c, uint8_t, w * h);
    g->before = VV_ARRAY(g->c, uint8_t, w * h);
    g->next = vv_alloc(g->c, CODES * sizeof *g->next);
    if (!g->rgb || !g->now || !g->before || !g->next) return false;
    vv_buffer_add(g->out, "GIF89a");
    put_short(g->out, w);
    put_short(g->out, h);
    vv_buffer_add_n(g->out, "\xF7\0\0", 3); /* a table of 256 colours */
    vv_buffer_add_n(g->out, (const char *)g->palette, sizeof g->palette);
    vv_buffer_add_n(g->out, "!\xFF\x0BNETSCAPE2.0\x03\x01\0\0", 18); /* again and again */
    vv_buffer_char(g->out, 0);
    return true;
}

/* The rectangle in which two frames differ: one pixel if nowhere. */
static void changed(const vv_gif *g, bool all, int r[4]) {
    r[0] = g->width, r[1] = g->height, r[2] = r[3] = 0;
    for (int y = 0; y < g->height; y++)
        for (int x = 0; x < g->width; x++) {
            if (!all && g->now[y * g->width + x] == g->before[y * g->width + x]) continue;
            if (x < r[0]) r[0] = x;
            if (y < r[1]) r[1] = y;
            if (x > r[2]) r[2] = x;
            if (y > r[3]) r[3] = y;
        }
    if (r[0] > r[2]) r[0] = r[1] = r[2] = r[3] = 0;
}

vv_status vv_gif_frame(vv_gif *g, const vv_drawing *d) {
    int w = (int)ceil(d->width), h = (int)ceil(d->height), r[4];
    bool first = !g->begun;
    if (first && !begin(g, w, h)) return vv_ctx_status(g->c);
    vv_status drawn = vv_drawing_pixels(d, g->width, g->height, g->rgb);
    if (drawn != VV_OK) return drawn;
    for (int i = 0; i < g->width * g->height; i++) g->now[i] = (uint8_t)nearest(g, g->rgb + 3 * i);
    changed(g, first, r);
    vv_buffer_add_n(g->out, "!\xF9\x04\x04", 4); /* what was drawn before stays */
    put_short(g->out, g->delay);
    vv_buffer_add_n(g->out, "\0\0", 2);
    vv_buffer_char(g->out, ',');
    put_short(g->out, r[0]);
    put_short(g->out, r[1]);
    put_short(g->out, r[2] - r[0] + 1);
    put_short(g->out, r[3] - r[1] + 1);
    vv_buffer_char(g->out, 0);
    compress(g, r[0], r[1], r[2] - r[0] + 1, r[3] - r[1] + 1);
    memcpy(g->before, g->now, (size_t)g->width * (size_t)g->height);
    return vv_ctx_status(g->c);
}

void vv_gif_end(vv_gif *g) { vv_buffer_char(g->out, ';'); }
