/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Propagation from plane to plane by the angular spectrum method. The rows are transformed. Then
 * every column is transformed, multiplied by the transfer function while it is in the cache, and
 * transformed back. Then the rows are transformed back. Threads take groups of rows or columns.
 * Each transform is independent of the others, so the result is the same to the bit for any
 * number of threads.
 */
#include "base/team.h"
#include "fftw_memory.h"
#include "fourier.h"
#include "plane.h"

#include <fftw3.h>
#include <stdatomic.h>
#include <string.h>

enum {
    ROWS = 16, /* rows of a task */
    /* Columns of a task, and as many mirrored ones; of each row these are a cache line each. */
    COLUMNS = 8,
    MAX_COLUMNS = 2 * COLUMNS
};

/* The share of the time that one pass over the rows takes. */
static const double rows_share = 0.15;

struct propagation {
    struct errdiff_plane *plane;
    double distance;
    struct errdiff_line row, column;
    bool is_back;                  /* rows are transformed back */
    errdiff_progress_share *share; /* of the current stage */
    _Atomic int next;              /* the next row or column to be taken */
    _Atomic bool is_cancelled, lacks_memory;
};

static bool is_stopped(struct propagation *of)
{
    return atomic_load_explicit(&of->is_cancelled, memory_order_relaxed) ||
           atomic_load_explicit(&of->lacks_memory, memory_order_relaxed);
}

/* Takes the next task and returns its first row or column; -1: there is none, or the work is
 * stopped. Member 0, the calling thread, reports the progress of all, for the last time at the
 * end of a stage. */
static int next_task(struct propagation *of, int member, int count, int size)
{
    int first = atomic_fetch_add_explicit(&of->next, size, memory_order_relaxed);
    double done = first < count ? (double)first / count : 1;
    if (member == 0 && errdiff_progress_share_tell(of->share, done))
        atomic_store_explicit(&of->is_cancelled, true, memory_order_relaxed);
    return first < count && !is_stopped(of) ? first : -1;
}

static errdiff_complex *row_of(const struct propagation *of, int y)
{
    const errdiff_field *light = &of->plane->light;
    return light->values + (size_t)y * (size_t)light->width;
}

/* TRUE if a row has no light. Most rows of a plane, around the hologram or the window, have none,
 * and need no transform. */
static bool is_dark(const errdiff_complex *row, int width)
{
    for (int x = 0; x < width; x++)
        if (row[x].re != 0 || row[x].im != 0)
            return false;
    return true;
}

static void transform_rows(void *user, int member)
{
    struct propagation *of = user;
    int width = of->plane->light.width, height = of->plane->light.height, first;
    if (!errdiff_fftw_memory_reserve(width))
        atomic_store_explicit(&of->lacks_memory, true, memory_order_relaxed);
    while ((first = next_task(of, member, height, ROWS)) >= 0)
        for (int y = first; y < first + ROWS && y < height; y++)
            if (of->is_back || !is_dark(row_of(of, y), width))
                errdiff_line_transform(&of->row, row_of(of, y), of->is_back);
    errdiff_fftw_memory_release();
}

/* Multiplies column x by the transfer function, and also the column of the frequency -x,
 * `mirrored`, which may be NULL: the function has the same values there. */
static void turn_waves(const struct propagation *of, int x, errdiff_complex *column,
                       errdiff_complex *mirrored)
{
    const struct errdiff_plane *plane = of->plane;
    int width = plane->light.width, height = plane->light.height;
    double normal = 1 / ((double)width * height), pitch = plane->optics->pitch;
    for (int y = 0; y <= height / 2; y++) {
        errdiff_complex factor = errdiff_transfer(x / (width * pitch), y / (height * pitch),
                                                  plane->optics->wavelength, of->distance);
        factor.re *= (float)normal;
        factor.im *= (float)normal;
        bool has_above = y > 0 && y < height - y;
        errdiff_turn(&column[y], factor);
        if (has_above)
            errdiff_turn(&column[height - y], factor);
        if (mirrored)
            errdiff_turn(&mirrored[y], factor);
        if (mirrored && has_above)
            errdiff_turn(&mirrored[height - y], factor);
    }
}

