/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiled once for each instruction set, as the lane kernels are. */
#include "base/vector.h"

#include "probe.h"

/* a, b, c and d are the operands. */
#define OPERATION(name, type, operand, result)              \
    static void name(const void *from, void *to)            \
    {                                                       \
        const operand *in = from;                           \
        operand a = in[0], b = in[1], c = in[2], d = in[3]; \
        type out = result;                                  \
        (void)a, (void)b, (void)c, (void)d;                 \
        memcpy(to, &out, sizeof out);                       \
    }

OPERATION(where_16, v16, v16, v16_where(v16_above(a, b), c))
OPERATION(add_where_16, v16, v16, v16_add_where(v16_above(a, b), c, d))
OPERATION(sub_where_16, v16, v16, v16_sub_where(v16_above(a, b), c, d))
OPERATION(increment_where, v16, v16, v16_increment_where(v16_above(a, b), c))
OPERATION(where_32, v32, v32, v32_where(v32_above(a, b), c))
OPERATION(add_where_32, v32, v32, v32_add_where(v32_above(a, b), c, d))
OPERATION(sub_where_32, v32, v32, v32_sub_where(v32_above(a, b), c, d))
OPERATION(choose_32, v32, v32, v32_choose(v32_above(a, b), c, d))
OPERATION(choose_32u, v32, v32, v32_choose(v32u_above((v32u)a, (v32u)b), c, d))
OPERATION(choose_32f, v32, v32,
          v32_choose(v32f_above(__builtin_convertvector(a, v32f), __builtin_convertvector(b, v32f)),
                     c, d))
OPERATION(min_16, v16, v16, v16_min(a, b))
OPERATION(max_16, v16, v16, v16_max(a, b))
OPERATION(min_16u, v16u, v16u, v16u_min(a, b))
OPERATION(mean_16u, v16u, v16u, v16u_mean(a, b))
OPERATION(high_product, v16u, v16u, v16u_high_product(a, b))
OPERATION(min_32, v32, v32, v32_min(a, b))
OPERATION(max_32, v32, v32, v32_max(a, b))
OPERATION(clamp_32, v32, v32, v32_clamp(a, b, c))
OPERATION(high_product_32, v32u, v32u, v32u_high_product(a, b))
OPERATION(gather_32, v32, v32, v32_gather(from, a & 255))
OPERATION(gather_bytes, v32, v32, v32_gather_bytes(from, a & 1023))
OPERATION(even_byte, v16, v16, v16_sixteen_times_byte(a, 0))
OPERATION(odd_byte, v16, v16, v16_sixteen_times_byte(a, 1))
OPERATION(sum_of_products, v32, v16, v16_sum_of_products(a, b))
OPERATION(from_next_16, v16, v16, v16_from_next(a, b))
OPERATION(from_next_32, v32, v32, v32_from_next(a, b))
OPERATION(from_last_32, v32, v32, v32_from_last(a, b))
OPERATION(load_16u, v32, v32, v32_load_16u(from))

/* The factor is a little more than 255 / 4080, so that no product is just below an integer. */
OPERATION(floor_of_product, v32, v32, v32_floor_of_product(a & 4095, 0.0625001f))

static void is_any(const void *from, void *to)
{
    const v32 *in = from;
    int32_t out = mask32_is_any(v32_above(in[0] & v32_all(1 << 30), in[1] | v32_all(1 << 28)));
    memcpy(to, &out, sizeof out);
}

static void choose_equal(const void *from, void *to)
{
    const v32 *in = from;
    v32 out = v32_choose(v32_equal(in[0] & 3, in[1] & 3), in[2], in[3]);
    memcpy(to, &out, sizeof out);
}

static void look_up_32(const void *from, void *to)
{
    const v32 *in = from;
    v32 out = v32_look_up_32(from, in[0] & 31);
    memcpy(to, &out, sizeof out);
}

static void floats(const void *from, void *to)
{
    const v32 *in = from;
    v32f product = v32f_multiply_add(v32_to_floats(in[0] & 2047), v32_to_floats(in[1] & 2047),
                                     v32_to_floats(in[2] & UINT16_MAX));
    v32 out = __builtin_convertvector(product, v32);
    memcpy(to, &out, sizeof out);
}

static void load_eights(const void *from, void *to)
{
    v32 words[8];
    v32_load_eights(from, *(const v32 *)from & 31, words);
    memcpy(to, words, sizeof words);
}

