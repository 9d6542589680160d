/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the experiments of three papers for `errdiff-bench --paper`, and the times that the papers
 * state. */
#include "bench_paper.h"

#include "bench_run.h"
#include "errdiff_hologram.h"
#include "process.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct bench_size squares[] = {
    {1024, 1024}, {2048, 2048}, {4096, 4096}, {8192, 8192}, {16384, 16384}};
enum { SQUARE_COUNT = sizeof squares / sizeof *squares };

/* Lagrange et al., section 4.1; on machines with less memory the hologram is smaller. */
static const struct bench_size hologram = {24576, 24576}, small_hologram = {8192, 8192};
static const double HOLOGRAM_MEMORY = 24e9;
enum { HOLOGRAM_HOGEL = 2048, HOLOGRAM_PHASES = 256, HOLOGRAM_TAPS = 27 };

/* The experiments that have been listed so far. */
struct list {
    struct bench_experiment *experiments;
    int count;
    const struct bench_arguments *arguments;
    int processors;
};

static struct bench_experiment *begin(struct list *list, const char *part, const char *title)
{
    struct bench_experiment *experiment = &list->experiments[list->count++];
    *experiment = (struct bench_experiment){.part = part};
    snprintf(experiment->title, sizeof experiment->title, "%s", title);
    return experiment;
}

/* Gray images with two levels, as in both papers about images. */
static struct bench_experiment *begin_images(struct list *list, const char *part, const char *title)
{
    struct bench_experiment *experiment = begin(list, part, title);
    const struct bench_arguments *arguments = list->arguments;
    const struct bench_size *sizes = arguments->size_count > 0 ? arguments->sizes : squares;
    int count = arguments->size_count > 0 ? arguments->size_count : SQUARE_COUNT;
    for (int i = 0; i < count && i < BENCH_PAPER_JOBS; i++) {
        struct bench_job *job = &experiment->jobs[experiment->job_count];
        *job = (struct bench_job){.width = sizes[i].width,
                                  .height = sizes[i].height,
                                  .channels = 1,
                                  .bits = 8,
                                  .options = arguments->options,
                                  .kernel = arguments->kernel};
        for (int c = 0; c < 3; c++)
            job->options.levels[c] = 2;
        experiment->keys[experiment->job_count] = job->width == job->height ? job->width : 0;
        snprintf(experiment->columns[experiment->job_count++], sizeof *experiment->columns,
                 "%d × %d", job->width, job->height);
    }
    return experiment;
}