static void copy_columns(const struct propagation *of, int first, int count,
                         errdiff_complex *columns, bool is_back)
{
    int height = of->plane->light.height;
    for (int y = 0; y < height; y++) {
        errdiff_complex *row = row_of(of, y) + first;
        for (int i = 0; i < count; i++) {
            errdiff_complex *place = &columns[(size_t)i * (size_t)height + (size_t)y];
            if (is_back)
                row[i] = *place;
            else
                *place = row[i];
        }
    }
}

/*
 * Processes columns first … first + count - 1 and their mirrored columns, those of the negated
 * frequencies. Column 0 and the middle one have none.
 *
 *     0 | 1 2 3 | …  width / 2  … | -3 -2 -1
 */
static void run_columns(const struct propagation *of, int first, int count,
                        errdiff_complex *columns)
{
    int width = of->plane->light.width, height = of->plane->light.height;
    int begin = first > 0 ? first : 1, end = first + count;
    if (2 * (end - 1) == width)
        end--;
    int mirrored_count = end > begin ? end - begin : 0;
    errdiff_complex *mirrored = columns + (size_t)count * (size_t)height;
    copy_columns(of, first, count, columns, false);
    copy_columns(of, width - end + 1, mirrored_count, mirrored, false);
    for (int i = 0; i < count + mirrored_count; i++)
        errdiff_line_transform(&of->column, columns + (size_t)i * (size_t)height, false);
    for (int x = first; x < first + count; x++)
        turn_waves(of, x, columns + (size_t)(x - first) * (size_t)height,
                   x >= begin && x < end ? mirrored + (size_t)(end - 1 - x) * (size_t)height
                                         : NULL);
    for (int i = 0; i < count + mirrored_count; i++)
        errdiff_line_transform(&of->column, columns + (size_t)i * (size_t)height, true);
    copy_columns(of, first, count, columns, true);
    copy_columns(of, width - end + 1, mirrored_count, mirrored, true);
}

static void propagate_columns(void *user, int member)
{
    struct propagation *of = user;
    int count = of->plane->light.width / 2 + 1, first;
    errdiff_complex *columns =
        fftwf_malloc((size_t)of->plane->light.height * MAX_COLUMNS * sizeof *columns);
    if (!columns || !errdiff_fftw_memory_reserve(of->plane->light.height))
        atomic_store_explicit(&of->lacks_memory, true, memory_order_relaxed);
    while ((first = next_task(of, member, count, COLUMNS)) >= 0)
        run_columns(of, first, first + COLUMNS < count ? COLUMNS : count - first, columns);
    errdiff_fftw_memory_release();
    fftwf_free(columns);
}

static errdiff_status run_stage(struct propagation *of, void (*work)(void *user, int member),
                                errdiff_progress_share *share)
{
    struct errdiff_threads threads = errdiff_threads_wanted(of->plane->threads);
    threads.is_exact = false;
    threads.works_long = true;
    of->share = share;
    atomic_store(&of->next, 0);
    errdiff_status status = errdiff_team_run(threads, work, of, NULL);
    if (status == ERRDIFF_OK && atomic_load(&of->lacks_memory))
        return ERRDIFF_NO_MEMORY;
    return status == ERRDIFF_OK && atomic_load(&of->is_cancelled) ? ERRDIFF_CANCELLED : status;
}

errdiff_status errdiff_plane_propagate(struct errdiff_plane *plane, double distance,
                                       errdiff_progress_share *share)
{
    struct propagation of = {.plane = plane, .distance = distance};
    errdiff_progress_share there = {errdiff_progress_share_tell, share, 0, rows_share};
    errdiff_progress_share columns = {errdiff_progress_share_tell, share, rows_share,
                                      1 - rows_share};
    errdiff_progress_share back = {errdiff_progress_share_tell, share, 1 - rows_share, 1};
    errdiff_status status = ERRDIFF_NO_MEMORY;
    if (errdiff_line_make(&of.row, plane->light.width) &&
        errdiff_line_make(&of.column, plane->light.height))
        status = run_stage(&of, transform_rows, &there);
    if (status == ERRDIFF_OK)
        status = run_stage(&of, propagate_columns, &columns);
    of.is_back = true;
    if (status == ERRDIFF_OK)
        status = run_stage(&of, transform_rows, &back);
    errdiff_line_release(&of.row);
    errdiff_line_release(&of.column);
    return status;
}
