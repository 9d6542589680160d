/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vectors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The longest operand is 64 vectors, the longest result 32 rows of 128 bytes. */
enum { IN_SIZE = 64 * PROBE_VECTOR, OUT_SIZE = 32 * 2 * PROBE_VECTOR, ROUNDS = 3000 };

struct data {
    _Alignas(64) uint8_t in[IN_SIZE], fast[OUT_SIZE], plain[OUT_SIZE];
};

static int16_t get_16(const void *from, int i)
{
    int16_t value;
    memcpy(&value, (const uint8_t *)from + 2 * i, sizeof value);
    return value;
}

static int32_t get_32(const void *from, int i)
{
    int32_t value;
    memcpy(&value, (const uint8_t *)from + 4 * i, sizeof value);
    return value;
}

static void set_16(void *to, int i, int64_t value)
{
    uint16_t bits = (uint16_t)value;
    memcpy((uint8_t *)to + 2 * i, &bits, sizeof bits);
}

static void set_32(void *to, int i, int64_t value)
{
    uint32_t bits = (uint32_t)value;
    memcpy((uint8_t *)to + 4 * i, &bits, sizeof bits);
}

/* The plain twins. `bytes` is the length of a vector; lane i of operand k is lane i + k · lanes. */
typedef void plain_operation(const void *in, void *out, int bytes);

#define LANES_OF(name, bits, result)                                                      \
    static void name(const void *in, void *out, int bytes)                                \
    {                                                                                     \
        int lanes = bytes / (bits / 8);                                                   \
        for (int i = 0; i < lanes; i++) {                                                 \
            int64_t a = get_##bits(in, i), b = get_##bits(in, i + lanes);                 \
            int64_t c = get_##bits(in, i + 2 * lanes), d = get_##bits(in, i + 3 * lanes); \
            (void)a, (void)b, (void)c, (void)d;                                           \
            set_##bits(out, i, result);                                                   \
        }                                                                                 \
    }

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

LANES_OF(where_16, 16, a > b ? c : 0)
LANES_OF(add_where_16, 16, a > b ? c + d : c)
LANES_OF(sub_where_16, 16, a > b ? c - d : c)
LANES_OF(increment_where, 16, a > b ? c + 1 : c)
LANES_OF(where_32, 32, a > b ? c : 0)
LANES_OF(add_where_32, 32, a > b ? c + d : c)
LANES_OF(sub_where_32, 32, a > b ? c - d : c)
LANES_OF(choose_32, 32, a > b ? d : c)
LANES_OF(choose_32u, 32, (uint32_t)a > (uint32_t)b ? d : c)
LANES_OF(choose_32f, 32, (float)a > (float)b ? d : c)
LANES_OF(min_16, 16, MIN(a, b))
LANES_OF(max_16, 16, MAX(a, b))
LANES_OF(min_16u, 16, MIN((uint16_t)a, (uint16_t)b))
LANES_OF(high_product, 16, (uint32_t)(uint16_t)a *(uint16_t)b >> 16)
LANES_OF(mean_16u, 16, ((uint16_t)a + (uint16_t)b + 1) >> 1)
LANES_OF(min_32, 32, MIN(a, b))
LANES_OF(max_32, 32, MAX(a, b))
LANES_OF(clamp_32, 32, MAX(MIN(a, c), b))
LANES_OF(high_product_32, 32, (int64_t)((uint64_t)(uint32_t)a *(uint32_t)b >> 32))
LANES_OF(gather_32, 32, get_32(in, (int)(a & 255)))
LANES_OF(gather_bytes, 32, ((const uint8_t *)in)[a & 1023])
LANES_OF(even_byte, 16, 16 * (uint8_t)a)
LANES_OF(odd_byte, 16, 16 * ((uint16_t)a >> 8))
LANES_OF(from_next_16, 16, get_16(in, i + 1))
LANES_OF(from_next_32, 32, get_32(in, i + 1))
LANES_OF(from_last_32, 32, get_32(in, i > 0 ? i - 1 : 2 * lanes - 1))
LANES_OF(load_16u, 32, (uint16_t)get_16(in, i))
LANES_OF(load_first_16, 16, i + 1 < lanes ? 0 : get_16(in, 3))
LANES_OF(load_first_32, 32, i + 1 < lanes ? 0 : get_32(in, 3))

/* Operands of 12 bits, so that the products have less than 2^22. */
LANES_OF(floor_of_product, 32, (a & 4095) * 255 / 4080)

static void is_any(const void *in, void *out, int bytes)
{
    int32_t lanes = bytes / 4, result = 0;
    for (int i = 0; i < lanes; i++)
        result |= (get_32(in, i) & 1 << 30) > (get_32(in, lanes + i) | 1 << 28);
    set_32(out, 0, result);
}

LANES_OF(choose_equal, 32, (a & 3) == (b & 3) ? d : c)

static void look_up_32(const void *in, void *out, int bytes)
{
    for (int i = 0; i < bytes / 4; i++)
        set_32(out, i, get_32(in, get_32(in, i) & 31));
}

/* Less than 2^24, and so exact in floats. */
LANES_OF(floats, 32, (a & 2047) * (b & 2047) + (c & UINT16_MAX))

static void load_eights(const void *in, void *out, int bytes)
{
    int lanes = bytes / 4;
    for (int i = 0; i < lanes; i++)
        for (int word = 0; word < 8; word++)
            set_32(out, word * lanes + i, get_32(in, 8 * (get_32(in, i) & 31) + word));
}

/* min(a · 3 · 2^18 + b, c), of which the lowest bits are kept; exact in doubles. */
LANES_OF(doubles, 32, MIN(a *(3 << 18) + b, c))

