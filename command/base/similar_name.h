/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_SIMILAR_NAME_H
#define CLI_SIMILAR_NAME_H

#include <stddef.h>

/* The search for the name that was meant by a misspelled one. Small and capital letters are the
 * same, and so are - and _. Set `typed` and leave the rest 0. */
struct similar_name {
    const char *typed;
    const char *best; /* the nearest name so far that is near enough; NULL: none */
    size_t distance;  /* of the best one: how many letters were left out, added, changed, or
                       * exchanged with their neighbor */
};

/* Compares one more possible name, which must live as long as the search. */
void similar_name_try(struct similar_name *similar, const char *name);

enum { SIMILAR_TEXT = 128 };

/* Writes "; did you mean NAME?", with `mark` before the name, or nothing if no name is near
 * enough. */
void similar_name_ask(const struct similar_name *similar, const char *mark,
                      char text[SIMILAR_TEXT]);

#endif
