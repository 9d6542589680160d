/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device.h"

#include "base/translate.h"
#include "fault.h"
#include "host.h"

#include <atomic>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { MAX_GPUS = 16 };

/* A GPU that jobs run on. */
struct gpu {
    int number;            /* of the CUDA device */
    bool is_dropped;       /* it failed, and the others take its jobs */
    std::atomic<int> jobs; /* that run on it now */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of all but `lost` */
static bool is_found;
static struct gpu gpus[MAX_GPUS];
static int gpu_count;
static size_t memory; /* of one of them, in bytes */

static pthread_mutex_t lost_lock = PTHREAD_MUTEX_INITIALIZER;
static errdiff_message lost; /* why the device is unusable; empty if it is usable */

void errdiff_device_explain(cudaError_t error, const char *doing, errdiff_message *reason)
{
    if (error == cudaErrorMemoryAllocation)
        errdiff_host->fail(reason, ERRDIFF_CANNOT_RUN,
                           N_("the GPU does not have enough free memory for this image"));
    else if (error == cudaErrorLaunchTimeout)
        errdiff_host->fail(reason, ERRDIFF_CANNOT_RUN,
                           N_("the GPU's driver stopped a kernel that took too long"));
    else
        errdiff_host->fail(reason, ERRDIFF_CANNOT_RUN, "the GPU failed while %s: %s", doing,
                           cudaGetErrorString(error));
    /* The first call clears an error that can be recovered from; a second one shows if it stays. */
    (void)cudaGetLastError();
    if (cudaGetLastError() != cudaSuccess) {
        pthread_mutex_lock(&lost_lock);
        errdiff_host->fail(
            &lost, ERRDIFF_CANNOT_RUN,
            N_("the GPU cannot be used because an earlier operation on it failed: %s"),
            cudaGetErrorString(error));
        pthread_mutex_unlock(&lost_lock);
    }
}

static bool explain_missing(cudaError_t error, errdiff_message *reason)
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
        errdiff_device_explain(error, "it was set up", reason);
    }
    return false;
}

/* Lists the first GPU, and the others of its model: what a job was planned for one of them holds
 * for all. */
static cudaError_t list_gpus(int count)
{
    cudaDeviceProp first = {}, properties;
    gpu_count = 0;
    for (int number = 0; number < count && gpu_count < MAX_GPUS; number++) {
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
        if (strcmp(properties.name, first.name) != 0 ||
            properties.multiProcessorCount != first.multiProcessorCount)
            continue;
        gpus[gpu_count++].number = number;
    }
    return cudaSuccess;
}

int errdiff_device_take(void)
{
    pthread_mutex_lock(&lock);
    struct gpu *least = &gpus[0];
    for (int i = 1; i < gpu_count; i++)
        if (!gpus[i].is_dropped && gpus[i].jobs < least->jobs)
            least = &gpus[i];
    least->jobs++;
    pthread_mutex_unlock(&lock);
    return least->number;
}

size_t errdiff_device_memory(void)
{
    return memory;
}

static struct gpu *gpu_of(int number)
{
    int i = 0;
    while (gpus[i].number != number)
        i++;
    return &gpus[i];
}

void errdiff_device_leave(int number)
{
    gpu_of(number)->jobs--;
}

int errdiff_device_jobs(int number)
{
    return gpu_of(number)->jobs;
}

bool errdiff_device_drop(int number)
{
    pthread_mutex_lock(&lock);
    struct gpu *gpu = gpu_of(number);
    const bool has_others = gpu != &gpus[0];
    gpu->is_dropped = has_others;
    pthread_mutex_unlock(&lock);
    return has_others;
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

static bool find(errdiff_message *reason)
{
    int count = 0;
    cudaError_t error = cudaGetDeviceCount(&count);
    if (errdiff_fault_is("no-driver") || errdiff_fault_is("old-driver"))
        error = cudaErrorInsufficientDriver;
    error = errdiff_fault("no-gpu", cudaErrorNoDevice, error);
    error = errdiff_fault("busy", cudaErrorDevicesUnavailable, error);
    if (error == cudaSuccess)
        error = cudaSetDevice(0);
    if (error == cudaSuccess)
        error = list_gpus(count);
    if (error == cudaSuccess)
        return true;
    (void)cudaGetLastError();
    return explain_missing(error, reason);
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
    pthread_mutex_lock(&lock);
    if (!is_found)
        is_found = find(reason);
    const bool is_usable = is_found;
    pthread_mutex_unlock(&lock);
    return is_usable;
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
