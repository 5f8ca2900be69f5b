/* A mechanism on its way down the hill: text, tree, model, system. */
#ifndef VV_API_MECHANISM_H
#define VV_API_MECHANISM_H

#include "kinematics/system.h"

struct vv_mechanism {
    vv_tree tree;
    vv_model model;
    vv_system system;
};

#endif
