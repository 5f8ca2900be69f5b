/* An exercise: a model with a hole. Private to the room. */
#ifndef VV_API_EXERCISE_FILE_H
#define VV_API_EXERCISE_FILE_H

#include "base/base.h"

enum { VV_D_EXERCISE = 801 };
enum { VV_MOST_HINTS = 8, VV_MOST_HOLE_LINES = 8, VV_MOST_ORDER = 3 /* of a determinant */ };

/* What is missing from the model. */
typedef enum vv_hole {
    VV_HOLE_NONE,
    VV_HOLE_EQUATION,   /* equations of motion, as many as accelerations are named        */
    VV_HOLE_CONSTRAINT, /* constraints, equivalent to those of the answer                 */
    VV_HOLE_INTEGRAL    /* a first integral, independent of those that are known (besides) */
} vv_hole;

typedef struct vv_lines {
    int n;
    const char *line[VV_MOST_HOLE_LINES];
} vv_lines;

typedef struct vv_exercise {
    const char *title, *topic, *task; /* topic "" if none is stated */
    vv_hole hole;
    vv_lines of;       /* the accelerations that the equations determine */
    vv_lines uses;     /* independent variables in which the answer is written */
    vv_lines besides;  /* integrals that are known */
    vv_lines answer;   /* one that is right */
    const char *begin; /* what an answer may begin with, "" if nothing is stated */
    int nhints;
    const char *hint[VV_MOST_HINTS];
    const char *model; /* the text without the lines of the exercise, which are empty: lines keep
                        * their numbers */
    int lines;         /* of that text */
    const char *shown; /* the same without those lines */
} vv_exercise;

/* VV_E_MODEL with a diagnostic that names the line if the file is no exercise. */
vv_status vv_exercise_read(vv_ctx *c, const char *text, size_t length, vv_exercise *out);
/* "θ'', φ''" in its parts, trimmed. false: there are too many. */
bool vv_exercise_split(vv_ctx *c, const char *text, char at, vv_lines *out);

#endif
