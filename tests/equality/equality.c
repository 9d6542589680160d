/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every engine against the plain reference, byte for byte, on thousands of drawn jobs.
 *
 * A job is a number. The first ones go systematically through kernels, formats, levels and
 * strengths; the others are drawn from the seed and the number alone, so that any job can be
 * repeated by itself. Half of those go evenly through the variants of the wavefront's lane kernels,
 * whose jobs are counted: a variant without enough jobs is a failure. A quarter is at the borders
 * of vectors and tiles, and a quarter is anything.
 *
 * An engine that runs no job is a failure. If fewer jobs were asked for than the usual 3000,
 * further ones are drawn until each engine has run one, up to that number.
 *
 *     --drawn         leaves the systematic ones out
 *     --first N       begins with the drawn job N, in place of 0
 *     --full          takes all of the systematic ones
 *     --gray          makes each job one of 8-bit gray, two levels, Floyd and Steinberg's weights
 *                     and nothing else, for which engines have special code
 *     --large         makes each image one of 256 to 1024 pixels a side, often with a mask, with
 *                     exact colors that are kept, or with colors out of gamut; after --gray
 *     --stable        makes each job a frame that has another one before it
 *     --refine        lets a search follow the dithering of each job
 *     --isa NAME      runs the wavefront with this instruction set, as ERRDIFF_ISA=NAME would; if
 *                     several are named, each runs all jobs, whose results by the rule are made
 *                     only once. Those that this processor lacks are left out. Not at once
 *     --at-once N     runs this many jobs at once, in threads of their own: engines may be called
 *                     by several threads of a program, and a GPU is then busier
 *     --lane-kernels  prints how many jobs each variant of the lane kernels had, so that they can
 *                     be summed over several runs; without it a variant with too few is a failure
 */
#define _POSIX_C_SOURCE 200809L

#include "../support/environment.h"
#include "errdiff.h"
#include "lane_kernels.h"
#include "run.h"
#include "systematic.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SKIPPED = 77 /* what meson takes for a skipped test */,
    MAX_AT_ONCE = 256,
    DEFAULT_JOBS = 3000
};

/* The jobs that are still to be run. */
struct queue {
    struct session *session;
    atomic_int next;
    int end;
    int takes_all; /* those that are left out otherwise, too */
};

static void usage(void)
{
    fprintf(
        stderr,
        "usage: errdiff-equality [--seed N] [--jobs N] [--only JOB] [--engine NAME]... "
        "[--isa NAME]... [--full | --drawn [--first N]] [--gray] [--large] [--stable] [--refine] "
        "[--at-once N] [--lane-kernels] [--verbose]\n");
    exit(2);
}

static uint64_t parse_number(const char *text)
{
    char *end;
    unsigned long long value = text ? strtoull(text, &end, 10) : 0;

    if (!text || end == text || *end)
        usage();
    return value;
}

static int is_engine(const char *name)
{
    for (int i = 0; i < errdiff_engine_count(); i++) {
        errdiff_engine_info info;
        errdiff_engine_get(i, &info);
        if (strcmp(info.name, name) == 0)
            return 1;
    }
    return 0;
}

/* What this machine lacks cannot be tested on it. A name or a setting that is wrong is a mistake,
 * not something that the machine lacks. */
static int is_lacking(const char *name, const char *reason)
{
    return is_engine(name) && (strstr(reason, "this processor does not support") ||
                               strncmp(reason, "ERRDIFF_", strlen("ERRDIFF_")) != 0);
}

static void add_engine(struct session *session, const char *name)
{
    errdiff_message reason;

    if (!name || session->engine_count == MAX_ENGINES)
        usage();
    if (!errdiff_engine_available(name, &reason)) {
        fprintf(stderr, "%s: %s\n", name, reason.text);
        exit(is_lacking(name, reason.text) ? SKIPPED : 2);
    }
    session->engines[session->engine_count++] = (struct engine){.name = name};
}

static void add_instruction_set(struct session *session, const char *isa)
{
    errdiff_message reason;

    if (!isa || session->engine_count == MAX_ENGINES)
        usage();
    set_environment("ERRDIFF_ISA", isa);
    if (errdiff_engine_available("wavefront", &reason)) {
        session->engines[session->engine_count++] = (struct engine){"wavefront", .isa = isa};
        return;
    }
    if (!is_lacking("wavefront", reason.text)) {
        fprintf(stderr, "%s\n", reason.text);
        exit(2);
    }
    printf("wavefront with %s: SKIPPED: %s\n", isa, reason.text);
    session->skipped++;
}

static void add_available_engines(struct session *session)
{
    for (int i = 0; i < errdiff_engine_count(); i++) {
        errdiff_engine_info info;
        errdiff_message reason;

        errdiff_engine_get(i, &info);
        if (session->stable && strcmp(info.name, "cuda-shuffle") == 0)
            continue; /* it takes no frame that has another one before it */
        if (errdiff_engine_available(info.name, &reason))
            add_engine(session, info.name);
        else {
            printf("%s: SKIPPED: %s\n", info.name, reason.text);
            session->skipped++;
        }
    }
}

