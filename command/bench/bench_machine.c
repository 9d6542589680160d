/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes what the measured times depend on, the machine and the compiler, as JSON. */
#include "bench_machine.h"

#include "bench_arguments.h"
#include "bench_image.h"
#include "bench_options.h"
#include "bench_row.h"
#include "json.h"

#include <string.h>
#include <time.h>

#ifdef __clang__
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

static bool can_any_engine_use(const char *isa, const struct bench_job *job,
                               const struct bench_image *image)
{
    for (int i = 0; i < errdiff_engine_count(); i++) {
        errdiff_engine_info info;
        errdiff_report report;
        errdiff_engine_get(i, &info);
        struct bench_row row = {.engine = info.name, .isa = isa, .threads = 1};
        if (bench_row_run(&row, job, image, &report) == ERRDIFF_OK && strcmp(report.isa, isa) == 0)
            return true;
    }
    return false;
}

static void write_isas(FILE *file)
{
    struct bench_job job = {.width = 64, .height = 64, .channels = 1, .bits = 8};
    struct bench_image image;
    bench_options_init(&job.options);
    errdiff_kernel_parse(job.options.kernel, &job.kernel, NULL);
    bool has_memory = bench_image_make(&image, &job, NULL) == ERRDIFF_OK;
    const char *comma = "";
    fputs("\"isas\": [", file);
    for (int i = 0; has_memory && bench_isas[i]; i++)
        if (can_any_engine_use(bench_isas[i], &job, &image)) {
            fputs(comma, file);
            json_write_string(file, bench_isas[i]);
            comma = ", ";
        }
    putc(']', file);
    if (has_memory)
        bench_image_free(&image);
}

void machine_write_json(FILE *file)
{
    errdiff_machine machine;
    char date[16] = "";
    time_t now = time(NULL);
    struct tm *utc = gmtime(&now);
    if (utc)
        strftime(date, sizeof date, "%Y-%m-%d", utc);
    errdiff_machine_get(&machine, NULL);
    putc('{', file);
    json_write_text(file, "date", date);
    json_write_text(file, "cpu", machine.cpu);
    json_write_number(file, "processors", machine.processors);
    if (*machine.gpu) {
        json_write_text(file, "gpu", machine.gpu);
        json_write_text(file, "driver", machine.driver);
        json_write_number(file, "compute_capability", machine.capability / 10.0);
    }
    json_write_text(file, "compiler", COMPILER);
    json_write_text(file, "errdiff", errdiff_version());
    write_isas(file);
    putc('}', file);
}
