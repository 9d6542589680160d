/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Propagation from plane to plane by the angular spectrum method, in three stages. First all rows
 * are Fourier transformed. Then each column is transformed, multiplied by the transfer function
 * while it is in the cache, and transformed back. At last all rows are transformed back. Threads
 * take groups of rows or columns. No transform depends on another one of its stage, so the result
 * has the same bits with any number of threads.
 */
#include "base/team.h"
#include "fftw_memory.h"
#include "fourier.h"
#include "plane.h"

#include <fftw3.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

enum {
    ROWS = 16, /* rows of a task */
    /* Columns of a task, which also has as many mirrored ones. Their values in a row fill a
     * cache line. */
    COLUMNS = 8,
    MAX_COLUMNS = 2 * COLUMNS
};

/* The share of the whole time that each of the two stages with rows takes. */
static const double rows_share = 0.15;

struct propagation {
    struct errdiff_plane *plane;
    struct errdiff_plane_transfer transfer;
    struct errdiff_line row, column;
    bool is_inverse;               /* the rows are transformed back */
    errdiff_progress_share *share; /* of the current stage */
    _Atomic int next;              /* the next row or column to be taken */
    _Atomic bool is_cancelled, lacks_memory;
};

static bool is_stopped(struct propagation *propagation)
{
    return atomic_load_explicit(&propagation->is_cancelled, memory_order_relaxed) ||
           atomic_load_explicit(&propagation->lacks_memory, memory_order_relaxed);
}

/* Takes the next task and returns its first row or column, or -1 if none is left or the work is
 * stopped. Member 0, the calling thread, reports the progress of all threads, for the last time at
 * the end of a stage. */
static int next_task(struct propagation *propagation, int member, int count, int size)
{
    int first = atomic_fetch_add_explicit(&propagation->next, size, memory_order_relaxed);
    double done = first < count ? (double)first / count : 1;
    if (member == 0 && errdiff_progress_share_report(propagation->share, done))
        atomic_store_explicit(&propagation->is_cancelled, true, memory_order_relaxed);
    return first < count && !is_stopped(propagation) ? first : -1;
}

static errdiff_complex *row_of(const struct propagation *propagation, int y)
{
    const errdiff_field *light = &propagation->plane->light;
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
    struct propagation *propagation = user;
    int width = propagation->plane->light.width, height = propagation->plane->light.height, first;
    if (!errdiff_fftw_memory_reserve(width))
        atomic_store_explicit(&propagation->lacks_memory, true, memory_order_relaxed);
    while ((first = next_task(propagation, member, height, ROWS)) >= 0)
        for (int y = first; y < first + ROWS && y < height; y++)
            if (propagation->is_inverse || !is_dark(row_of(propagation, y), width))
                errdiff_line_transform(&propagation->row, row_of(propagation, y),
                                       propagation->is_inverse);
    errdiff_fftw_memory_release();
}

/* What errdiff_plane_factor returns, from the plane's table, which the first propagation fills. */
static errdiff_complex kept_factor_at(const struct propagation *propagation, int x, int y)
{
    const struct errdiff_plane *plane = propagation->plane;
    errdiff_complex *kept =
        &plane->factors[(size_t)x * (size_t)(plane->light.height / 2 + 1) + (size_t)y];
    if (plane->factors_distance == 0)
        *kept = errdiff_plane_factor(&propagation->transfer, x, y);
    bool is_backward = plane->factors_distance == -propagation->transfer.distance;
    return (errdiff_complex){.re = kept->re, .im = is_backward ? -kept->im : kept->im};
}

/* Multiplies column x by the transfer function, and also `mirrored`, the column of the frequency
 * -x, where the function has the same values. `mirrored` may be NULL. */
static void multiply_by_transfer(const struct propagation *propagation, int x,
                                 errdiff_complex *column, errdiff_complex *mirrored)
{
    const struct errdiff_plane *plane = propagation->plane;
    int height = plane->light.height;
    for (int y = 0; y <= height / 2; y++) {
        errdiff_complex factor = plane->factors
                                     ? kept_factor_at(propagation, x, y)
                                     : errdiff_plane_factor(&propagation->transfer, x, y);
        bool has_above = y > 0 && y < height - y;
        errdiff_complex_multiply_by(&column[y], factor);
        if (has_above)
            errdiff_complex_multiply_by(&column[height - y], factor);
        if (mirrored)
            errdiff_complex_multiply_by(&mirrored[y], factor);
        if (mirrored && has_above)
            errdiff_complex_multiply_by(&mirrored[height - y], factor);
    }
}

/* Copies columns from the plane to `columns`, where each is contiguous, or with to_rows back. */
static void copy_columns(const struct propagation *propagation, int first, int count,
                         errdiff_complex *columns, bool to_rows)
{
    int height = propagation->plane->light.height;
    for (int y = 0; y < height; y++) {
        errdiff_complex *row = row_of(propagation, y) + first;
        for (int i = 0; i < count; i++) {
            errdiff_complex *place = &columns[(size_t)i * (size_t)height + (size_t)y];
            if (to_rows)
                row[i] = *place;
            else
                *place = row[i];
        }
    }
}

/*
 * Processes columns first … first + count - 1 and their mirrored columns, which have the negated
 * frequencies. Column 0 and the column in the middle have no mirrored column.
 *
 *     0 | 1 2 3 | …  width / 2  … | -3 -2 -1
 */