static int has_engine(const struct session *session, const char *name)
{
    for (int e = 0; e < session->engine_count; e++)
        if (strcmp(session->engines[e].name, name) == 0)
            return 1;
    return 0;
}

/* Whether an engine has not run a job yet. */
static int has_idle_engine(const struct session *session)
{
    for (int e = 0; e < session->engine_count; e++)
        if (session->engines[e].ran == 0)
            return 1;
    return 0;
}

static void *run_jobs(void *user)
{
    struct queue *queue = user;

    for (;;) {
        int number = atomic_fetch_add(&queue->next, 1);
        if (number >= queue->end)
            return NULL;
        if (queue->takes_all || !systematic_is_left_out(number))
            run_job(queue->session, number);
    }
}

static void run_at_once(struct queue *queue, int count)
{
    pthread_t threads[MAX_AT_ONCE];

    lane_kernels_count(); /* makes their list */
    for (int i = 1; i < count; i++) {
        if (pthread_create(&threads[i], NULL, run_jobs, queue) != 0) {
            fprintf(stderr, "%d threads cannot be had\n", count);
            exit(2);
        }
    }
    run_jobs(queue);
    for (int i = 1; i < count; i++)
        pthread_join(threads[i], NULL);
}

int main(int argc, char **argv)
{
    struct session session = {.seed = 1, .lock = PTHREAD_MUTEX_INITIALIZER};
    int jobs = DEFAULT_JOBS, at_once = 1;
    int has_instruction_sets = 0, only = -1, first_drawn = 0, prints_lane_kernels = 0;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--seed") == 0)
            session.seed = parse_number(argv[++i]);
        else if (strcmp(argv[i], "--jobs") == 0)
            jobs = (int)parse_number(argv[++i]);
        else if (strcmp(argv[i], "--only") == 0)
            only = (int)parse_number(argv[++i]);
        else if (strcmp(argv[i], "--engine") == 0)
            add_engine(&session, argv[++i]);
        else if (strcmp(argv[i], "--isa") == 0) {
            add_instruction_set(&session, argv[++i]);
            has_instruction_sets = 1;
        } else if (strcmp(argv[i], "--drawn") == 0)
            session.drawn_only = 1;
        else if (strcmp(argv[i], "--first") == 0)
            first_drawn = (int)parse_number(argv[++i]);
        else if (strcmp(argv[i], "--at-once") == 0)
            at_once = (int)parse_number(argv[++i]);
        else if (strcmp(argv[i], "--lane-kernels") == 0)
            prints_lane_kernels = 1;
        else if (strcmp(argv[i], "--gray") == 0)
            session.gray = 1;
        else if (strcmp(argv[i], "--large") == 0)
            session.large = 1;
        else if (strcmp(argv[i], "--stable") == 0)
            session.stable = 1;
        else if (strcmp(argv[i], "--refine") == 0)
            session.refine = 1;
        else if (strcmp(argv[i], "--full") == 0)
            session.full = 1;
        else if (strcmp(argv[i], "--verbose") == 0)
            session.verbose = 1;
        else
            usage();
    }
    if (at_once < 1 || at_once > MAX_AT_ONCE || (has_instruction_sets && at_once > 1))
        usage();
    if (session.engine_count == 0 && has_instruction_sets)
        return SKIPPED;
    if (session.engine_count == 0)
        add_available_engines(&session);

    int begin = systematic_count() + first_drawn;
    struct queue queue = {.session = &session,
                          .next = only >= 0            ? only
                                  : session.drawn_only ? begin
                                                       : 0,
                          .end = only >= 0 ? only + 1 : begin + jobs,
                          .takes_all = only >= 0 || session.full};
    run_at_once(&queue, at_once);
    /* Of few jobs, an engine may be able to run none. */
    for (int i = jobs; only < 0 && i < DEFAULT_JOBS && has_idle_engine(&session); i++)
        run_job(&session, begin + i);

    for (int e = 0; e < session.engine_count; e++) {
        const struct engine *engine = &session.engines[e];
        const char *with = engine->isa ? " with " : "", *isa = engine->isa ? engine->isa : "";
        printf("%s%s%s: %ld jobs ran, %ld refused\n", engine->name, with, isa, engine->ran,
               engine->refused);
        if (engine->ran == 0) {
            printf("FAILED: %s%s%s ran nothing\n", engine->name, with, isa);
            session.failed++;
        }
    }
    /* A few jobs run other variants than the one that they were drawn for. */
    if (has_engine(&session, "wavefront") && only < 0 && !session.gray && !session.large &&
        !session.stable && !session.refine)
        session.failed += lane_kernels_report(
            prints_lane_kernels, prints_lane_kernels ? 0 : jobs / 2 / lane_kernels_count() / 2);
    printf("digest of all results: %016" PRIx64 "\n", session.digest);
    printf("%ld passed, %ld failed, %d engines skipped\n", session.passed, session.failed,
           session.skipped);
    return session.failed > 0;
}
