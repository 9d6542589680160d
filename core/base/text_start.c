/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recognizes byte order marks. */
#include "text_start.h"

#include "translate.h"

#include <stdbool.h>
#include <string.h>

static bool begins_with(const char *mark, const char *text, size_t size)
{
    return size >= strlen(mark) && memcmp(text, mark, strlen(mark)) == 0;
}

size_t errdiff_text_mark(const char *text, size_t size)
{
    static const char mark[] = "\xEF\xBB\xBF";
    return begins_with(mark, text, size) ? strlen(mark) : 0;
}

errdiff_status errdiff_text_check(const char *subject, const char *text, size_t size,
                                  errdiff_message *message)
{
    if (!begins_with("\xFF\xFE", text, size) && !begins_with("\xFE\xFF", text, size))
        return ERRDIFF_OK;
    return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, "%s%s", subject,
                        errdiff_translated(N_("the text is in UTF-16; save it as UTF-8")));
}
