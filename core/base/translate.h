/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Marks an English text for translation. Messages are translated by the function that was given to
 * errdiff_set_translation; names and descriptions by the program that shows them. */
#ifndef ERRDIFF_TRANSLATE_H
#define ERRDIFF_TRANSLATE_H

#define N_(text) text

#endif
