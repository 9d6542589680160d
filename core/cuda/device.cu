/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds, sets up and describes the GPUs, and explains their errors. */
#include "device.h"

#include "base/translate.h"
#include "fault.h"
#include "host.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static bool set_up(int number, errdiff_message *why_not);

struct errdiff_gpus errdiff_gpus = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, set_up, 0, {}};

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_listed; /* errdiff_gpus has its list */
static size_t memory;  /* of a GPU, in bytes */

static pthread_mutex_t lost_lock = PTHREAD_MUTEX_INITIALIZER;
static errdiff_message lost; /* why no GPU is usable any more; empty if one is */

/* ---- Messages ------------------------------------------------------------------------------ */

static void explain_by_work(cudaError_t error, enum errdiff_device_work work,
                            errdiff_message *reason)
{
    static const char *const sentences[] = {
        N_("the GPU failed while it was set up: %s"),
        N_("the GPU failed while memory was allocated: %s"),
        N_("the GPU failed while data were copied to it: %s"),
        N_("the GPU failed while a kernel was launched: %s"),
        N_("the GPU failed while kernels ran: %s"),
        N_("the GPU failed while the result was copied: %s"),
    };
    static_assert(sizeof sentences / sizeof *sentences == ERRDIFF_DOWNLOAD + 1,
                  "a sentence for each kind of work");
    errdiff_host->fail(reason, ERRDIFF_CANNOT_RUN, sentences[work], cudaGetErrorString(error));
}

/* Begins a reason with the number of the GPU if there are several. */
static void name_gpu(int number, errdiff_message *reason)
{
    const errdiff_message sentence = *reason;
    if (errdiff_gpus.count > 1)
        errdiff_host->fail(reason, ERRDIFF_CANNOT_RUN, N_("GPU %d: %s"), number, sentence.text);
}

static void lose(cudaError_t error, int number)
{
    pthread_mutex_lock(&lost_lock);
    errdiff_host->fail(&lost, ERRDIFF_CANNOT_RUN,
                       N_("the GPU cannot be used because an earlier operation on it failed: %s"),
                       cudaGetErrorString(error));
    name_gpu(number, &lost);
    pthread_mutex_unlock(&lost_lock);
}

void errdiff_device_explain(cudaError_t error, enum errdiff_device_work work, int number,
                            errdiff_message *reason)
{
    if (error == cudaErrorMemoryAllocation)
        errdiff_host->fail(reason, ERRDIFF_CANNOT_RUN,
                           N_("the GPU does not have enough free memory for this image"));
    else if (error == cudaErrorLaunchTimeout)
        errdiff_host->fail(reason, ERRDIFF_CANNOT_RUN,
                           N_("the GPU's driver stopped a kernel that took too long"));
    else
        explain_by_work(error, work, reason);
    name_gpu(number, reason);
    /* The first call clears an error that can be recovered from; a second one shows if it stays. */
    (void)cudaGetLastError();
    if (cudaGetLastError() != cudaSuccess && !errdiff_gpus_leave_out(&errdiff_gpus, number, reason))
        lose(error, number);
}

static void explain_missing(cudaError_t error, errdiff_message *reason)
{
    int driver = 0;
    if (error == cudaErrorInsufficientDriver) {
        error = cudaDriverGetVersion(&driver);
        driver = errdiff_fault_is("no-driver")    ? 0
                 : errdiff_fault_is("old-driver") ? 11040
                                                  : driver;
        if (driver == 0)
            errdiff_host->fail(reason, ERRDIFF_CANNOT_RUN, N_("there is no NVIDIA driver"));
        else
            errdiff_host->fail(
                reason, ERRDIFF_CANNOT_RUN,
                N_("the NVIDIA driver is too old: it supports CUDA %d.%d, but %d.%d is needed"),
                driver / 1000, driver % 1000 / 10, CUDART_VERSION / 1000,
                CUDART_VERSION % 1000 / 10);
    } else if (error == cudaErrorNoDevice) {
        errdiff_host->fail(reason, ERRDIFF_CANNOT_RUN, N_("there is no NVIDIA GPU"));
    } else if (error == cudaErrorDevicesUnavailable) {
        errdiff_host->fail(reason, ERRDIFF_CANNOT_RUN, N_("the GPU is in use by another program"));
    } else {
        explain_by_work(error, ERRDIFF_SETUP, reason);
    }
}

/* ---- Finding and choosing ------------------------------------------------------------------ */

/* Lists the first GPU, and the others of its model: what a job was planned for one of them holds
 * for all. */
