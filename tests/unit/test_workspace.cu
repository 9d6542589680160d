/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests on which GPU jobs run, and what is kept from job to job, with a substitute for the CUDA
 * runtime that has two GPUs and no memory of its own. The tests build on each other: what is kept
 * is kept for the process.
 */
#include "cuda/device.h"
#include "cuda/host.h"
#include "cuda/workspace.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern "C" {
#include <cmocka.h>
}

/* ---- The substitute ------------------------------------------------------------------------ */

enum { GPUS = 2 };

static const size_t MEGABYTE = (size_t)1 << 20;

/* Pinned memory begins with its size. */
struct pinned_header {
    size_t size;
};

static struct {
    int current; /* the thread's device */
    bool set_up_fails[GPUS];
    bool streams_fail[GPUS];
    bool is_lost; /* an error stays */
    cudaError_t last_error;
    int set_ups[GPUS];
    int pins; /* calls of cudaHostAlloc */
    size_t pinned;
} fake;

extern "C" {
cudaError_t CUDARTAPI cudaGetDeviceCount(int *count)
{
    *count = GPUS;
    return cudaSuccess;
}

cudaError_t CUDARTAPI cudaGetDeviceProperties(cudaDeviceProp *properties, int)
{
    *properties = {};
    strcpy(properties->name, "GPU of a test");
    properties->totalGlobalMem = MEGABYTE << 10;
    return cudaSuccess;
}

cudaError_t CUDARTAPI cudaInitDevice(int device, unsigned, unsigned)
{
    fake.set_ups[device]++;
    return fake.set_up_fails[device] ? cudaErrorDevicesUnavailable : cudaSuccess;
}

cudaError_t CUDARTAPI cudaGetDevice(int *device)
{
    *device = fake.current;
    return cudaSuccess;
}

cudaError_t CUDARTAPI cudaSetDevice(int device)
{
    fake.last_error = fake.set_up_fails[device] ? cudaErrorDevicesUnavailable : cudaSuccess;
    fake.current = fake.set_up_fails[device] ? fake.current : device;
    return fake.last_error;
}

/* A stream is the address of its device's number. */
cudaError_t CUDARTAPI cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned)
{
    static int devices[GPUS] = {0, 1};
    *stream = (cudaStream_t)&devices[fake.current];
    return fake.streams_fail[fake.current] ? cudaErrorUnknown : cudaSuccess;
}

cudaError_t CUDARTAPI cudaStreamDestroy(cudaStream_t)
{
    return cudaSuccess;
}

cudaError_t CUDARTAPI cudaEventCreateWithFlags(cudaEvent_t *event, unsigned)
{
    static int made;
    *event = (cudaEvent_t)&made;
    return cudaSuccess;
}

cudaError_t CUDARTAPI cudaEventDestroy(cudaEvent_t)
{
    return cudaSuccess;
}

cudaError_t CUDARTAPI cudaHostAlloc(void **memory, size_t size, unsigned flags)
{
    assert_int_equal(flags, cudaHostAllocPortable);
    struct pinned_header *made = (struct pinned_header *)malloc(sizeof *made);
    made->size = size;
    fake.pins++;
    fake.pinned += size;
    *memory = made;
    return cudaSuccess;
}

cudaError_t CUDARTAPI cudaFreeHost(void *memory)
{
    if (memory)
        fake.pinned -= ((struct pinned_header *)memory)->size;
    free(memory);
    return cudaSuccess;
}

cudaError_t CUDARTAPI cudaMalloc(void **memory, size_t)
{
    *memory = malloc(1);
    return cudaSuccess;
}

cudaError_t CUDARTAPI cudaFree(void *memory)
{
    free(memory);
    return cudaSuccess;
}

cudaError_t CUDARTAPI cudaGetLastError(void)
{
    const cudaError_t error = fake.is_lost ? cudaErrorECCUncorrectable : fake.last_error;
    fake.last_error = cudaSuccess;
    return error;
}

const char *CUDARTAPI cudaGetErrorString(cudaError_t)
{
    return "an error of a test";
}

cudaError_t CUDARTAPI cudaDriverGetVersion(int *version)
{
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t CUDARTAPI cudaFuncGetAttributes(cudaFuncAttributes *, const void *)
{
    return cudaSuccess;
}

cudaError_t CUDARTAPI cudaFuncSetAttribute(const void *, cudaFuncAttribute, int)
{
    return cudaSuccess;
}

/* The compiler lets each object call these. */
void **__cudaRegisterFatBinary(void *)
{
    static void *handle;
    return &handle;
}

void __cudaRegisterFatBinaryEnd(void **)
{
}

void __cudaUnregisterFatBinary(void **)
{
}
}

