/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The wavefront engine: bands of rows, each row of a band in a lane of a vector (band.h,
 * README.md). Threads take bands in turn, from top to bottom. A band may dither a tile as soon as
 * the band above has written the part of its lines that the tile reads. Each band counts its
 * finished tiles in an atomic number.
 *
 *     band 0   ████████████████████░░░░
 *     band 1   ███████████░░░░░░░░░░░░░      one thread for each band
 *     band 2   ███░░░░░░░░░░░░░░░░░░░░░
 *
 * Skewing a loop so that its iterations become independent is the classic wavefront method. In
 * terms of Deshpande, Misra and Narayanan 2011, section 3.2, a block is here one vector high, and
 * errors pass between its rows in registers.
 */
#include "band.h"
#include "base/message.h"
#include "base/translate.h"
#include "engines/engine.h"
#include "isa.h"
#include "narrow_plan.h"
#include "serpentine.h"
#include "wavefront_choice.h"
#include "wide_plan.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64, MOST_SLACK = 8 };

/* How many tiles a band has finished, and all bands before it in this place: it only rises. */
struct progress {
    _Alignas(ALIGNMENT) _Atomic int64_t tiles;
};

struct run {
    struct errdiff_wave wave;
    union {
        struct errdiff_narrow_plan narrow;
        struct errdiff_wide_plan wide;
    } plan;
    int band_count;
    int member_count;
    int place_count;  /* for lines and progress: a band more than can be in flight */
    int lag;          /* tiles by which a band is ahead of the next one */
    int slack;        /* tiles more that a thread waits for */
    size_t line_size; /* bytes */
    unsigned char *memory;
    unsigned char *lines;  /* of each place, and at last those above the picture */
    unsigned char *states; /* of each member's band */
    struct progress *progress;
    _Atomic int next_band;
    _Atomic bool stopped;
    _Atomic int64_t clamped;
    _Atomic int members; /* that had a band to run */
};

/*
 * What a piece leaves to the next: the lines that its last band wrote, whole, so that the margin is
 * in them. The instruction set stays the first piece's, since the lines' layout goes with it.
 */
struct carried {
    const struct errdiff_isa *isa;
    bool is_filled;
    unsigned char lines[];
};