static cudaError_t list_gpus(int count)
{
    cudaDeviceProp first = {}, properties;
    errdiff_gpus.count = 0;
    for (int number = 0; number < count && errdiff_gpus.count < ERRDIFF_MAX_GPUS; number++) {
        const cudaError_t error = cudaGetDeviceProperties(&properties, number);
        if (error != cudaSuccess && number == 0)
            return error;
        if (error != cudaSuccess) {
            (void)cudaGetLastError();
            continue;
        }
        if (number == 0) {
            first = properties;
            memory = properties.totalGlobalMem;
        }
        if (strcmp(properties.name, first.name) == 0 &&
            properties.multiProcessorCount == first.multiProcessorCount)
            errdiff_gpus.list[errdiff_gpus.count++].number = number;
    }
    return cudaSuccess;
}

static bool find_devices(errdiff_message *reason)
{
    int count = 0;
    cudaError_t error = cudaGetDeviceCount(&count);
    if (errdiff_fault_is("no-driver") || errdiff_fault_is("old-driver"))
        error = cudaErrorInsufficientDriver;
    error = errdiff_fault("no-gpu", cudaErrorNoDevice, error);
    error = errdiff_fault("busy", cudaErrorDevicesUnavailable, error);
    if (error == cudaSuccess)
        error = list_gpus(count);
    if (error == cudaSuccess)
        return true;
    (void)cudaGetLastError();
    explain_missing(error, reason);
    return false;
}

/* Unlike cudaSetDevice, it leaves the thread's device as it is. */
static bool set_up(int number, errdiff_message *why_not)
{
    const cudaError_t error = cudaInitDevice(number, 0, 0);
    if (error == cudaSuccess)
        return true;
    (void)cudaGetLastError();
    explain_missing(error, why_not);
    name_gpu(number, why_not);
    return false;
}

bool errdiff_device_find(errdiff_message *reason)
{
    pthread_mutex_lock(&lost_lock);
    const bool is_lost = lost.text[0] != '\0';
    if (is_lost)
        errdiff_host->fail(reason, ERRDIFF_CANNOT_RUN, "%s", lost.text);
    pthread_mutex_unlock(&lost_lock);
    if (is_lost)
        return false;
    pthread_mutex_lock(&list_lock);
    is_listed = is_listed || find_devices(reason);
    const bool may_exist = is_listed;
    pthread_mutex_unlock(&list_lock);
    return may_exist && errdiff_gpus_find(&errdiff_gpus, reason);
}

void errdiff_device_tell_left_out(errdiff_message *message)
{
    pthread_mutex_lock(&errdiff_gpus.lock);
    for (int i = 0; i < errdiff_gpus.count; i++)
        if (errdiff_gpus.list[i].state == ERRDIFF_GPU_LEFT_OUT)
            errdiff_host->append(message, "%s%s", message->text[0] != '\0' ? "; " : "",
                                 errdiff_gpus.list[i].why_not.text);
    pthread_mutex_unlock(&errdiff_gpus.lock);
}

size_t errdiff_device_memory(void)
{
    return memory;
}

cudaError_t errdiff_device_allow_shared_memory(const void *kernel, size_t size)
{
    static pthread_mutex_t shared_lock = PTHREAD_MUTEX_INITIALIZER;
    cudaFuncAttributes attributes;
    pthread_mutex_lock(&shared_lock);
    cudaError_t error = cudaFuncGetAttributes(&attributes, kernel);
    if (error == cudaSuccess && (size_t)attributes.maxDynamicSharedSizeBytes < size)
        error =
            cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)size);
    pthread_mutex_unlock(&shared_lock);
    return error;
}

/* The runtime only knows which CUDA version the driver supports. The driver's own version comes
 * from NVIDIA's management library, which is installed with the driver. */
static bool ask_for_driver(char *version, unsigned size)
{
    int (*init)(void), (*get)(char *, unsigned), (*shutdown)(void);
    void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return false;
    *(void **)&init = dlsym(library, "nvmlInit_v2");
    *(void **)&get = dlsym(library, "nvmlSystemGetDriverVersion");
    *(void **)&shutdown = dlsym(library, "nvmlShutdown");
    bool is_known = init && get && shutdown && init() == 0;
    if (is_known) {
        is_known = get(version, size) == 0;
        (void)shutdown();
    }
    (void)dlclose(library);
    return is_known;
}

void errdiff_device_describe(errdiff_machine *machine)
{
    cudaDeviceProp properties;
    int cuda = 0;
    if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess)
        return;
    snprintf(machine->gpu, sizeof machine->gpu, "%.*s", (int)sizeof machine->gpu - 1,
             properties.name);
    machine->capability = properties.major * 10 + properties.minor;
    if (!ask_for_driver(machine->driver, sizeof machine->driver) &&
        cudaDriverGetVersion(&cuda) == cudaSuccess)
        snprintf(machine->driver, sizeof machine->driver, "CUDA %d.%d", cuda / 1000,
                 cuda % 1000 / 10);
}