static void sum_of_products(const void *in, void *out, int bytes)
{
    for (int i = 0; i < bytes / 4; i++) {
        int64_t low = (int64_t)get_16(in, 2 * i) * get_16(in, 2 * i + bytes / 2);
        int64_t high = (int64_t)get_16(in, 2 * i + 1) * get_16(in, 2 * i + 1 + bytes / 2);
        set_32(out, i, low + high);
    }
}

static void store_first_16(const void *in, void *out, int bytes)
{
    for (int i = 0; i < 8; i++)
        set_16(out, i, get_16(in, i * bytes / 2));
    set_16(out, 8, 0);
}

static void gather(const void *in, void *out, int bytes)
{
    for (int part = 0; part < bytes / 16; part++)
        memcpy((uint8_t *)out + 16 * part, (const uint8_t *)in + PROBE_STRIDE * part, 16);
}

static void scatter(const void *in, void *out, int bytes)
{
    for (int part = 0; part < bytes / 16; part++)
        memcpy((uint8_t *)out + PROBE_STRIDE * part, (const uint8_t *)in + 16 * part, 16);
}

static void transpose_8(const void *in, void *out, int bytes)
{
    for (int part = 0; part < bytes / 2; part += 8)
        for (int row = 0; row < 8; row++)
            for (int column = 0; column < 8; column++)
                set_16(out, part + row * bytes / 2 + column,
                       get_16(in, part + column * bytes / 2 + row));
}

static void transpose_4(const void *in, void *out, int bytes)
{
    for (int part = 0; part < bytes / 4; part += 4)
        for (int row = 0; row < 4; row++)
            for (int column = 0; column < 4; column++)
                set_32(out, part + row * bytes / 4 + column,
                       get_32(in, part + column * bytes / 4 + row));
}

static void to_rows(const void *in, void *out, int bytes)
{
    int lanes = bytes / 2;
    for (int lane = 0; lane < lanes; lane++)
        for (int i = 0; i < 64; i++) {
            int16_t other = (int16_t)(get_16(in, (63 - i) * lanes + lane) ^
                                      get_16(in, (i + 1) % 64 * lanes + lane));
            ((uint8_t *)out)[lane * 2 * bytes + i] =
                get_16(in, i * lanes + lane) > other ? UINT8_MAX : 0;
        }
}

/* In the order of the probes. */
static plain_operation *const plain_operations[] = {
    where_16,        add_where_16,   sub_where_16, increment_where,  where_32,    add_where_32,
    sub_where_32,    choose_32,      choose_32u,   choose_32f,       min_16,      max_16,
    min_16u,         mean_16u,       high_product, min_32,           max_32,      clamp_32,
    high_product_32, gather_32,      gather_bytes, floor_of_product, is_any,      choose_equal,
    look_up_32,      floats,         load_eights,  doubles,          even_byte,   odd_byte,
    sum_of_products, from_next_16,   from_next_32, from_last_32,     load_16u,    load_first_16,
    load_first_32,   store_first_16, gather,       scatter,          transpose_8, transpose_4,
    to_rows};

/* Random numbers, with some that are the smallest, the largest, equal, or next to a sign change. */
static void fill(struct data *data, int round)
{
    static const uint16_t extremes[] = {0, 1, 0x7FFF, 0x8000, 0x8001, 0xFFFF, 0xFF, 0xFF00};
    for (int i = 0; i < IN_SIZE / 2; i++) {
        uint64_t bits = random_bits(&vectors_random);
        bool is_extreme = round % 4 == 1 ? bits >> 61 == 0 : round % 4 >= 2;
        set_16(data->in, i,
               is_extreme ? extremes[bits >> 32 & (round % 4 == 2 ? 7 : 3)] : (uint16_t)bits);
    }
    memset(data->fast, 0x5A, OUT_SIZE);
    memset(data->plain, 0x5A, OUT_SIZE);
}

void check_operations(const struct probe_vectors *vectors)
{
    static struct data data;
    for (int round = 0; round < ROUNDS; round++) {
        fill(&data, round);
        for (int i = 0; i < vectors->count; i++) {
            vectors->operations[i].run(data.in, data.fast);
            plain_operations[i](data.in, data.plain, vectors->vector_bytes);
            if (memcmp(data.fast, data.plain, OUT_SIZE) != 0)
                failed("%s, round %d", vectors->operations[i].name, round);
            memset(data.fast, 0x5A, OUT_SIZE);
            memset(data.plain, 0x5A, OUT_SIZE);
        }
    }
}

enum { TIMED_CALLS = 1000 };

struct timed_operation {
    struct data data;
    const struct probe_vectors *vectors;
    int number;
};

static void run_fast(void *user)
{
    struct timed_operation *timed = user;
    for (int i = 0; i < TIMED_CALLS; i++)
        timed->vectors->operations[timed->number].run(timed->data.in, timed->data.fast);
}

static void run_plain(void *user)
{
    struct timed_operation *timed = user;
    for (int i = 0; i < TIMED_CALLS; i++)
        plain_operations[timed->number](timed->data.in, timed->data.plain,
                                        timed->vectors->vector_bytes);
}

void time_operations(const struct probe_vectors *vectors)
{
    static struct timed_operation timed;
    timed.vectors = vectors;
    fill(&timed.data, 0);
    printf("operations, %d calls\n", TIMED_CALLS);
    for (timed.number = 0; timed.number < vectors->count; timed.number++)
        compare_times(vectors->operations[timed.number].name, run_fast, run_plain, &timed);
}
