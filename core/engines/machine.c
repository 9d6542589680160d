/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describes the processor and the GPU of this machine. */
#include "engines/cuda_module.h"

#include <omp.h>
#include <stdio.h>
#include <string.h>

/* Only Linux has this file; on other systems the name stays empty. */
static void read_cpu_name(char *name, size_t size)
{
    static const char key[] = "model name";
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && !*name && fgets(line, sizeof line, file)) {
        const char *value = strchr(line, ':');
        if (!value || strncmp(line, key, sizeof key - 1) != 0)
            continue;
        value += 1 + strspn(value + 1, " ");
        snprintf(name, size, "%.*s", (int)strcspn(value, "\n"), value);
    }
    if (file)
        fclose(file);
}

void errdiff_machine_get(errdiff_machine *machine, errdiff_message *no_gpu)
{
    *machine = (errdiff_machine){.processors = omp_get_num_procs()};
    read_cpu_name(machine->cpu, sizeof machine->cpu);
    if (no_gpu)
        no_gpu->text[0] = '\0';
    if (errdiff_cuda_find_device(no_gpu))
        errdiff_cuda_describe(machine);
}
