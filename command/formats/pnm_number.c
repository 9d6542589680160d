/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pnm_number.h"

#include <ctype.h>
#include <stdint.h>

int pnm_next_character(FILE *file)
{
    int character = getc(file);
    if (character == '#')
        while (character != '\n' && character != '\r' && character != EOF)
            character = getc(file);
    return character;
}

int pnm_skip_blanks(FILE *file)
{
    int character = pnm_next_character(file);
    while (character != EOF && isspace(character))
        character = pnm_next_character(file);
    return character;
}

int pnm_read_number(FILE *file)
{
    int character = pnm_skip_blanks(file);
    if (character == EOF || !isdigit(character))
        return -1;
    int64_t number = 0;
    while (character != EOF && isdigit(character)) {
        number = number * 10 + (character - '0');
        number = number > INT32_MAX ? INT32_MAX : number;
        character = pnm_next_character(file);
    }
    return character == EOF || isspace(character) ? (int)number : -1;
}
