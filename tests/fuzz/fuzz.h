/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all harnesses have in common. Each of them is a program that libFuzzer hands inputs to; it
 * must neither crash nor leak, nor may a REQUIRE fail, whatever the input is. */
#ifndef FUZZ_H
#define FUZZ_H

#include "errdiff.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* libFuzzer calls it with each input. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the program where the condition does not hold, which libFuzzer takes for a crash. */
#define REQUIRE(condition) require(condition, #condition)
void require(bool is_met, const char *condition);

/* Whether a message is one line of UTF-8, which is empty only after success. */
void require_sound_message(errdiff_status status, const errdiff_message *message);

/* The bytes as a text, which ends where they do or at the first NUL; to be freed. */
char *text_of(const uint8_t *data, size_t size);

/* The bytes in a file that can seek and has a descriptor; to be closed. */
FILE *file_of(const uint8_t *data, size_t size);

#endif
