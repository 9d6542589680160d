/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_DEPENDENCE_LIST_H
#define CLI_DEPENDENCE_LIST_H

/* Prints which pixels can be dithered at the same time. The words are the size of the picture and,
 * if there are two, a kernel; without it all named kernels are listed. Returns the exit status. */
int list_dependences(int count, char **words);

#endif