static errdiff_status write_reason(errdiff_message *message, errdiff_status status,
                                   const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message->text, sizeof message->text, format, arguments);
    va_end(arguments);
    return status;
}

static void append(errdiff_message *message, const char *format, ...)
{
    const size_t length = strlen(message->text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message->text + length, sizeof message->text - length, format, arguments);
    va_end(arguments);
}

static const struct errdiff_cuda_host host = {
    ERRDIFF_CUDA_VERSION, write_reason, append, NULL, NULL, NULL, NULL, NULL, NULL};
const struct errdiff_cuda_host *errdiff_host = &host;

/* ---- The tests ----------------------------------------------------------------------------- */

static struct errdiff_workspace *take(void)
{
    struct errdiff_workspace *workspace = NULL;
    errdiff_message reason;
    assert_int_equal(errdiff_workspace_take(&workspace, &reason), ERRDIFF_OK);
    assert_int_equal(fake.current, workspace->gpu);
    assert_int_equal(*(const int *)workspace->stream, workspace->gpu);
    return workspace;
}

static void pin(struct errdiff_workspace *workspace, size_t size)
{
    void *memory = NULL;
    assert_int_equal(errdiff_workspace_pin(workspace, size, &memory), cudaSuccess);
    assert_non_null(memory);
    assert_true(((struct pinned_header *)memory)->size >= size);
}

/* A job that has the process for itself. */
static void run_job(size_t pinned)
{
    struct errdiff_workspace *workspace = take();
    pin(workspace, pinned);
    errdiff_workspace_give_back(workspace);
}

static void test_two_jobs_take_two_gpus(void **)
{
    errdiff_message reason;
    fake.current = 1;
    assert_true(errdiff_device_find(&reason));
    assert_int_equal(fake.current, 1);
    assert_int_equal(fake.set_ups[1], 0);
    fake.current = 0;
    struct errdiff_workspace *first = take();
    assert_int_equal(first->gpu, 0);
    struct errdiff_workspace *second = take();
    assert_int_equal(second->gpu, 1);
    errdiff_workspace_give_back(second);
    errdiff_workspace_give_back(first);
    assert_int_equal(fake.current, 0);
    assert_int_equal(fake.set_ups[0], 1);
    assert_int_equal(fake.set_ups[1], 1);
}

static void test_jobs_of_similar_sizes_pin_once(void **)
{
    run_job(20 * MEGABYTE + 1000);
    const int pins = fake.pins;
    run_job(20 * MEGABYTE);
    run_job(21 * MEGABYTE);
    run_job(1);
    assert_int_equal(fake.pins, pins);
}

static void test_a_large_job_takes_nothing_away(void **)
{
    const size_t before = fake.pinned;
    const int pins = fake.pins;
    run_job(300 * MEGABYTE);
    assert_int_equal(fake.pins, pins + 1);
    assert_int_equal(fake.pinned, before);
    run_job(20 * MEGABYTE);
    assert_int_equal(fake.pins, pins + 1);
}

static void test_a_job_takes_what_is_pinned_most(void **)
{
    struct errdiff_workspace *workspaces[4]; /* two on each GPU */
    for (int i = 0; i < 4; i++)
        workspaces[i] = take();
    pin(workspaces[0], 40 * MEGABYTE);
    for (int i = 1; i < 4; i++)
        pin(workspaces[i], 2 * MEGABYTE);
    for (int i = 0; i < 4; i++)
        errdiff_workspace_give_back(workspaces[i]);
    const int pins = fake.pins;
    run_job(40 * MEGABYTE);
    assert_int_equal(fake.pins, pins);
}

static void test_what_is_kept_has_a_limit_for_each_gpu(void **)
{
    enum { JOBS = 80 };
    struct errdiff_workspace *workspaces[JOBS];
    for (int i = 0; i < JOBS; i++) {
        workspaces[i] = take();
        pin(workspaces[i], 14 * MEGABYTE);
    }
    assert_true(fake.pinned >= JOBS * 14 * MEGABYTE);
    for (int i = 0; i < JOBS; i++)
        errdiff_workspace_give_back(workspaces[i]);
    assert_true(fake.pinned <= GPUS * 256 * MEGABYTE);
    assert_true(fake.pinned > GPUS * 200 * MEGABYTE);
}

