/* Codes of the diagnostics of capi/, listed in doc/diagnostics.md. */
#ifndef VV_CAPI_DIAGNOSTIC_CODES_H
#define VV_CAPI_DIAGNOSTIC_CODES_H

enum {
    VV_D_WRONG_USE = 1101, /* of a function of the library */
    VV_D_ENDED = 1102,     /* for the reason of its status alone */
    VV_D_ABSENT = 1103     /* something asked for that the mechanism does not have */
};

#endif
