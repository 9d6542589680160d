/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The order of the general variant of cuda-softsync, for every kernel: who computes what, when, and
 * what it waits for. This is plain arithmetic, used by the GPU and by a test on the CPU.
 *
 * A band is up to ERRDIFF_BAND_LANES rows, one in each lane of a warp. A lane takes one pixel in
 * each step, and trails the lane above by the kernel's slope p:
 *
 *     step       0  1  2  3  4 ...
 *     lane 0     0  1  2  3  4          the column of each lane, p = 2
 *     lane 1    -2 -1  0  1  2
 *     lane 2    -4 -3 -2 -1  0
 *
 * So what a tap (dx, dy) reads is dx + p · dy steps old in every lane, and at least one step. The
 * traces of the latest steps are kept in a table with a slot for each step. A slot holds the traces
 * of the band's rows, and of the rows above the band that the kernel reaches, which are lanes −1,
 * −2 and so on:
 *
 *     a slot     lanes −reach_up … −1 | 0 … rows − 1
 *
 * When all slots are used up, the last ones, which taps still reach, are copied to the beginning.
 *
 * Steps come in chunks. Before each chunk, the traces of the rows above are fetched for all of its
 * steps, from words in memory (SOFTSYNC.md). A band only waits for rows above it. The bands of
 * those rows have lower tickets, so they are already running.
 */
#ifndef ERRDIFF_SOFTSYNC_ANY_ORDER_H
#define ERRDIFF_SOFTSYNC_ANY_ORDER_H

#include "device_job.h"

enum {
    ERRDIFF_BAND_LANES = 32,
    ERRDIFF_BAND_CHUNK = 8, /* steps */
    ERRDIFF_BAND_NEW_CHUNKS = 4,
    ERRDIFF_BAND_FETCHES = ERRDIFF_MAX_REACH * ERRDIFF_BAND_CHUNK / ERRDIFF_BAND_LANES + 1
};

/* Small enough to be a kernel argument, passed by value. */
struct errdiff_any_bands {
    int width, height, channels;
    int rows;     /* of a band, 1..ERRDIFF_BAND_LANES */
    int slope;    /* p */
    int reach_up; /* how many rows above a band are read */
    int first_step, end_step;
    int kept_slots;  /* whole chunks, enough for the oldest tap */
    int slots;       /* in all; whole chunks */
    int slot_size;   /* in int32_t */
    int pixel_words; /* words for the traces of a pixel */
};

HOST_DEVICE_INLINE int errdiff_any_bands_chunks(int steps)
{
    return (steps + ERRDIFF_BAND_CHUNK - 1) / ERRDIFF_BAND_CHUNK * ERRDIFF_BAND_CHUNK;
}

/* The order for a job, in bands of `rows` rows. */
static inline struct errdiff_any_bands errdiff_any_bands_of(const struct errdiff_device_job *job,
                                                            int rows)
{
    struct errdiff_any_bands bands;
    bands.width = job->in.width;
    bands.height = job->in.height;
    bands.channels = job->rule.channels;
    bands.rows = rows;
    bands.slope = job->slope;
    bands.reach_up = job->reach_up;
    bands.kept_slots = errdiff_any_bands_chunks(job->iteration_reach);
    bands.first_step = -bands.kept_slots;
    bands.end_step = errdiff_any_bands_chunks(job->in.width + job->slope * (rows - 1));
    bands.slots = bands.kept_slots + ERRDIFF_BAND_NEW_CHUNKS * ERRDIFF_BAND_CHUNK;
    bands.slot_size = (bands.reach_up + rows) * job->rule.channels;
    bands.pixel_words = job->rule.tone_weights ? job->rule.channels : 1;
    return bands;
}

HOST_DEVICE_INLINE int errdiff_any_bands_count(const struct errdiff_any_bands *bands)
{
    return (bands->height - 1) / bands->rows + 1;
}

HOST_DEVICE_INLINE int64_t errdiff_any_bands_column(const struct errdiff_any_bands *bands, int step,
                                                    int lane)
{
    return step - (int64_t)bands->slope * lane;
}

/* How many bands can run concurrently. Each is behind the one above by its rows, and by the chunk
 * that it fetches. */
static inline size_t errdiff_any_bands_at_once(const struct errdiff_any_bands *bands)
{
    return (size_t)(bands->end_step / (bands->slope * bands->rows + ERRDIFF_BAND_CHUNK)) + 1;
}

/* ---- Slots --------------------------------------------------------------------------------- */

/* Steps use the slots from kept_slots on, one after another. */
static inline size_t errdiff_any_bands_slots_size(const struct errdiff_any_bands *bands)
{
    return (size_t)bands->slots * (size_t)bands->slot_size;
}

/* The place of a lane's traces in a slot. The lane may be as low as −reach_up. */
HOST_DEVICE_INLINE int errdiff_any_bands_in_slot(const struct errdiff_any_bands *bands, int slot,
                                                 int lane)
{
    return slot * bands->slot_size + (bands->reach_up + lane) * bands->channels;
}

/* When all slots are used up, the first errdiff_any_bands_kept traces are replaced, in ascending
 * order, by those that are errdiff_any_bands_way further on. */
HOST_DEVICE_INLINE int errdiff_any_bands_kept(const struct errdiff_any_bands *bands)
{
    return bands->kept_slots * bands->slot_size;
}