static void run_columns(const struct propagation *propagation, int first, int count,
                        errdiff_complex *columns)
{
    int width = propagation->plane->light.width, height = propagation->plane->light.height;
    int begin = first > 0 ? first : 1, end = first + count;
    if (2 * (end - 1) == width)
        end--;
    int mirrored_count = end > begin ? end - begin : 0;
    errdiff_complex *mirrored = columns + (size_t)count * (size_t)height;
    copy_columns(propagation, first, count, columns, false);
    copy_columns(propagation, width - end + 1, mirrored_count, mirrored, false);
    for (int i = 0; i < count + mirrored_count; i++)
        errdiff_line_transform(&propagation->column, columns + (size_t)i * (size_t)height, false);
    for (int x = first; x < first + count; x++)
        multiply_by_transfer(
            propagation, x, columns + (size_t)(x - first) * (size_t)height,
            x >= begin && x < end ? mirrored + (size_t)(end - 1 - x) * (size_t)height : NULL);
    for (int i = 0; i < count + mirrored_count; i++)
        errdiff_line_transform(&propagation->column, columns + (size_t)i * (size_t)height, true);
    copy_columns(propagation, first, count, columns, true);
    copy_columns(propagation, width - end + 1, mirrored_count, mirrored, true);
}

static void propagate_columns(void *user, int member)
{
    struct propagation *propagation = user;
    int count = propagation->plane->light.width / 2 + 1, first;
    errdiff_complex *columns =
        fftwf_malloc((size_t)propagation->plane->light.height * MAX_COLUMNS * sizeof *columns);
    if (!columns || !errdiff_fftw_memory_reserve(propagation->plane->light.height))
        atomic_store_explicit(&propagation->lacks_memory, true, memory_order_relaxed);
    while ((first = next_task(propagation, member, count, COLUMNS)) >= 0)
        run_columns(propagation, first, first + COLUMNS < count ? COLUMNS : count - first, columns);
    errdiff_fftw_memory_release();
    fftwf_free(columns);
}

static errdiff_status run_stage(struct propagation *propagation,
                                void (*work)(void *user, int member), errdiff_progress_share *share)
{
    struct errdiff_threads threads = errdiff_threads_wanted(propagation->plane->threads);
    threads.is_exact = false;
    threads.works_long = true;
    propagation->share = share;
    atomic_store(&propagation->next, 0);
    errdiff_status status = errdiff_team_run(threads, work, propagation, NULL);
    if (status == ERRDIFF_OK && atomic_load(&propagation->lacks_memory))
        return ERRDIFF_NO_MEMORY;
    return status == ERRDIFF_OK && atomic_load(&propagation->is_cancelled) ? ERRDIFF_CANCELLED
                                                                           : status;
}

/* Multiplies each pixel by `factor` or, in turns like on a chessboard, by -factor: the frequency 0
 * is in the middle of the plane after a transform, or was there before it. */
static void alternate(errdiff_field *light, float factor)
{
    for (int y = 0; y < light->height; y++) {
        errdiff_complex *row = light->values + (size_t)y * (size_t)light->width;
        for (int x = 0; x < light->width; x++) {
            float signed_factor = (x + y) % 2 == 0 ? factor : -factor;
            row[x].re *= signed_factor;
            row[x].im *= signed_factor;
        }
    }
}

/* Takes the light to the focal plane of a lens, or back. The sum of all squares stays the same. */
static errdiff_status transform_plane(struct errdiff_plane *plane, bool is_inverse,
                                      errdiff_progress_share *share)
{
    errdiff_field *light = &plane->light;
    float factor = (float)(1 / sqrt((double)light->width * light->height));
    if (!is_inverse)
        alternate(light, factor);
    if (!errdiff_fourier(light, is_inverse))
        return ERRDIFF_NO_MEMORY;
    if (is_inverse)
        alternate(light, factor);
    return errdiff_progress_share_report(share, 1) ? ERRDIFF_CANCELLED : ERRDIFF_OK;
}

errdiff_status errdiff_plane_propagate(struct errdiff_plane *plane, double distance,
                                       errdiff_progress_share *share)
{
    if (plane->optics->geometry == ERRDIFF_HOLOGRAM_FOURIER)
        return transform_plane(plane, distance < 0, share);
    struct propagation propagation = {.plane = plane,
                                      .transfer = errdiff_plane_transfer_of(plane, distance)};
    errdiff_progress_share rows = {errdiff_progress_share_report, share, 0, rows_share};
    errdiff_progress_share columns = {errdiff_progress_share_report, share, rows_share,
                                      1 - rows_share};
    errdiff_progress_share inverse_rows = {errdiff_progress_share_report, share, 1 - rows_share, 1};
    errdiff_status status = ERRDIFF_NO_MEMORY;
    if (fabs(plane->factors_distance) != fabs(distance))
        plane->factors_distance = 0;
    if (errdiff_line_make(&propagation.row, plane->light.width) &&
        errdiff_line_make(&propagation.column, plane->light.height))
        status = run_stage(&propagation, transform_rows, &rows);
    if (status == ERRDIFF_OK)
        status = run_stage(&propagation, propagate_columns, &columns);
    if (status == ERRDIFF_OK && plane->factors_distance == 0)
        plane->factors_distance = distance;
    propagation.is_inverse = true;
    if (status == ERRDIFF_OK)
        status = run_stage(&propagation, transform_rows, &inverse_rows);
    errdiff_line_release(&propagation.row);
    errdiff_line_release(&propagation.column);
    return status;
}
