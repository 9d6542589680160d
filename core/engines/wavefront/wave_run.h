/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the bands of a planned job in threads (base/bands.h): their memory, and the lines through
 * which they pass errors on. */
#ifndef ERRDIFF_WAVE_RUN_H
#define ERRDIFF_WAVE_RUN_H

#include "band.h"
#include "base/bands.h"

struct errdiff_wave_run {
    const struct errdiff_wave *wave;
    struct errdiff_bands bands;
    size_t line_size;                   /* of a line, in bytes */
    size_t lines_size;                  /* of all lines that a band leaves, in bytes */
    struct errdiff_band_memory *memory; /* a band for each thread */
    unsigned char *lines;               /* of each place of the bands */
};

/* Fills *run and allocates its memory, whose contents do not matter. `threads` says how many
 * threads the caller may use; the run uses fewer if more would not make it faster. The wave and
 * `progress` must outlast the run. Returns false if there is no memory. In any case the caller
 * releases *run with errdiff_wave_run_release. */
bool errdiff_wave_run_make(struct errdiff_wave_run *run, const struct errdiff_wave *wave,
                           struct errdiff_threads threads, struct errdiff_progress_state *progress);

void errdiff_wave_run_release(struct errdiff_wave_run *run);

/* The number of bytes that errdiff_wave_run_save writes. It depends on neither the instruction set
 * nor the number of rows. */
size_t errdiff_wave_run_errors_size(const struct errdiff_wave_run *run);

/* Runs all bands. `errors_above` is what errdiff_wave_run_save wrote after the rows above; NULL:
 * there are none. Sets *clamped to the number of pixels that were clamped, and *thread_count
 * to that of the threads that ran any band. Returns as errdiff_bands_run does. */
errdiff_status errdiff_wave_run_bands(struct errdiff_wave_run *run, const void *errors_above,
                                      int64_t *clamped, int *thread_count,
                                      errdiff_message *message);

/* Writes what the last band, of which all rows were dithered, has left: the sums in each line for
 * the samples of the row that it is for. */
void errdiff_wave_run_save(const struct errdiff_wave_run *run, void *errors);

#endif
