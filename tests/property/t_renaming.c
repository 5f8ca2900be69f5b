/* Names and order are irrelevant: after renaming everything, `derive` prints the same text up to
 * the names; with statements and coordinates in another order it gives equations that are proved to
 * hold on the same motions, one for one.
 *
 * Which coordinate is dependent, the numbering of multipliers and the order of terms may follow
 * the order of declaration; so only the renamed text is compared letter by letter. */
#include "planted_fault.h"
#include "model_file.h"
#include "printed_equations.h"
#include "random_model.h"
#include "tap.h"

enum { MOST_NAMES = 400, NAME = 64 };

typedef struct names {
    int n;
    bool frozen;
    char old[MOST_NAMES][NAME], new[MOST_NAMES][NAME];
} names;

/* ---- words ------------------------------------------------------------------------------------
 */

/* Reserved words, wherever they occur; also T, U and energy, and λ, which determines the names
 * of multipliers. */
static const char LANGUAGE[] =
    " about along and at between by for free if in neglecting not on or then through turned "
    "turning when without t pi π δ "
    "delta D world sum piecewise sin cos tan cot sec csc asin acos atan atan2 sinh cosh tanh exp "
    "log sqrt abs sign min max "
    "dot cross unit norm spin velocity acceleration reaction system parameter assume coordinate "
    "input kinetic energy force "
    "function potential point speed let given output auxiliary relation constraint servo effort "
    "frame "
    "direction body mass centre "
    "center inertia gravity apparent rolling normal friction static pivoting restitution torque "
    "spring damper "
    "length work perturbation "
    "surface curve of revolution support start run show path response stability record stop box "
    "claim equation "
    "identity combination integral "
    "frequency equilibrium stable dependent origin T U H lambda e0 e1 e2 e3 ";

