/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Standard input, output and error that whoever started the process has closed. */
#ifndef CLI_STANDARD_STREAMS_H
#define CLI_STANDARD_STREAMS_H

/*
 * To be called before any file is opened. A file that is opened while one of the three is closed gets its number, and
 * what is meant for the user would be written into a picture. So /dev/null takes their places, standard input for
 * writing alone and standard output for reading alone: whoever uses them still gets an error.
 */
void standard_streams_fill(void);

#endif
