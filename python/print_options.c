/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the library's table of options for make_stub.py, an option in each line: its name, what
 * kind of value it has, and the names to choose from, all separated by spaces. */
#include "errdiff.h"

#include <stdbool.h>
#include <stdio.h>

static const char *const kinds[] = {
    [ERRDIFF_OPTION_TEXT] = "text",     [ERRDIFF_OPTION_FILE] = "text",
    [ERRDIFF_OPTION_LEVELS] = "levels", [ERRDIFF_OPTION_PALETTE] = "palette",
    [ERRDIFF_OPTION_CHOICE] = "choice", [ERRDIFF_OPTION_INTEGER] = "integer",
    [ERRDIFF_OPTION_SEED] = "integer",  [ERRDIFF_OPTION_SWITCH] = "switch",
    [ERRDIFF_OPTION_REAL] = "real",
};

int main(void)
{
    for (int i = 0; i < errdiff_option_count(); i++) {
        errdiff_option_info info;
        errdiff_option_get(i, &info);
        bool is_automatic = info.type == ERRDIFF_OPTION_SWITCH && info.min < 0;
        printf("%s %s", info.name, is_automatic ? "automatic" : kinds[info.type]);
        for (int j = 0; info.choices && info.choices[j]; j++)
            printf(" %s", info.choices[j]);
        putchar('\n');
    }
    return 0;
}
