/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Marks a text that programs translate: names and descriptions where they show them, messages through
 * errdiff_set_translation. The library itself speaks English. */
#ifndef ERRDIFF_TRANSLATE_H
#define ERRDIFF_TRANSLATE_H

#define N_(text) text

#endif
