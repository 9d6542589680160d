/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Marks a text that programs translate where they show it; the library itself speaks English. */
#ifndef ERRDIFF_TRANSLATE_H
#define ERRDIFF_TRANSLATE_H

#define N_(text) text

#endif
