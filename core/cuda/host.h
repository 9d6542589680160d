/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the library handed to the module when it was loaded: the functions that the module calls. */
#ifndef ERRDIFF_CUDA_HOST_H
#define ERRDIFF_CUDA_HOST_H

#include "engines/cuda_module.h"

extern const struct errdiff_cuda_host *errdiff_host;

#endif
