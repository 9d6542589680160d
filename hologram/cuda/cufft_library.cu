/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads cuFFT when it is first needed, and computes Fourier transforms with it. */
#include "cufft_library.h"

#include "base/translate.h"
#include "cuda/fault.h"

#include <dlfcn.h>
#include <pthread.h>

/* From cufft.h, which need not be installed. */
enum { CUFFT_SUCCESS = 0, CUFFT_ALLOC_FAILED = 2, CUFFT_C2C = 0x29 };
enum { CUFFT_FORWARD = -1, CUFFT_INVERSE = 1 };

static struct {
    int (*plan_2d)(int *plan, int height, int width, int type);
    int (*set_stream)(int plan, cudaStream_t stream);
    int (*exec_c2c)(int plan, float2 *in, float2 *out, int direction);
    int (*destroy)(int plan);
    bool is_loaded;
} cufft;

static pthread_once_t is_tried = PTHREAD_ONCE_INIT;

/* Returns whether the library has the function. */
template <typename Function> static bool find(void *library, const char *name, Function **function)
{
    *function = (Function *)dlsym(library, name);
    return *function != NULL;
}

static void load(void)
{
    /* Of CUDA 13, of CUDA 12, and of CUDA 11, whose cuFFT works with later drivers, too. */
    static const char *const names[] = {"libcufft.so.12", "libcufft.so.11", "libcufft.so.10"};
    void *library = NULL;
    for (int i = 0; i < 3 && !library; i++)
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    cufft.is_loaded = library && find(library, "cufftPlan2d", &cufft.plan_2d) &&
                      find(library, "cufftSetStream", &cufft.set_stream) &&
                      find(library, "cufftExecC2C", &cufft.exec_c2c) &&
                      find(library, "cufftDestroy", &cufft.destroy);
}

static errdiff_status check(struct errdiff_session *session, int result)
{
    if (result == CUFFT_SUCCESS)
        return ERRDIFF_OK;
    if (result == CUFFT_ALLOC_FAILED)
        return errdiff_session_check(session, cudaErrorMemoryAllocation, ERRDIFF_ALLOCATION);
    return errdiff_host->fail(session->message, ERRDIFF_CANNOT_RUN,
                              N_("cuFFT failed with the error %d"), result);
}

errdiff_status errdiff_cufft_plan_make(struct errdiff_cufft_plan *plan,
                                       struct errdiff_session *session, int width, int height)
{
    pthread_once(&is_tried, load);
    if (!cufft.is_loaded || errdiff_fault_is("no-cufft"))
        return errdiff_host->fail(session->message, ERRDIFF_CANNOT_RUN,
                                  N_("the GPU needs NVIDIA's library cuFFT for that, which is "
                                     "not installed"));
    ERRDIFF_TRY(check(session, cufft.plan_2d(&plan->handle, height, width, CUFFT_C2C)));
    plan->is_made = true;
    return check(session, cufft.set_stream(plan->handle, session->stream));
}

errdiff_status errdiff_cufft_transform(const struct errdiff_cufft_plan *plan,
                                       struct errdiff_session *session, errdiff_complex *values,
                                       bool is_inverse)
{
    float2 *numbers = (float2 *)values;
    return check(session, cufft.exec_c2c(plan->handle, numbers, numbers,
                                         is_inverse ? CUFFT_INVERSE : CUFFT_FORWARD));
}

void errdiff_cufft_plan_release(struct errdiff_cufft_plan *plan)
{
    if (plan->is_made)
        (void)cufft.destroy(plan->handle);
}
