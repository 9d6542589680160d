/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts the fields and cells of a variable in MATLAB's files of version 5. */
#include "record_count.h"

enum { TAG = 8, NUMBER = 4 };
enum { KIND_INT8 = 1, KIND_INT32 = 5, KIND_UINT32 = 6, KIND_MATRIX = 14 };
enum { CLASS_CELL = 1 };

/* Larger counts become this one, so that a product with a 32-bit number does not overflow. */
static const uint64_t most = UINT64_C(1) << 30;

static uint32_t number_at(const struct record_count *count, const unsigned char *bytes)
{
    uint32_t number = 0;
    for (int i = 0; i < NUMBER; i++)
        number |= (uint32_t)bytes[i] << 8 * (count->is_little ? i : NUMBER - 1 - i);
    return number;
}

static void add_records(struct record_count *count, uint64_t records)
{
    uint64_t limit = UINT64_C(1) << 50;
    count->records = records < limit - count->records ? count->records + records : limit;
}

/* Elements of at most four bytes are in their tags. The length of a struct's field names is one of
 * these, before all names. */
static void begin_small(struct record_count *count)
{
    bool is_number = (count->kind & 0xFFFF) == KIND_INT32 && count->kind >> 16 == NUMBER;
    count->name_length = is_number ? number_at(count, count->bytes + NUMBER) : 0;
}

static void begin_element(struct record_count *count)
{
    uint64_t size = number_at(count, count->bytes + NUMBER);
    count->kind = number_at(count, count->bytes);
    count->byte_count = 0;
    if (count->kind >> 16 != 0) {
        begin_small(count);
        return;
    }
    if (count->kind == KIND_MATRIX)
        add_records(count, 1);
    else
        count->left = (size + TAG - 1) / TAG * TAG;
    count->left_data = size;
    if (count->kind == KIND_INT32)
        count->elements = 1;
    if (count->kind == KIND_UINT32)
        count->has_class = false;
    if (count->kind == KIND_INT8 && count->name_length > 0)
        add_records(count, count->elements * (size / count->name_length));
    count->name_length = 0;
}

/* Takes a number of a matrix's sides or of its flags, of which the first one contains the class. */
static void take_number(struct record_count *count)
{
    uint32_t number = number_at(count, count->bytes);
    count->byte_count = 0;
    if (count->kind == KIND_INT32)
        count->elements =
            number < most && count->elements * number < most ? count->elements * number : most;
    else if (!count->has_class)
        count->class = number & 0xFF;
    count->has_class = true;
}

static bool has_numbers(const struct record_count *count)
{
    return count->left_data > 0 && (count->kind == KIND_INT32 || count->kind == KIND_UINT32);
}

static void take_byte(struct record_count *count, unsigned char byte, size_t whole)
{
    count->bytes[count->byte_count++] = byte;
    if (count->byte_count < whole)
        return;
    if (whole == TAG)
        begin_element(count);
    else
        take_number(count);
}

static void end_element(struct record_count *count)
{
    if (count->kind == KIND_INT32 && count->class == CLASS_CELL)
        add_records(count, count->elements);
    count->byte_count = 0;
}

void record_count_add(struct record_count *count, const unsigned char *bytes, size_t size)
{
    for (size_t at = 0; at < size;) {
        if (count->left == 0) {
            take_byte(count, bytes[at++], TAG);
            continue;
        }
        uint64_t taken = has_numbers(count) ? 1 : count->left;
        taken = taken < size - at ? taken : size - at;
        count->left -= taken;
        if (has_numbers(count)) {
            count->left_data--;
            take_byte(count, bytes[at], NUMBER);
        }
        at += (size_t)taken;
        if (count->left == 0)
            end_element(count);
    }
}