static void doubles(const void *from, void *to)
{
    const v32 *in = from;
    struct v32_doubles a = v32_to_doubles(in[0]), b = v32_to_doubles(in[1]),
                       c = v32_to_doubles(in[2]);
    for (int h = 0; h < 2; h++)
        a.half[h] = v64f_min(v64f_multiply_add(a.half[h], v64f_all(3 << 18), b.half[h]), c.half[h]);
    v32 out = v32_from_doubles(a);
    memcpy(to, &out, sizeof out);
}

/* As steps use them: numbers of a line lie at any place of it. */
static void load_first_16(const void *from, void *to)
{
    v16 out = v16_from_next((v16){0}, v16_load_first((const int16_t *)from + 3));
    memcpy(to, &out, sizeof out);
}

static void load_first_32(const void *from, void *to)
{
    v32 out = v32_from_next((v32){0}, v32_load_first((const int32_t *)from + 3));
    memcpy(to, &out, sizeof out);
}

/* What is written too much is written over by the next step. */
static void store_first_16(const void *from, void *to)
{
    const v16 *in = from;
    for (int i = 0; i < 8; i++)
        v16_store_first((int16_t *)to + i, in[i]);
    ((int16_t *)to)[8] = 0;
}

static void gather(const void *from, void *to)
{
    v16 out = v16_gather_parts(from, PROBE_STRIDE);
    memcpy(to, &out, sizeof out);
}

static void scatter(const void *from, void *to)
{
    v16_scatter_parts(to, PROBE_STRIDE, *(const v16 *)from);
}

static void transpose_8(const void *from, void *to)
{
    v16 a[8];
    memcpy(a, from, sizeof a);
    v16_transpose_8(a);
    memcpy(to, a, sizeof a);
}

static void transpose_4(const void *from, void *to)
{
    v16 a[4];
    memcpy(a, from, sizeof a);
    v32_transpose_4(a);
    memcpy(to, a, sizeof a);
}

#if VECTOR_BYTES == 64
static void to_rows(const void *from, void *to)
{
    const v16 *in = from;
    _Alignas(64) mask16 masks[64];
    for (int i = 0; i < 64; i++)
        masks[i] = v16_above(in[i], in[63 - i] ^ in[(i + 1) % 64]);
    mask16_to_rows(masks, to, 2 * VECTOR_BYTES);
}
#endif

static const struct probe_operation operations[] = {
    {"16-bit lanes: where", where_16},
    {"16-bit lanes: add where", add_where_16},
    {"16-bit lanes: subtract where", sub_where_16},
    {"16-bit lanes: increment where", increment_where},
    {"32-bit lanes: where", where_32},
    {"32-bit lanes: add where", add_where_32},
    {"32-bit lanes: subtract where", sub_where_32},
    {"32-bit lanes: choose", choose_32},
    {"32-bit lanes: choose without signs", choose_32u},
    {"32-bit lanes: choose by floats", choose_32f},
    {"16-bit lanes: minimum", min_16},
    {"16-bit lanes: maximum", max_16},
    {"16-bit lanes: minimum without signs", min_16u},
    {"16-bit lanes: mean", mean_16u},
    {"16-bit lanes: high product", high_product},
    {"32-bit lanes: minimum", min_32},
    {"32-bit lanes: maximum", max_32},
    {"32-bit lanes: clamp", clamp_32},
    {"32-bit lanes: high product", high_product_32},
    {"32-bit lanes: gather", gather_32},
    {"32-bit lanes: gather bytes", gather_bytes},
    {"32-bit lanes: floor of a product", floor_of_product},
    {"32-bit lanes: is any", is_any},
    {"32-bit lanes: choose equal", choose_equal},
    {"32-bit lanes: look up one of 32", look_up_32},
    {"32-bit lanes: floats", floats},
    {"32-bit lanes: load eights", load_eights},
    {"32-bit lanes: doubles", doubles},
    {"16 · even byte", even_byte},
    {"16 · odd byte", odd_byte},
    {"sum of products", sum_of_products},
    {"16-bit lanes: from next", from_next_16},
    {"32-bit lanes: from next", from_next_32},
    {"32-bit lanes: from last", from_last_32},
    {"32-bit lanes: load 16 bits", load_16u},
    {"16-bit lanes: load first", load_first_16},
    {"32-bit lanes: load first", load_first_32},
    {"16-bit lanes: store first", store_first_16},
    {"gather parts", gather},
    {"scatter parts", scatter},
    {"transpose 8 × 8", transpose_8},
    {"transpose 4 × 4", transpose_4},
#if VECTOR_BYTES == 64
    {"comparisons to rows", to_rows},
#endif
};

const struct probe_vectors ERRDIFF_ISA(probe_vectors) = {
    .vector_bytes = VECTOR_BYTES,
    .count = sizeof operations / sizeof operations[0],
    .operations = operations,
};