HOST_DEVICE_INLINE int errdiff_any_bands_way(const struct errdiff_any_bands *bands)
{
    return (bands->slots - bands->kept_slots) * bands->slot_size;
}

/* ---- Images ------------------------------------------------------------------------------ */

/*
 * Pixels are stored step by step, the lanes of a step next to each other. There are places even for
 * those pixels of a band's steps that are outside the image.
 */
static inline size_t errdiff_any_bands_places(const struct errdiff_any_bands *bands, int count)
{
    return (size_t)count * (size_t)bands->end_step * (size_t)bands->rows;
}

/* The place of a lane in a step of the band that is stored at place `number`. */
HOST_DEVICE_INLINE int64_t errdiff_any_bands_place(const struct errdiff_any_bands *bands,
                                                   int number, int step, int lane)
{
    return ((int64_t)number * bands->end_step + step) * bands->rows + lane;
}

/* ---- Words between bands ------------------------------------------------------------------- */

/* How many rows of a band are passed on to the bands below: to several, if bands are small. */
HOST_DEVICE_INLINE int errdiff_any_bands_given_rows(const struct errdiff_any_bands *bands)
{
    return bands->reach_up < bands->rows ? bands->reach_up : bands->rows;
}

static inline size_t errdiff_any_bands_words(const struct errdiff_any_bands *bands)
{
    return (size_t)errdiff_any_bands_count(bands) * (size_t)errdiff_any_bands_given_rows(bands) *
           (size_t)bands->width * (size_t)bands->pixel_words;
}

HOST_DEVICE_INLINE bool errdiff_any_bands_gives(const struct errdiff_any_bands *bands, int lane)
{
    return lane >= bands->rows - errdiff_any_bands_given_rows(bands);
}

/* The index of the first word of pixel (x, y), whose row must be one that is passed on. */
HOST_DEVICE_INLINE int64_t errdiff_any_bands_word(const struct errdiff_any_bands *bands, int64_t x,
                                                  int y)
{
    int given = errdiff_any_bands_given_rows(bands);
    int lane = y % bands->rows;
    int64_t row = (int64_t)(y / bands->rows) * given + lane - (bands->rows - given);
    return (row * bands->width + x) * bands->pixel_words;
}

/* One word to fetch for a chunk. Fetches are numbered from 0. */
struct errdiff_any_bands_fetch {
    int step; /* within the chunk */
    int lane; /* −1 or less */
    int part; /* which of the words of a pixel */
};

HOST_DEVICE_INLINE int errdiff_any_bands_fetches(const struct errdiff_any_bands *bands)
{
    return bands->reach_up * ERRDIFF_BAND_CHUNK * bands->pixel_words;
}

/* Consecutive numbers are consecutive in memory. */
HOST_DEVICE_INLINE struct errdiff_any_bands_fetch
errdiff_any_bands_fetch_of(const struct errdiff_any_bands *bands, int number)
{
    int in_row = ERRDIFF_BAND_CHUNK * bands->pixel_words;
    struct errdiff_any_bands_fetch fetch;
    fetch.lane = -1 - number / in_row;
    fetch.step = number % in_row / bands->pixel_words;
    fetch.part = number % bands->pixel_words;
    return fetch;
}

/* The index of the word to fetch, for the chunk of band `band` that begins with `step`; −1 if the
 * pixel is outside the image, so that there is no error. */
HOST_DEVICE_INLINE int64_t
errdiff_any_bands_fetched_word(const struct errdiff_any_bands *bands, int band, int step,
                               const struct errdiff_any_bands_fetch *fetch)
{
    int64_t x = errdiff_any_bands_column(bands, step + fetch->step, fetch->lane);
    int y = band * bands->rows + fetch->lane;
    if (x < 0 || x >= bands->width || y < 0)
        return -1;
    return errdiff_any_bands_word(bands, x, y) + fetch->part;
}

/*
 * A word is 64 bits, written at once, so a word that has been written is complete. Unwritten words
 * are 0. With tone-dependent weights a word has one trace in its low half, and bit 32 is set.
 * Otherwise it has the errors of all channels, 21 bits each, as |e| < 2^20, and the highest bit is
 * set.
 */
HOST_DEVICE_INLINE uint64_t errdiff_any_bands_word_make(const struct errdiff_any_bands *bands,
                                                        bool by_tone, const int32_t traces[3],
                                                        int part)
{
    if (by_tone)
        return (uint64_t)1 << 32 | (uint32_t)traces[part];
    uint64_t word = (uint64_t)1 << 63;
    for (int c = 0; c < 3 && c < bands->channels; c++)
        word |= (uint64_t)((uint32_t)traces[c] & 0x1FFFFF) << 21 * c;
    return word;
}

/* Unpacks a word into the traces of its pixel. */
HOST_DEVICE_INLINE void errdiff_any_bands_word_take(const struct errdiff_any_bands *bands,
                                                    bool by_tone, uint64_t word, int part,
                                                    int32_t *traces)
{
    if (by_tone) {
        traces[part] = (int32_t)(uint32_t)word;
        return;
    }
    for (int c = 0; c < 3 && c < bands->channels; c++)
        traces[c] = (int32_t)((uint32_t)(word >> 21 * c) << 11) >> 11;
}

#endif
