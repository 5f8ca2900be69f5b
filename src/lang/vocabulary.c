#include "lang/vocabulary.h"

#include <stddef.h>

static const vv_vocable WORDS[] = {
#define STATEMENT(word, form, text) {VV_WORD_STATEMENT, word, form, text},
#define FUNCTION(word, arguments, text) {VV_WORD_FUNCTION, word, arguments, text},
#define CLAUSE(word) {VV_WORD_CLAUSE, word, "", ""},
#include "lang/vocabulary.def"
};

const vv_vocable *vv_vocabulary_word(int i) {
    return i >= 0 && i < (int)(sizeof WORDS / sizeof *WORDS) ? &WORDS[i] : NULL;
}
