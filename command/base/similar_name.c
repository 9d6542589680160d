/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the name that was probably meant by one that does not exist. */
#include "similar_name.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { MAX_LENGTH = 48 }; /* of names that are compared */

static char folded(char c)
{
    return c == '_' || c == ' ' ? '-' : (char)tolower((unsigned char)c);
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The distance of Damerau and Levenshtein, in which no letter is changed twice. */
static size_t distance_of(const char *a, const char *b)
{
    size_t rows[MAX_LENGTH + 1][MAX_LENGTH + 1];
    size_t a_length = strlen(a), b_length = strlen(b);
    for (size_t i = 0; i <= a_length; i++)
        for (size_t j = 0; j <= b_length; j++) {
            if (i == 0 || j == 0) {
                rows[i][j] = i + j;
                continue;
            }
            bool is_same = folded(a[i - 1]) == folded(b[j - 1]);
            rows[i][j] =
                least(rows[i - 1][j - 1] + !is_same, least(rows[i - 1][j] + 1, rows[i][j - 1] + 1));
            bool is_exchanged = i > 1 && j > 1 && folded(a[i - 1]) == folded(b[j - 2]) &&
                                folded(a[i - 2]) == folded(b[j - 1]);
            if (is_exchanged)
                rows[i][j] = least(rows[i][j], rows[i - 2][j - 2] + 1);
        }
    return rows[a_length][b_length];
}

/* Whether a name begins with what was typed, at least three letters. */
static bool is_begun(const char *typed, const char *name)
{
    size_t length = 0;
    while (typed[length] && folded(typed[length]) == folded(name[length]))
        length++;
    return length >= 3 && typed[length] == '\0';
}

void similar_name_try(struct similar_name *similar, const char *name)
{
    size_t typed = strlen(similar->typed);
    if (typed == 0 || typed > MAX_LENGTH || strlen(name) > MAX_LENGTH)
        return;
    size_t distance = distance_of(similar->typed, name), limit = least(1 + typed / 4, typed - 1);
    if (distance > 1 && is_begun(similar->typed, name))
        distance = 1;
    if (distance <= limit && (!similar->best || distance < similar->distance)) {
        similar->best = name;
        similar->distance = distance;
    }
}

void similar_name_ask(const struct similar_name *similar, const char *mark, char text[SIMILAR_TEXT])
{
    text[0] = '\0';
    if (similar->best)
        snprintf(text, SIMILAR_TEXT, "; did you mean %s%s?", mark, similar->best);
}