static struct bench_row *add(struct bench_experiment *experiment, const char *engine, int threads,
                             const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Adds a row. Its label is the engine, and the rest as in printf. */
static struct bench_row *add(struct bench_experiment *experiment, const char *engine, int threads,
                             const char *format, ...)
{
    int number = experiment->row_count++;
    char *label = experiment->labels[number];
    va_list values;
    va_start(values, format);
    size_t length = (size_t)snprintf(label, sizeof *experiment->labels, "%s", engine);
    vsnprintf(label + length, sizeof *experiment->labels - length, format, values);
    va_end(values);
    experiment->rows[number] =
        (struct bench_row){.engine = engine, .isa = "", .threads = threads, .label = label};
    return &experiment->rows[number];
}

static void set(struct bench_row *row, const char *variable, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void set(struct bench_row *row, const char *variable, const char *format, ...)
{
    int number = 0;
    while (row->settings[number].variable)
        number++;
    row->settings[number].variable = variable;
    va_list values;
    va_start(values, format);
    vsnprintf(row->settings[number].value, sizeof row->settings[number].value, format, values);
    va_end(values);
}

/* Adds an engine in its two forms: one kernel for all iterations, and a kernel for each. */
static void add_forms(struct bench_experiment *experiment, const char *engine)
{
    add(experiment, engine, 0, "%s", "");
    set(add(experiment, engine, 0, ", a launch an iteration"), "ERRDIFF_PERSISTENT", "0");
}

/* ---- Deshpande, Misra and Narayanan 2011 --------------------------------------------------- */

static void list_block_threads(struct list *list)
{
    struct bench_experiment *experiment =
        begin_images(list, "Section 3.2, figure 10", "blocks on the processor, by threads");
    add(experiment, "serial-ed", 1, "%s", "");
    for (int threads = 1; threads <= list->processors && threads <= 64; threads *= 2) {
        add(experiment, "block", threads, ", threads: %d", threads);
        set(add(experiment, "block", threads, " with barriers, threads: %d", threads),
            "ERRDIFF_BLOCK_BARRIER", "1");
    }
}

static void list_block_sizes(struct list *list)
{
    struct bench_experiment *experiment =
        begin_images(list, "Section 3.2, block size", "blocks on the processor, by their size");
    for (int side = 64; side <= 2048; side *= 2) {
        struct bench_row *row = add(experiment, "block", 0, ", %d × %d", side, side);
        set(row, "ERRDIFF_BLOCK", "%dx%d", side, side);
        row = add(experiment, "block", 0, " with barriers, %d × %d", side, side);
        set(row, "ERRDIFF_BLOCK", "%dx%d", side, side);
        set(row, "ERRDIFF_BLOCK_BARRIER", "1");
    }
}

static void list_storage(struct list *list)
{
    struct bench_experiment *experiment = begin_images(
        list, "Section 3.3", "knight's move storage (cuda-knight) and raster storage (cuda-pwec)");
    add_forms(experiment, "cuda-knight");
    add(experiment, "cuda-knight", 0, ", its reorderings alone")->is_reordering = true;
    add_forms(experiment, "cuda-pwec");
}

static void list_handover(struct list *list)
{
    struct bench_experiment *experiment = begin_images(
        list, "Section 4.1", "handover, by the least number of pixels of the GPU's iterations");
    set(add(experiment, "handover", 0, ", n = 1: GPU alone"), "ERRDIFF_HANDOVER", "1");
    for (int n = 64; n <= 8192; n *= 2)
        set(add(experiment, "handover", 0, ", n = %d", n), "ERRDIFF_HANDOVER", "%d", n);
}

static void list_hybrid(struct list *list)
{
    struct bench_experiment *experiment = begin_images(
        list, "Section 4.2", "hybrid, by the columns of the CPU and by iterations in a group");
    set(add(experiment, "hybrid", 0, ", strip 0: GPU alone"), "ERRDIFF_STRIP", "0");
    for (int strip = 64; strip <= 2048; strip *= 2)
        set(add(experiment, "hybrid", 0, ", strip %d", strip), "ERRDIFF_STRIP", "%d", strip);
    set(add(experiment, "hybrid", 0, ", strip of all: CPU alone"), "ERRDIFF_STRIP", "%d",
        ERRDIFF_MAX_SIDE);
    for (int group = 1; group <= 64; group *= 4)
        set(add(experiment, "hybrid", 0, ", group of %d", group), "ERRDIFF_GROUP", "%d", group);
    struct bench_row *narrow = add(experiment, "hybrid", 0, ", strip 32, group of 1");
    set(narrow, "ERRDIFF_STRIP", "32");
    set(narrow, "ERRDIFF_GROUP", "1");
}

/* A model of a GPU with few multiprocessors, as the paper has: few thread blocks run at once. */
static void list_few_multiprocessors(struct list *list)
{
    static const char *const engines[] = {"cuda-knight", "handover"};
    static const struct {
        int strip, group;
    } splits[] = {{32, 1}, {256, 1}, {256, 64}, {512, 64}, {1024, 64}, {2048, 64}, {3072, 64}};
    enum { BLOCKS = 2 };
    struct bench_experiment *experiment =
        begin_images(list, "Section 4.2, few multiprocessors", "with 2 thread blocks at once");
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
        set(add(experiment, engines[i], 0, "%s", ""), "ERRDIFF_RESIDENT_BLOCKS", "%d", BLOCKS);
    for (size_t i = 0; i < sizeof splits / sizeof *splits; i++) {
        int strip = splits[i].strip, group = splits[i].group;
        struct bench_row *row =
            add(experiment, "hybrid", 0, ", strip %d, group of %d", strip, group);
        set(row, "ERRDIFF_RESIDENT_BLOCKS", "%d", BLOCKS);
        set(row, "ERRDIFF_STRIP", "%d", strip);
        set(row, "ERRDIFF_GROUP", "%d", group);
    }
}

static void list_deshpande(struct list *list)
{
    static const char *const engines[] = {"serial-ed", "block",     "cuda-knight",  "handover",
                                          "hybrid",    "wavefront", "cuda-softsync"};
    struct bench_experiment *experiment =
        begin_images(list, "All methods", "each with its usual sizes, and this project's own");
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
        add(experiment, engines[i], 0, "%s", "");
    list_block_threads(list);
    list_block_sizes(list);
    list_storage(list);
    list_handover(list);
    list_hybrid(list);
    list_few_multiprocessors(list);
}

/* ---- Kasagi, Nakano and Ito 2014 ----------------------------------------------------------- */

static void list_kasagi(struct list *list)
{
    static const struct bench_size blocks[] = {{32, 32}, {64, 32}, {64, 64}, {128, 64}, {128, 128}};
    struct bench_experiment *table = begin_images(list, "Table I", "all methods");
    add(table, "serial-ed", 1, "%s", "");
    add(table, "serial-ec", 1, "%s", "");
    add_forms(table, "cuda-pwed");
    add_forms(table, "cuda-pwec");
    add(table, "cuda-bwed", 0, "%s", "");
    add(table, "cuda-bwec", 0, "%s", "");
    add(table, "cuda-shuffle", 0, "%s", "");
    add(table, "cuda-softsync", 0, "%s", "");
    struct bench_experiment *threads =
        begin_images(list, "Section II", "one thread a pixel, by the threads of a thread block");
    for (int count = 32; count <= 256; count *= 2) {
        set(add(threads, "cuda-pwed", 0, ", %d threads", count), "ERRDIFF_FRONT_THREADS", "%d",
            count);
        set(add(threads, "cuda-pwec", 0, ", %d threads", count), "ERRDIFF_FRONT_THREADS", "%d",
            count);
    }
    struct bench_experiment *sizes =
        begin_images(list, "Section III", "blocks in shared memory, by their size");
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        int width = blocks[i].width, height = blocks[i].height;
        set(add(sizes, "cuda-bwed", 0, ", %d × %d", width, height), "ERRDIFF_CUDA_BLOCK", "%dx%d",
            width, height);
        set(add(sizes, "cuda-bwec", 0, ", %d × %d", width, height), "ERRDIFF_CUDA_BLOCK", "%dx%d",
            width, height);
    }
}

/* ---- Lagrange, Gilles, Heggarty and Fracasso 2024 ------------------------------------------ */

static struct bench_size choose_hologram(const struct bench_arguments *arguments)
{
    if (arguments->size_count > 0)
        return arguments->sizes[0];
    return process_machine_memory() >= HOLOGRAM_MEMORY ? hologram : small_hologram;
}

static void list_lagrange(struct list *list)
{
    static const int slopes[] = {1, 3, 6, 0};
    struct bench_size size = choose_hologram(list->arguments);
    struct bench_experiment *table = begin(list, "Table 3", "");
    snprintf(table->title, sizeof table->title,
             "holograms of %d × %d, 27 weights of the method paper, hogels of 2048, by p",
             size.width, size.height);
    for (size_t i = 0; i < sizeof slopes / sizeof *slopes; i++) {
        table->jobs[table->job_count] = (struct bench_job){.width = size.width,
                                                           .height = size.height,
                                                           .channels = 1,
                                                           .bits = 16, /* of a stored level */
                                                           .phases = HOLOGRAM_PHASES,
                                                           .hogel = HOLOGRAM_HOGEL,
                                                           .tap_count = HOLOGRAM_TAPS,
                                                           .slope = slopes[i],
                                                           .method = ERRDIFF_HOLOGRAM_PAPER};
        table->keys[table->job_count] = slopes[i];
        snprintf(table->columns[table->job_count++], sizeof *table->columns,
                 slopes[i] > 0 ? "p = %d" : "no limit", slopes[i]);
    }
    add(table, "cuda-softsync", 0, "%s", "");
    add(table, "wavefront", 0, "%s", "");
}

int bench_paper_list(struct bench_experiment experiments[BENCH_MAX_EXPERIMENTS],
                     const struct research_arguments *arguments, int processors)
{
    struct list list = {experiments, 0, &arguments->shared, processors};
    if (arguments->paper == RESEARCH_DESHPANDE)
        list_deshpande(&list);
    else if (arguments->paper == RESEARCH_KASAGI)
        list_kasagi(&list);
    else
        list_lagrange(&list);
    return list.count;
}

/* ---- The papers' own times ----------------------------------------------------------------- */

static const struct {
    const char *part;
    struct bench_published time;
} published[] = {
    {"All methods", {"paper: serial, laptop", 8192, 4000}},
    {"All methods", {"paper: fastest, GeForce 8600M", 8192, 400}},
    {"Table I", {"paper: best serial EC, Core i7-3770K", 16384, 2052}},
    {"Table I", {"paper: BWED, GeForce GTX 780 Ti", 1024, 1.89}},
    {"Table I", {"paper: BWED, GeForce GTX 780 Ti", 2048, 3.94}},
    {"Table I", {"paper: BWED, GeForce GTX 780 Ti", 4096, 7.99}},
    {"Table I", {"paper: BWED, GeForce GTX 780 Ti", 8192, 16.45}},
    {"Table I", {"paper: BWEC, GeForce GTX 780 Ti", 1024, 1.85}},
    {"Table I", {"paper: BWEC, GeForce GTX 780 Ti", 2048, 3.92}},
    {"Table I", {"paper: BWEC, GeForce GTX 780 Ti", 4096, 8.10}},
    {"Table I", {"paper: BWEC, GeForce GTX 780 Ti", 8192, 16.63}},
    {"Table I", {"paper: BWEC, GeForce GTX 780 Ti", 16384, 46.75}},
    {"Table 3", {"paper: RTX 2080 Ti, 24576 × 24576", 1, 164}},
    {"Table 3", {"paper: RTX 2080 Ti, 24576 × 24576", 3, 304}},
    {"Table 3", {"paper: RTX 2080 Ti, 24576 × 24576", 6, 507}},
};

const struct bench_published *bench_paper_published(const struct bench_experiment *experiment,
                                                    int index)
{
    for (size_t i = 0; i < sizeof published / sizeof *published; i++)
        if (strcmp(published[i].part, experiment->part) == 0 && index-- == 0)
            return &published[i].time;
    return NULL;
}