static size_t round_up(size_t size)
{
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static bool allocate(struct run *run)
{
    const struct errdiff_wave *wave = &run->wave;
    const struct errdiff_form *form = wave->form;
    size_t numbers = (size_t)wave->skew * (size_t)form->lanes +
                     (size_t)wave->tile_count * (size_t)form->tile + ALIGNMENT;
    run->line_size = round_up(numbers * form->number_size);
    size_t places = (size_t)run->place_count;
    size_t progress = places * sizeof *run->progress;
    size_t lines = (places + 1) * (size_t)wave->line_count * run->line_size;
    size_t states = (size_t)run->member_count * ERRDIFF_MOST_STATE;
    run->memory = aligned_alloc(ALIGNMENT, round_up(progress + lines) + states);
    if (!run->memory)
        return false;
    run->progress = (void *)run->memory;
    memset(run->progress, 0, progress);
    run->lines = run->memory + progress;
    run->states = run->memory + round_up(progress + lines);
    return true;
}

static void *line_at(const struct run *run, int place, int line)
{
    return run->lines + (size_t)(place * run->wave.line_count + line) * run->line_size;
}

/* The lines above a whole picture, or above its first piece. */
static void clear_lines(const struct run *run)
{
    const struct errdiff_wave *wave = &run->wave;
    for (int line = 0; line < wave->line_count; line++) {
        int16_t *narrow = line_at(run, run->place_count, line);
        int32_t *wide = line_at(run, run->place_count, line);
        for (size_t i = 0; i < run->line_size / wave->form->number_size; i++)
            if (wave->form->number_size == sizeof *narrow)
                narrow[i] = (int16_t)wave->nothing[line];
            else
                wide[i] = wave->nothing[line];
    }
}

static size_t lines_size(const struct run *run)
{
    return (size_t)run->wave.line_count * run->line_size;
}

/* Room for what a piece leaves, before the first one writes anything. */
static bool make_carried(const struct run *run, struct errdiff_carry *carry,
                         const struct errdiff_isa *isa)
{
    if (!carry || carry->state)
        return true;
    struct carried *carried = malloc(sizeof *carried + lines_size(run));
    if (carried)
        *carried = (struct carried){.isa = isa};
    carry->state = carried;
    return carried != NULL;
}

static void begin_lines(const struct run *run, const struct errdiff_carry *carry)
{
    const struct carried *carried = carry ? carry->state : NULL;
    if (carried && carried->is_filled)
        memcpy(line_at(run, run->place_count, 0), carried->lines, lines_size(run));
    else
        clear_lines(run);
}

static void carry_lines(const struct run *run, const struct errdiff_carry *carry)
{
    struct carried *carried = carry->state;
    int last_place = (run->band_count - 1) % run->place_count;
    memcpy(carried->lines, line_at(run, last_place, 0), lines_size(run));
    carried->is_filled = true;
}

/* Where the lines begin that band `band` writes, at the number for step 0 of its own band or, as
 * the next band reads them, of that one. */
static void set_lines(struct run *run, struct errdiff_band *band, int number)
{
    const struct errdiff_wave *wave = &run->wave;
    int above = number == 0 ? run->place_count : (number - 1) % run->place_count;
    size_t margin = (size_t)wave->skew * (size_t)wave->form->lanes * wave->form->number_size;
    for (int line = 0; line < wave->line_count; line++) {
        band->from[line] = (unsigned char *)line_at(run, above, line) + margin;
        band->to[line] = line_at(run, number % run->place_count, line);
    }
}

/* Rows that are done, were they done one after the other. */
static int rows_done(const struct run *run, int number, int tile)
{
    int lanes = run->wave.form->lanes;
    int rows = number * lanes + (int)((int64_t)lanes * tile / (run->wave.tile_count + 1));
    int most = run->wave.job->in.height - 1;
    return rows < most ? rows : most;
}

static void poll(struct run *run, int rows)
{
    if (errdiff_progress_cancelled(&run->wave.job->run.progress, rows))
        atomic_store_explicit(&run->stopped, true, memory_order_relaxed);
}

/* The tiles that band `number` has finished; what they wrote may be read. */
static int64_t finished_tiles(struct run *run, int number)
{
    int64_t before = (int64_t)(number / run->place_count) * run->wave.tile_count;
    return atomic_load_explicit(&run->progress[number % run->place_count].tiles,
                                memory_order_acquire) -
           before;
}

/* Waits until band `number` has finished that many tiles. FALSE: all are to stop. */
static bool wait_for(struct run *run, int number, int64_t tiles)
{
    int tries = 0;
    while (finished_tiles(run, number) < tiles) {
        if (atomic_load_explicit(&run->stopped, memory_order_relaxed))
            return false;
        errdiff_team_wait(&tries);
    }
    return true;
}

/* A thread that has to wait waits for some tiles more than it needs: progress that is read at each
 * tile, and lines that were written just now, come slowly from another processor. */
static int64_t with_slack(const struct run *run, int64_t tiles)
{
    int64_t most = run->wave.tile_count;
    return tiles + run->slack < most ? tiles + run->slack : most;
}

static bool run_band(struct run *run, struct errdiff_band *band, int number, int member)
{
    const struct errdiff_wave *wave = &run->wave;
    const struct errdiff_form *form = wave->form;
    int rest = wave->job->in.height - number * form->lanes;
    band->first_row = number * form->lanes;
    band->row_count = rest < form->lanes ? rest : form->lanes;
    set_lines(run, band, number);
    form->start(band);
    int64_t before = (int64_t)(number / run->place_count) * wave->tile_count;
    int64_t above = number == 0 ? wave->tile_count : 0; /* finished tiles, when last looked at */
    for (int tile = 0; tile < wave->tile_count; tile++) {
        int64_t needed = tile + 1 + run->lag;
        needed = needed < wave->tile_count ? needed : wave->tile_count;
        if (above < needed && !wait_for(run, number - 1, with_slack(run, needed)))
            return false;
        if (above < needed)
            above = finished_tiles(run, number - 1);
        form->run_tile(band, tile);
        atomic_store_explicit(&run->progress[number % run->place_count].tiles, before + tile + 1,
                              memory_order_release);
        if (member == 0)
            poll(run, rows_done(run, number, tile + 1));
        if (atomic_load_explicit(&run->stopped, memory_order_relaxed))
            return false;
    }
    form->finish(band);
    return true;
}

static void work(void *user, int member)
{
    struct run *run = user;
    /* Not on the stack, which a caller's thread may have little of. */
    unsigned char *state = run->states + (size_t)member * ERRDIFF_MOST_STATE;
    struct errdiff_band band = {.wave = &run->wave, .state = state};
    bool has_run = false;
    for (;;) {
        int number = atomic_fetch_add_explicit(&run->next_band, 1, memory_order_relaxed);
        if (number >= run->band_count)
            break;
        has_run = true;
        if (!run_band(run, &band, number, member))
            break;
    }
    atomic_fetch_add_explicit(&run->members, has_run, memory_order_relaxed);
    atomic_fetch_add_explicit(&run->clamped, band.clamped, memory_order_relaxed);
}

/* The form that can run the job, with its plan. FALSE: none can. */
static bool make_plan(struct run *run, struct errdiff_job *job, const struct errdiff_isa *isa)
{
    struct errdiff_wave *wave = &run->wave;
    *wave = (struct errdiff_wave){
        .job = job, .plan = &run->plan, .samples = job->in.width * job->rule.channels};
    if (errdiff_narrow_plan(&run->plan.narrow, wave)) {
        wave->form = isa->narrow;
    } else if (errdiff_wide_plan(&run->plan.wide, wave)) {
        wave->form = isa->wide;
    } else {
        return false;
    }
    wave->line_count = job->analysis.kernel.reach_up;
    int64_t steps =
        wave->samples + (int64_t)wave->skew * (wave->form->lanes - 1 + wave->line_count);
    wave->tile_count = (int)((steps + wave->form->tile - 1) / wave->form->tile);
    run->lag = (wave->skew * wave->form->lanes + wave->form->tile) / wave->form->tile;
    run->band_count = (job->in.height + wave->form->lanes - 1) / wave->form->lanes;
    return true;
}

_Thread_local struct errdiff_wavefront_choice errdiff_wavefront_choice;

static bool has_inner_tiles(const struct errdiff_wave *wave)
{
    for (int tile = 0; tile < wave->tile_count; tile++)
        if (!errdiff_is_edge(wave, tile))
            return !wave->job->in.mask && wave->job->in.height >= wave->form->lanes;
    return false;
}

static void note_choice(const struct run *run, const struct errdiff_isa *isa)
{
    const struct errdiff_wave *wave = &run->wave;
    const struct errdiff_wide_plan *wide = &run->plan.wide;
    errdiff_wavefront_choice = (struct errdiff_wavefront_choice){
        .channels = wave->job->rule.channels,
        .has_mask = wave->job->in.mask != NULL,
        .has_inner_tiles = has_inner_tiles(wave),
    };
    if (wave->form == isa->narrow) {
        errdiff_wavefront_choice.narrow_kernel = run->plan.narrow.kernel;
        errdiff_wavefront_choice.levels = run->plan.narrow.levels;
        return;
    }
    bool is_by_lane =
        wide->decision == ERRDIFF_WIDE_LANE_BY_LANE && wide->kernel != ERRDIFF_WIDE_TONES;
    errdiff_wavefront_choice.lanes = ERRDIFF_WAVEFRONT_WIDE;
    errdiff_wavefront_choice.wide_kernel = is_by_lane ? ERRDIFF_WIDE_ANY : wide->kernel;
    errdiff_wavefront_choice.decision = wide->decision;
    errdiff_wavefront_choice.rounding = wide->rounding;
    errdiff_wavefront_choice.is_near = wide->is_near;
}

static struct errdiff_threads threads_for(const struct run *run)
{
    const struct errdiff_job *job = run->wave.job;
    struct errdiff_threads threads = job->run.threads;
    int64_t most = (int64_t)run->wave.samples * job->in.height / run->wave.form->least_samples;
    most = most < 1 ? 1 : most;
    if (!threads.is_exact && threads.count > most)
        threads.count = (int)most;
    /* Each band trails the one above by the lag and the tile that it runs; further threads would
     * wait, and waiting threads slow down the others. */
    int side_by_side = (run->wave.tile_count + run->lag) / (run->lag + 1);
    if (!threads.is_exact && threads.count > side_by_side)
        threads.count = side_by_side;
    if (threads.count > run->band_count)
        threads.count = run->band_count;
    return threads;
}

/* Half of what all threads side by side leave free of a band. */
static int slack_for(const struct run *run)
{
    int slack = (run->wave.tile_count / run->member_count - run->lag - 1) / 2;
    return slack < 0 ? 0 : slack < MOST_SLACK ? slack : MOST_SLACK;
}

static errdiff_status run_job(struct errdiff_job *job, errdiff_report *report)
{
    if (job->asked.serpentine) {
        errdiff_wavefront_choice =
            (struct errdiff_wavefront_choice){.lanes = ERRDIFF_WAVEFRONT_SERPENTINE};
        return errdiff_serpentine_run(job, report);
    }
    const struct carried *carried = job->run.carry ? job->run.carry->state : NULL;
    const struct errdiff_isa *isa = carried ? carried->isa : errdiff_isa_pick(&report->message);
    if (!isa)
        return ERRDIFF_CANNOT_RUN;
    struct run *run = calloc(1, sizeof *run);
    if (!run)
        return ERRDIFF_NO_MEMORY;
    make_plan(run, job, isa);
    note_choice(run, isa);
    struct errdiff_threads threads = threads_for(run);
    run->member_count = threads.count;
    run->place_count = threads.count + 1;
    run->slack = slack_for(run);
    errdiff_status status = ERRDIFF_NO_MEMORY;
    if (allocate(run) && make_carried(run, job->run.carry, isa)) {
        begin_lines(run, job->run.carry);
        status = errdiff_team_run(threads, work, run, &report->message);
    }
    if (status == ERRDIFF_OK && atomic_load(&run->stopped))
        status = ERRDIFF_CANCELLED;
    else if (status == ERRDIFF_OK && errdiff_progress_cancelled(&job->run.progress, job->in.height))
        status = ERRDIFF_CANCELLED;
    if (status == ERRDIFF_OK && job->run.carry)
        carry_lines(run, job->run.carry);
    job->run.clamped += atomic_load(&run->clamped);
    report->isa = isa->name;
    report->threads = atomic_load(&run->members);
    free(run->memory);
    free(run);
    return status;
}

static bool can_run(const struct errdiff_job *job, errdiff_message *reason)
{
    const struct errdiff_isa *isa = errdiff_isa_pick(reason);
    if (!isa || !job || errdiff_serpentine_can_run(job))
        return isa != NULL;
    struct run run = {0};
    bool can = make_plan(&run, (struct errdiff_job *)job, isa);
    if (!can)
        errdiff_fail(reason, ERRDIFF_CANNOT_RUN,
                     job->asked.serpentine
                         ? N_("in serpentine order only independent channels can be processed in "
                              "parallel, and this job has fewer than two")
                         : N_("the kernel reaches too far for rows to be processed in parallel"));
    return can;
}

const struct errdiff_engine errdiff_wavefront = {
    .info = {.name = "wavefront",
             .title = N_("CPU, wavefront with SIMD and threads"),
             .description = N_("Rows in parallel in SIMD lanes, bands of rows in threads")},
    .takes_pieces = true,
    .has_threads = true,
    .can_run = can_run,
    .run = run_job,
};
