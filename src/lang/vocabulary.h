/* The words of the language with what they mean, for editors. */
#ifndef VV_LANG_VOCABULARY_H
#define VV_LANG_VOCABULARY_H

typedef enum vv_vocable_kind {
    VV_WORD_STATEMENT,
    VV_WORD_FUNCTION,
    VV_WORD_CLAUSE
} vv_vocable_kind;

typedef struct vv_vocable {
    vv_vocable_kind kind;
    const char *word;
    const char
        *form; /* a statement filled in, with ${...} as places; the arguments of a function */
    const char *text; /* what it states or is; "" if the word says it */
} vv_vocable;

/* The i-th word of the table; NULL beyond the last. */
const vv_vocable *vv_vocabulary_word(int i);

#endif
