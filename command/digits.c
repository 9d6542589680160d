/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contains the shapes of digits, and draws them. */
#include "digits.h"

#include <string.h>

static const char *const shapes[10][DIGIT_HEIGHT] = {
    {" ### ", "#   #", "#  ##", "# # #", "##  #", "#   #", " ### "},
    {"  #  ", " ##  ", "  #  ", "  #  ", "  #  ", "  #  ", " ### "},
    {" ### ", "#   #", "    #", "   # ", "  #  ", " #   ", "#####"},
    {" ### ", "#   #", "    #", "  ## ", "    #", "#   #", " ### "},
    {"   # ", "  ## ", " # # ", "#  # ", "#####", "   # ", "   # "},
    {"#####", "#    ", "#### ", "    #", "    #", "#   #", " ### "},
    {" ### ", "#    ", "#    ", "#### ", "#   #", "#   #", " ### "},
    {"#####", "    #", "   # ", "  #  ", "  #  ", "  #  ", "  #  "},
    {" ### ", "#   #", "#   #", " ### ", "#   #", "#   #", " ### "},
    {" ### ", "#   #", "#   #", " ####", "    #", "    #", " ### "},
};
static const char *const point[DIGIT_HEIGHT] = {"     ", "     ", "     ", "     ",
                                                "     ", "  ## ", "  ## "};

int digits_width(const char *text, int scale)
{
    return ((int)strlen(text) * (DIGIT_WIDTH + 1) - 1) * scale;
}

void digits_draw(const errdiff_image *image, int x, int y, int scale, const char *text)
{
    for (; *text; text++, x += (DIGIT_WIDTH + 1) * scale) {
        const char *const *shape = *text == '.' ? point : shapes[*text - '0'];
        for (int row = 0; row < DIGIT_HEIGHT * scale; row++)
            for (int column = 0; column < DIGIT_WIDTH * scale; column++)
                if (shape[row / scale][column / scale] == '#')
                    ((uint8_t *)image->data)[(y + row) * image->stride + x + column] = 0;
    }
}
