/* The JSON writer: commas, quoting, numbers, failed allocations. */
#include "base/json.h"

#include <locale.h>
#include <math.h>

#include "tap.h"

static void document(vv_json *j) {
    vv_json_object(j);
    vv_json_field(j, "name", "θ \"bar\"");
    vv_json_key(j, "sizes");
    vv_json_array(j);
    vv_json_int(j, 1);
    vv_json_double(j, 0.5);
    vv_json_bool(j, true);
    vv_json_string(j, NULL);
    vv_json_end_array(j);
    vv_json_key(j, "rows");
    vv_json_array(j);
    for (int i = 0; i < 2; i++) {
        vv_json_object(j);
        vv_json_key(j, "i");
        vv_json_int(j, i);
        vv_json_end_object(j);
    }
    vv_json_end_array(j);
    vv_json_key(j, "empty");
    vv_json_object(j);
    vv_json_end_object(j);
    vv_json_key(j, "none");
    vv_json_array(j);
    vv_json_end_array(j);
    vv_json_end_object(j);
}

static const char *const expected = "{\n"
                                    "  \"name\": \"θ \\\"bar\\\"\",\n"
                                    "  \"sizes\": [1, 0.5, true, null],\n"
                                    "  \"rows\": [{\n"
                                    "    \"i\": 0\n"
                                    "  }, {\n"
                                    "    \"i\": 1\n"
                                    "  }],\n"
                                    "  \"empty\": {},\n"
                                    "  \"none\": []\n"
                                    "}";

static void test_string(vv_ctx *c, const char *s, const char *want, const char *what) {
    vv_buffer b = VV_BUFFER(c);
    vv_json j;
    vv_json_begin(&j, &b);
    vv_json_string(&j, s);
    is_text(vv_buffer_text(&b), want, "%s", what);
}

static void test_double(vv_ctx *c, double v, const char *want, const char *what) {
    vv_buffer b = VV_BUFFER(c);
    vv_json j;
    vv_json_begin(&j, &b);
    vv_json_double(&j, v);
    is_text(vv_buffer_text(&b), want, "%s", what);
}

static void test_depth(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_buffer b = VV_BUFFER(c);
    vv_json j;
    vv_json_begin(&j, &b);
    for (int i = 0; i < 63; i++) vv_json_array(&j);
    is_int(vv_ctx_status(c), VV_OK, "63 levels are legal");
    for (int i = 0; i < 30; i++) vv_json_array(&j);
    is_int(vv_ctx_status(c), VV_E_INTERNAL, "more are refused");
    vv_json_int(&j, 1);
    for (int i = 0; i < 93; i++) vv_json_end_array(&j);
    is_int(j.depth, 0, "and still closed");
    vv_json_end_array(&j);
    is_int(j.depth, 0, "an end without a beginning is harmless");
    vv_ctx_free(c);
}

static void test_refusal(void) {
    bool reported = true;
    long k = 1;
    for (bool done = false; !done && k < 100; k++) {
        vv_ctx *c = vv_ctx_new(&(vv_limits){.refuse_at = k});
        vv_buffer b = VV_BUFFER(c);
        vv_json j;
        vv_json_begin(&j, &b);
        document(&j);
        done = vv_ctx_ok(c);
        if (!done && vv_ctx_status(c) != VV_E_NOMEM) reported = false;
        if (done && strcmp(vv_buffer_text(&b), expected) != 0) reported = false;
        vv_ctx_free(c);
    }
    ok(reported && k > 2, "each of %ld refused allocations is reported", k - 2);
}

int main(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_buffer b = VV_BUFFER(c);
    vv_json j;
    vv_json_begin(&j, &b);
    document(&j);
    is_text(vv_buffer_text(&b), expected, "a document");

    test_string(c, "a\\b\n\t\x01\x7f", "\"a\\\\b\\n\\t\\u0001\\u007f\"", "control characters");
    test_string(c, "a\x9f\xc3", "\"a\\\\x9f\\\\xc3\"", "bytes that are not UTF-8");
    test_string(c, "", "\"\"", "the empty string");
    test_double(c, 0.1, "0.10000000000000001", "seventeen digits");
    test_double(c, -3, "-3", "a whole number");
    test_double(c, 1e300, "1.0000000000000001e+300", "an exponent");
    test_double(c, 1e-7, "9.9999999999999995e-08", "a small one");
    test_double(c, (double)NAN, "null", "NaN");
    test_double(c, -HUGE_VAL, "null", "infinity");
    if (setlocale(LC_NUMERIC, "de_DE.UTF-8") || setlocale(LC_NUMERIC, "de_DE"))
        test_double(c, 2.5, "2.5", "a point in a locale with commas");
    else
        skip("no locale with decimal commas here");
    is_int(vv_ctx_status(c), VV_OK, "nothing failed");
    vv_ctx_free(c);
    test_depth();
    test_refusal();
    return done_testing();
}
