/* base/: context with arena and budget, diagnostics, UTF-8 names, JSON, growing buffers.
 * The public header of the room: other rooms include this one and no other. */
#ifndef VV_BASE_BASE_H
#define VV_BASE_BASE_H

#include "base/buffer.h"
#include "base/ctx.h"
#include "base/diag.h"
#include "base/json.h"
#include "base/require_library.h"
#include "base/serializer.h"
#include "base/sha256.h"
#include "base/trace.h"
#include "base/utf8.h"

#endif