static bool letter(const char *p) {
    return (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || *p == '_' ||
           (unsigned char)*p >= 0x80;
}

static bool name_part(const char *p) { return letter(p) || (*p >= '0' && *p <= '9'); }

static bool known_word(const char *word) {
    char spaced[NAME + 2];
    snprintf(spaced, sizeof spaced, " %s ", word);
    return strstr(LANGUAGE, spaced) != NULL;
}

/* Is the word at p, in this text, a name of the model? Parts of frames, axes and members keep
 * theirs. */
static bool is_name(const char *text, const char *p, const char *word) {
    bool multiplier = !strncmp(word, "λ", strlen("λ"));
    if (known_word(word) || multiplier || (p > text && name_part(p - 1))) return false;
    bool range = p - text >= 2 && p[-2] == '.';
    if (p > text && p[-1] == '.' && !range) return false;
    bool axis = strlen(word) == 1 && strchr("xyz", *word);
    return !(axis && p - text >= 6 && !strncmp(p - 6, "about ", 6));
}

/* The new name of a word, created if it has none yet. In a report (k->frozen), words without one
 * are the engine's: z1, λ2. */
static const char *new_name(names *k, const char *old) {
    for (int i = 0; i < k->n; i++)
        if (!strcmp(k->old[i], old)) return k->new[i];
    if (k->frozen || k->n == MOST_NAMES) return old;
    snprintf(k->old[k->n], NAME, "%s", old);
    char *made = k->new[k->n++];
    snprintf(made, NAME, "%c%c%c_%d", (char)('a' + random_below(26)),
             (char)('A' + random_below(26)), (char)('a' + random_below(26)), k->n);
    return made;
}

/* The text with names replaced; comments, strings, units and numbers are kept. */
static char *renamed(names *k, const char *text) {
    char *out_text = NULL;
    size_t size;
    FILE *out = open_memstream(&out_text, &size);
    for (const char *p = text; out && *p;) {
        size_t stay = 0;
        if (!strncmp(p, "shape ", 6) && (p == text || p[-1] == '\n')) {
            p += strcspn(p, "\n"); /* only seen; its sizes have names of their own */
            continue;
        }
        if (*p == '#')
            stay = strcspn(p, "\n");
        else if (*p == '"')
            stay = 1 + strcspn(p + 1, "\"\n");
        else if (*p == '[' && p > text && p[-1] == ' ')
            stay = strcspn(p, "]");
        else if (!letter(p))
            stay = 1;
        if (stay) {
            fwrite(p, 1, stay, out);
            p += stay;
            continue;
        }
        size_t n = 0;
        while (name_part(p + n)) n++;
        char word[NAME];
        snprintf(word, sizeof word, "%.*s", (int)n, p);
        fputs(n < NAME && is_name(text, p, word) ? new_name(k, word) : word, out);
        p += n;
    }
    if (out) fclose(out);
    return out_text;
}

static void rename_model(const char *path, const char *model) {
    static printed a, b;
    static names k;
    k.n = 0, k.frozen = false;
    char *other = renamed(&k, model);
    k.frozen = true;
    int lines = 0, wrong = 0, methods = 0;
    for (int i = 0; i < vv_formalism_count(); i++) {
        const char *method = vv_formalism_at(i)->name;
        if (!is_read(method)) continue;
        bool first = printed_by(path, model, method, &a),
             second = printed_by(path, other, method, &b);
        methods += first;
        if (first != second || a.n != b.n)
            wrong++, diag("%s applies to one of them, or prints more", method);
        for (int j = 0; j < a.n && a.n == b.n; j++, lines++) {
            char *expected = renamed(&k, a.line[j].text);
            if (strcmp(expected, b.line[j].text) && wrong++ < 3)
                diag("expected %.400s\ngot      %.400s", expected, b.line[j].text);
            free(expected);
        }
        printed_free(&a);
        printed_free(&b);
    }
    if (!methods && !wrong) {
        skip("none of the methods chosen applies");
    } else
        ok(!wrong, "%s: %d names changed, %d lines by %d methods are the same but for them", path,
           k.n, lines, methods);
    if (wrong) diag("%.3000s", other);
    free(other);
}

/* ---- order --------------------------------------------------------------------------------------
 */

/* "coordinate a, b, c" in another order, if it contains nothing but names. */
static void write_statement(FILE *out, const char *text, size_t n) {
    char line[512], *item[64];
    int items = 0;
    if (n >= sizeof line || strncmp(text, "coordinate ", 11) || memchr(text, '[', n) ||
        memchr(text, '\n', n) || memmem(text, n, "dependent", 9)) {
        fprintf(out, "%.*s\n", (int)n, text);
        return;
    }
    snprintf(line, sizeof line, "%.*s", (int)n, text);
    for (char *p = strtok(line + 11, ","); p && items < 64; p = strtok(NULL, ","))
        item[items++] = p + strspn(p, " ");
    fprintf(out, "coordinate ");
    for (int left = items; left > 0; left--) {
        int i = (int)random_below(left);
        fprintf(out, "%s%s", left < items ? ", " : "", item[i]);
        item[i] = item[left - 1];
    }
    fprintf(out, "\n");
}

/* The statements, shuffled. */
static char *shuffled(const char *path, const char *model) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_tree tree;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (out && vv_parse(c, path, model, strlen(model), &tree) == VV_OK) {
        uint32_t end = 0;
        int n = 0;
        vv_span *span = VV_ARRAY(c, vv_span, tree.n + 1);
        for (int i = 0; i < tree.n;
             i++) { /* a list of definitions is several statements at one location */
            vv_span s = tree.statement[i]->span;
            const char *line = model + s.begin;
            while (line > model && line[-1] != '\n') line--;
            s.begin = (uint32_t)(line - model);
            /* so is one that continues after a comma */
            bool goes_on = n && s.begin > end && model[end + strspn(model + end, " ")] == ',';
            if (s.begin < end || goes_on) {
                if (s.end > span[n - 1].end) span[n - 1].end = s.end;
            } else {
                span[n++] = s;
            }
            end = span[n - 1].end;
        }
        for (int left = n; left > 0; left--) {
            int i = (int)random_below(left);
            write_statement(out, model + span[i].begin, span[i].end - span[i].begin);
            span[i] = span[left - 1];
        }
    }
    if (out) fclose(out);
    vv_ctx_free(c);
    return text;
}