static void test_messages_name_the_gpu(void **)
{
    errdiff_message reason;
    errdiff_device_explain(cudaErrorUnknown, ERRDIFF_RUN, 1, &reason);
    assert_string_equal(reason.text, "GPU 1: the GPU failed while kernels ran: an error of a test");
    errdiff_device_explain(cudaErrorMemoryAllocation, ERRDIFF_ALLOCATION, 0, &reason);
    assert_string_equal(reason.text,
                        "GPU 0: the GPU does not have enough free memory for this image");
}

static void forget_gpus(void)
{
    for (int i = 0; i < GPUS; i++)
        errdiff_gpus.list[i].state = ERRDIFF_GPU_UNTRIED;
}

static void test_a_gpu_that_fails_is_left_out(void **)
{
    errdiff_message left_out = {};
    forget_gpus();
    assert_true(errdiff_device_find(NULL));
    fake.set_up_fails[1] = true;
    struct errdiff_workspace *first = take(), *second = take();
    fake.set_up_fails[1] = false;
    assert_int_equal(first->gpu, 0);
    assert_int_equal(second->gpu, 0);
    errdiff_workspace_give_back(second);
    errdiff_workspace_give_back(first);
    errdiff_device_tell_left_out(&left_out);
    assert_string_equal(left_out.text, "GPU 1: the GPU is in use by another program");
}

static void test_the_first_gpu_may_be_the_one_that_fails(void **)
{
    forget_gpus();
    fake.set_up_fails[0] = true;
    fake.current = 0;
    assert_true(errdiff_device_find(NULL));
    struct errdiff_workspace *workspace = take();
    assert_int_equal(workspace->gpu, 1);
    errdiff_workspace_give_back(workspace);
    fake.set_up_fails[0] = false;
    assert_int_equal(cudaGetLastError(), cudaSuccess);
}

static void test_a_gpu_without_streams_is_left_out(void **)
{
    enum { JOBS = 81 }; /* more than are kept; the next one is for GPU 1 */
    struct errdiff_workspace *workspaces[JOBS + 1];
    errdiff_message left_out = {};
    forget_gpus();
    assert_true(errdiff_device_find(NULL));
    for (int i = 0; i < JOBS; i++)
        workspaces[i] = take();
    fake.streams_fail[1] = true;
    workspaces[JOBS] = take();
    fake.streams_fail[1] = false;
    assert_int_equal(workspaces[JOBS]->gpu, 0);
    for (int i = 0; i <= JOBS; i++)
        errdiff_workspace_give_back(workspaces[i]);
    errdiff_device_tell_left_out(&left_out);
    assert_string_equal(left_out.text,
                        "GPU 1: the GPU failed while it was set up: an error of a test");
}

static void test_gpus_are_lost_one_after_the_other(void **)
{
    errdiff_message reason;
    forget_gpus();
    assert_true(errdiff_device_find(&reason));
    struct errdiff_workspace *first = take(), *second = take();
    fake.is_lost = true;
    errdiff_device_explain(cudaErrorECCUncorrectable, ERRDIFF_RUN, 0, &reason);
    fake.is_lost = false;
    errdiff_workspace_give_back(second);
    errdiff_workspace_give_back(first);
    assert_true(errdiff_device_find(&reason));
    struct errdiff_workspace *workspace = take();
    assert_int_equal(workspace->gpu, 1);
    errdiff_workspace_give_back(workspace);
    fake.is_lost = true;
    errdiff_device_explain(cudaErrorECCUncorrectable, ERRDIFF_RUN, 1, &reason);
    assert_false(errdiff_device_find(&reason));
    assert_string_equal(reason.text, "GPU 1: the GPU cannot be used because an earlier operation "
                                     "on it failed: an error of a test");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_jobs_take_two_gpus),
        cmocka_unit_test(test_jobs_of_similar_sizes_pin_once),
        cmocka_unit_test(test_a_large_job_takes_nothing_away),
        cmocka_unit_test(test_a_job_takes_what_is_pinned_most),
        cmocka_unit_test(test_what_is_kept_has_a_limit_for_each_gpu),
        cmocka_unit_test(test_messages_name_the_gpu),
        cmocka_unit_test(test_a_gpu_that_fails_is_left_out),
        cmocka_unit_test(test_the_first_gpu_may_be_the_one_that_fails),
        cmocka_unit_test(test_a_gpu_without_streams_is_left_out),
        cmocka_unit_test(test_gpus_are_lost_one_after_the_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
