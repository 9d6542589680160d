/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_LISTS_H
#define CLI_LISTS_H

/* Print tables to standard output. */
void list_engines(void);
void list_palettes(void);

#endif