/* How many of the printed equations of motion are claims that hold in the other text? */
static int holding(const char *path, const printed *p, const char *text, int *claims) {
    char *whole = NULL;
    size_t size;
    FILE *out = open_memstream(&whole, &size);
    int hold = 0;
    *claims = 0;
    if (!out) return 0;
    fprintf(out, "%s\n", text);
    printed_names(p, out);
    for (int i = 0; i < p->n; i++)
        if (printed_in(&p->line[i], "equations"))
            fprintf(out, "claim equation %s\n", p->line[i].text), ++*claims;
    fclose(out);
    subject s = {.c = vv_ctx_new(NULL)};
    const vv_equations *own = NULL;
    bool good = subject_load(&s, path, whole) && s.model.nclaims >= *claims;
    for (int i = 0; good && i < s.nmethods; i++)
        if (s.method[i].w == s.system.w && s.method[i].nmultipliers == 0) own = &s.method[i];
    for (int i = 0; good && own && i < *claims; i++) {
        vv_proof v = {.verdict = VV_UNDECIDED};
        vv_claim_decide(s.c, &s.system, own, &s.model.claim[s.model.nclaims - *claims + i], NULL,
                        &v);
        hold += v.verdict == VV_PROVED;
    }
    if (!good) diag("%.1500s", vv_diag_text(s.c, false));
    vv_ctx_free(s.c);
    free(whole);
    return hold;
}

static void shuffle_model(const char *path, const char *model) {
    static printed a, b;
    char *other = shuffled(path, model);
    const char *method = NULL;
    for (int i = 0; i < vv_formalism_count() && !method;
         i++) { /* the first one without multipliers */
        method = vv_formalism_at(i)->name;
        bool applies = is_read(method) && printed_by(path, model, method, &a);
        for (int k = 0; applies && k < a.n; k++)
            applies =
                !printed_in(&a.line[k], "multipliers") && !strstr(a.line[k].text, "component");
        if (!applies) method = NULL;
        if (!applies) printed_free(&a);
    }
    int here = 0, there = 0, first = 0, second = 0;
    if (!method) {
        skip("no method without multipliers");
    } else if (holding(path, &a, model, &first) < first) {
        skip("the accelerations are not determined, or the prover gives up on them");
    } else if (!printed_by(path, other, method, &b)) {
        fail("%s: %s applies in another order of statements", path, method);
        diag("%.3000s", other);
    } else {
        here = holding(path, &a, other, &first);
        there = holding(path, &b, model, &second);
        if (!ok(first == second && here == first && there == second,
                "%s: in another order %d equations by %s, each proved to hold", path, first,
                method))
            diag("%d and %d equations, %d and %d hold\n%.3000s", first, second, here, there, other);
    }
    printed_free(&a);
    printed_free(&b);
    free(other);
}

int main(int argc, char **argv) {
    static char *path[MOST_MODELS];
    seed_random(463);
    int n = model_files(path);
    for (int i = 0; i < n; i++) {
        char *model = file_text(path[i]);
        /* the bicycle costs more than all others: in long campaigns only */
        bool costly = strstr(path[i], "bicycle") != NULL;
        if (model && (argc < 2 || strstr(path[i], argv[1])) && (!costly || effort(10) > 10)) {
            rename_model(path[i], model);
            shuffle_model(path[i], model);
        }
        free(model);
        free(path[i]);
    }
    for (long i = 0, m = argc > 1 ? 0 : effort(30); i < m; i++) {
        const char *kind;
        char name[64];
        int freedom;
        char *model = random_model((uint64_t)(46300 + i), &kind, &freedom);
        snprintf(name, sizeof name, "random model %ld (%s)", 46300 + i, kind);
        rename_model(name, model);
        shuffle_model(name, model);
        free(model);
    }
    return done_testing();
}
