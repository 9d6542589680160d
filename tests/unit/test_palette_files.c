/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Palettes from the contents of files: valid ones, and many invalid ones. */
#include "../support/random.h"
#include "errdiff.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Parses a copy of exact size, so that the sanitizers see a read past the end. */
static errdiff_status parse(const void *contents, size_t size, errdiff_palette *palette,
                            errdiff_message *message)
{
    void *copy = malloc(size > 0 ? size : 1);

    assert_non_null(copy);
    memcpy(copy, contents, size);
    errdiff_status status = errdiff_palette_parse(copy, size, palette, message);
    free(copy);
    return status;
}

static void assert_colors(const char *what, const void *contents, size_t size,
                          const uint8_t (*colors)[3], int count)
{
    errdiff_palette palette;
    errdiff_message message = {""};

    if (parse(contents, size, &palette, &message) != ERRDIFF_OK)
        fail_msg("%s: %s", what, message.text);
    if (palette.count != count)
        fail_msg("%s: %d colors", what, palette.count);
    if (palette.has_sent)
        fail_msg("%s: has colors to send", what);
    assert_memory_equal(palette.colors, colors, (size_t)count * 3);
}

static void assert_refused(const char *what, const void *contents, size_t size, const char *word)
{
    errdiff_palette palette, before;
    errdiff_message message = {""};

    memset(&palette, 0x5a, sizeof(palette));
    before = palette;
    if (parse(contents, size, &palette, &message) != ERRDIFF_BAD_ARGUMENT)
        fail_msg("%s: was not refused", what);
    if (message.text[0] == '\0' || strchr(message.text, '\n') || !strstr(message.text, word))
        fail_msg("%s: the message is \"%s\"", what, message.text);
    assert_memory_equal(&palette, &before, sizeof(palette));
    assert_int_equal(parse(contents, size, &palette, NULL), ERRDIFF_BAD_ARGUMENT);
}

static const uint8_t two_colors[][3] = {{0, 128, 255}, {17, 0, 3}};

static void test_good_gpl_files(void **state)
{
    static const char *const files[] = {
        "GIMP Palette\nName: Two\nColumns: 2\n#\n  0 128 255\tSky\n 17   0   3\tNight\n",
        "GIMP Palette\r\nName: Two\r\nColumns: 2\r\n#\r\n  0 128 255\tSky\r\n 17   0   3\tN\r\n",
        "GIMP Palette\n0 128 255\n17 0 3",
        "GIMP Palette\n0 128 255 Sky\n17 0 3 Night",
        "GIMP Palette\nName: Größe — 青\n0 128 255 Himmel über Köln\n17 0 3 夜\n",
        "GIMP Palette\n# 1 2 3\n0 128 255\n#\n# more\n17 0 3\n# end",
        "GIMP Palette\n\n0 128 255\n\n\n17 0 3\n\n",
        "GIMP Palette\n0\t128\t255\tSky\n17\t0\t3\t\n",
        "GIMP Palette\n000 128 255 1 2 3\n017 000 003 #\n",
        "\xEF\xBB\xBFGIMP Palette\n0 128 255\n17 0 3\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
        assert_colors(files[i], files[i], strlen(files[i]), two_colors, 2);
}

static void test_bad_gpl_files(void **state)
{
    static const struct {
        const char *file, *word;
    } cases[] = {
        {"GIMP Palette", "no colors"},
        {"GIMP Palette\n", "no colors"},
        {"GIMP Palette\nName: None\nColumns: 0\n#\n", "no colors"},
        {"GIMP Palette\r\n\r\n", "no colors"},
        {"GIMP Palette\n256 0 0 Too red\n", "line 2"},
        {"GIMP Palette\n0 0 256\n", "line 2"},
        {"GIMP Palette\n0 0 99999999999999999999\n", "line 2"},
        {"GIMP Palette\n1 2 3\n-1 0 0\n", "line 3"},
        {"GIMP Palette\n1 2\n", "line 2"},
        {"GIMP Palette\n1\n", "line 2"},
        {"GIMP Palette\n1 2 x\n", "line 2"},
        {"GIMP Palette\n1 2 3x\n", "line 2"},
        {"GIMP Palette\n1,2,3\n", "line 2"},
        {"GIMP Palette\n1.5 2 3\n", "line 2"},
        {"GIMP Palette\n#\n\nred\n", "line 4"},
        {"GIMP Palette\nff8000\n", "line 2"},
        {"GIMP Palette\n1 2 3\n\x01\x02\xff\xfe\x80\n", "line 3"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_refused(cases[i].file, cases[i].file, strlen(cases[i].file), cases[i].word);
}

static void test_good_hex_files(void **state)
{
    static const char *const files[] = {
        "0080ff\n110003\n",
        "0080FF\n110003",
        "#0080ff\n#110003\n",
        "#0080fF\r\n110003\r\n",
        ("\xEF\xBB\xBF"
         "0080ff\n110003\n"),
        "\n\n  0080ff  \n\t110003\n\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
        assert_colors(files[i], files[i], strlen(files[i]), two_colors, 2);
}

/* Only after #, because "110" alone may be the beginning of a longer number. */
static void test_three_digits_after_a_number_sign(void **state)
{
    static const uint8_t colors[][3] = {{0xff, 0x88, 0}, {0, 128, 255}, {0x11, 0xaa, 0xcc}};
    const char *file = "#f80\n0080ff\n#1AC\n";

    (void)state;
    assert_colors("#f80", file, strlen(file), colors, 3);
    assert_refused("no #", "f80\n", 4, "line 1");
    assert_refused("four digits", "#f80f\n", 6, "line 1");
    assert_refused("two digits", "#f8\n", 4, "line 1");
    assert_refused("no digit", "#f8g\n", 5, "line 1");
}

static void test_names_of_colors(void **state)
{
    static const uint8_t colors[][3] = {{0xf0, 0xf8, 0xff}, {0, 0, 0},          {0x64, 0x95, 0xed},
                                        {0x80, 0x80, 0x80}, {0x80, 0x80, 0x80}, {0x66, 0x33, 0x99},
                                        {0xff, 0, 0},       {0xff, 0x63, 0x47}, {0xff, 0xff, 0xff},
                                        {0x9a, 0xcd, 0x32}, {0xfa, 0xfa, 0xd2}, {0x1a, 0x2b, 0x3c}};
    const char *file = "aliceblue\nBlack\nCornflowerBlue\ngray\nGREY\nrebeccapurple\nred\n"
                       "  tomato \r\nwhite\nyellowgreen\nlightgoldenrodyellow\n1a2b3c";
    const char *sent = "black=red\ntomato=#00ff00\n";
    errdiff_palette palette;

    (void)state;
    assert_colors("names", file, strlen(file), colors, 12);
    assert_int_equal(parse(sent, strlen(sent), &palette, NULL), ERRDIFF_OK);
    assert_true(palette.has_sent);
    assert_memory_equal(palette.sent[0], colors[6], 3);
    assert_memory_equal(palette.colors[1], colors[7], 3);
}

static void test_jasc_files(void **state)
{
    static const char *const good[] = {
        "JASC-PAL\n0100\n2\n0 128 255\n17 0 3\n",
        "JASC-PAL\r\n0100\r\n2\r\n0 128 255\r\n17 0 3",
        "JASC-PAL\n0100\n2\n0 128 255 255\n\n17 0 3 0\n1 2 3\n",
        "\xEF\xBB\xBFJASC-PAL\n0100\n2\n0 128 255\n17 0 3\n",
    };
    static const struct {
        const char *file, *word;
    } bad[] = {
        {"JASC-PAL", "line 3"},
        {"JASC-PAL\n0100\n", "line 3"},
        {"JASC-PAL\n0100\n0\n", "line 3"},
        {"JASC-PAL\n0100\n-2\n0 128 255\n17 0 3\n", "line 3"},
        {"JASC-PAL\n0100\ntwo\n0 128 255\n17 0 3\n", "line 3"},
        {"JASC-PAL\n0100\n99999999999999999999\n0 128 255\n", "line 3"},
        {"JASC-PAL\n0100\n3\n0 128 255\n17 0 3\n", "2 of 3"},
        {"JASC-PAL\n0100\n2\n0 128 256\n17 0 3\n", "line 4"},
        {"JASC-PAL\n0100\n2\n0 128 255\nff8000\n", "line 5"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
        assert_colors(good[i], good[i], strlen(good[i]), two_colors, 2);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_refused(bad[i].file, bad[i].file, strlen(bad[i].file), bad[i].word);
}

static void test_paint_net_files(void **state)
{
    static const char *const good[] = {
        ";paint.net Palette File\n;Palette Name: Two\nFF0080FF\nFF110003\n",
        "; 1\r\n; 2\r\n\r\nff0080ff\r\n;\r\n00110003",
    };
    static const struct {
        const char *file, *word;
    } bad[] = {
        {";", "no colors"},
        {";\n0080ff\n", "line 2"},
        {";\nff0080ff\nff00800\n", "line 3"},
        {";\nfg0080ff\n", "line 2"},
        {";\nff0080fg\n", "line 2"},
        {";\nffyellow\n", "line 2"},
        {";\nff#0080f\n", "line 2"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
        assert_colors(good[i], good[i], strlen(good[i]), two_colors, 2);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_refused(bad[i].file, bad[i].file, strlen(bad[i].file), bad[i].word);
}

/* As large as an Adobe color table. */
static void test_texts_of_768_bytes(void **state)
{
    char file[768];

    (void)state;
    memset(file, '\n', sizeof(file));
    memcpy(file, "; Palette (2 colors)\nff0080ff\nff110003\n", 39);
    assert_colors("Paint.NET", file, sizeof(file), two_colors, 2);
    memset(file, '\n', sizeof(file));
    memcpy(file, "#0080ff\n110003\n", 15);
    assert_colors("hex", file, sizeof(file), two_colors, 2);
}

static void test_bad_hex_files(void **state)
{
    static const struct {
        const char *file, *word;
    } cases[] = {
        {"", "no colors"},
        {"\n", "no colors"},
        {"\xEF\xBB\xBF", "no colors"},
        {" \r\n\t", "no colors"},
        {"0080f\n", "line 1"},
        {"0080ff0\n", "line 1"},
        {"0080ff\n0080fg\n", "line 2"},
        {"##0080ff\n", "line 1"},
        {"#\n", "line 1"},
        {"0080ff 110003\n", "line 1"},
        {"0x0080ff\n", "line 1"},
        {"0080ff\n\nreddish\n", "line 3"},
        {"0080ff\nre\n", "line 2"},
        {"#red\n", "line 1"},
        {"light gray\n", "line 1"},
        {"lightgoldenrodyellowlightgoldenrodyellow\n", "line 1"},
        {"ff0080ff\n", "line 1"},
        {"-12345\n", "line 1"},
        {"+12345\n", "line 1"},
        {"<html>", "line 1"},
        {"GIMP palette\n1 2 3\n", "line 1"},
        {"\xff\xfe#\0", "UTF-16"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_refused(cases[i].file, cases[i].file, strlen(cases[i].file), cases[i].word);
}

/* The second color is sent as it is, except where the file says the same in full. */
static void test_colors_to_send(void **state)
{
    static const char *const files[] = {
        "0080ff=00ff00\n110003",
        "#0080ff=#00ff00\n#110003=#110003\n",
        "  0080ff =\t#00FF00 \r\n\n110003= 110003",
        "GIMP Palette\n0 128 255 =#00ff00\n17 0 3\n",
        "GIMP Palette\nName: =#123456\n#=#12345\n0 128 255\tSky =#00FF00  \n17 0 3 =#110003\n",
        "GIMP Palette\r\n0 128 255 a = b =#00ff00\r\n17 0 3 =#00ff00 is not the last word\r\n",
    };
    static const uint8_t sent[][3] = {{0, 255, 0}, {17, 0, 3}};

    (void)state;
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
        errdiff_palette palette;
        errdiff_message message = {""};
        if (parse(files[i], strlen(files[i]), &palette, &message) != ERRDIFF_OK)
            fail_msg("%s: %s", files[i], message.text);
        assert_int_equal(palette.count, 2);
        assert_int_equal(palette.has_sent, 1);
        assert_memory_equal(palette.colors, two_colors, sizeof two_colors);
        assert_memory_equal(palette.sent, sent, sizeof sent);
    }
}

static void test_bad_colors_to_send(void **state)
{
    static const char *const files[] = {
        "110003\n0080ff=\n",
        "110003\n=0080ff\n",
        "110003\n0080ff=00ff0\n",
        "110003\n0080ff==00ff00\n",
        "110003\n0080ff=00ff00=00ff00\n",
        "110003\n0080ff=greenish\n",
        "110003\n=\n",
        "GIMP Palette\n0 128 255 Sky =#00ff0\n",
        "GIMP Palette\n0 128 255 Sky =#00ff000\n",
        "GIMP Palette\n0 128 255 =#\n",
        "GIMP Palette\n0 128 255 =#green1\n",
        "GIMP Palette\n0 128=#00ff00\n",
        "GIMP Palette\n=#00ff00\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
        assert_refused(files[i], files[i], strlen(files[i]), "line 2");
    assert_refused("example", "00ff00=1", 8, "b06030=ff8000");
    assert_refused("example", files[9], strlen(files[9]), "=#ff8000");
}

static size_t write_lines(char *text, const char *head, const char *format, int count)
{
    size_t used = (size_t)sprintf(text, "%s", head);

    for (int i = 0; i < count; i++)
        used += (size_t)sprintf(text + used, format, i & 255, i >> 8, 7);
    return used;
}

static void test_256_colors_are_read_and_257_are_not(void **state)
{
    static char text[8192];
    static const struct {
        const char *head, *format;
    } kinds[] = {{"GIMP Palette\n", "%d %d %d\n"}, {"", "%02x%02x%02x\n"}};

    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        errdiff_palette palette;
        size_t size = write_lines(text, kinds[kind].head, kinds[kind].format, 256);
        assert_int_equal(parse(text, size, &palette, NULL), ERRDIFF_OK);
        assert_int_equal(palette.count, 256);
        assert_int_equal(palette.colors[255][0], 255);
        assert_int_equal(palette.colors[255][2], 7);
        size = write_lines(text, kinds[kind].head, kinds[kind].format, 257);
        assert_refused("257 colors", text, size, "256");
    }
}

static void fill_table(uint8_t bytes[772])
{
    for (int i = 0; i < 768; i++)
        bytes[i] = (uint8_t)(i * 37 + i / 256);
    bytes[768] = bytes[769] = bytes[770] = bytes[771] = 0;
}

static void test_adobe_tables(void **state)
{
    uint8_t bytes[772];
    uint8_t colors[256][3];

    (void)state;
    fill_table(bytes);
    memcpy(colors, bytes, sizeof(colors));
    assert_colors("768 bytes", bytes, 768, (const uint8_t(*)[3])colors, 256);
    bytes[769] = 5;
    bytes[770] = bytes[771] = 0xff;
    assert_colors("772 bytes, 5 colors", bytes, 772, (const uint8_t(*)[3])colors, 5);
    bytes[768] = 1;
    bytes[769] = 0;
    assert_colors("772 bytes, 256 colors", bytes, 772, (const uint8_t(*)[3])colors, 256);
    bytes[769] = 1;
    assert_refused("772 bytes, 257 colors", bytes, 772, "257");
    bytes[768] = bytes[769] = 0;
    assert_refused("772 bytes, 0 colors", bytes, 772, "no colors");
    assert_refused("771 bytes", bytes, 771, "palette");
    assert_refused("767 bytes", bytes, 767, "palette");
    memset(bytes, 0, sizeof(bytes));
    memset(colors, 0, sizeof(colors));
    assert_colors("all black", bytes, 768, (const uint8_t(*)[3])colors, 256);
}

/* The first color can look like the byte order mark of UTF-8. */
static void test_an_adobe_table_whose_first_color_is_a_byte_order_mark(void **state)
{
    uint8_t bytes[772];
    uint8_t colors[256][3];

    (void)state;
    fill_table(bytes);
    bytes[0] = 0xef;
    bytes[1] = 0xbb;
    bytes[2] = 0xbf;
    memcpy(colors, bytes, sizeof(colors));
    assert_colors("efbbbf first", bytes, 768, (const uint8_t(*)[3])colors, 256);
}

/* A file of hexadecimal colors can have the size of an Adobe color table. */
static void test_a_text_of_the_size_of_a_table(void **state)
{
    char text[769];
    errdiff_palette palette;

    (void)state;
    for (int i = 0; i < 96; i++)
        sprintf(text + 8 * i, "#%06x\n", i * 1000);
    assert_int_equal(strlen(text), 768);
    assert_int_equal(parse(text, 768, &palette, NULL), ERRDIFF_OK);
    assert_int_equal(palette.count, 96);
    assert_int_equal(palette.colors[95][2], 95000 & 255);
}

static void test_colors_to_send_of_the_size_of_a_table(void **state)
{
    char text[769];
    errdiff_palette palette;

    (void)state;
    for (int i = 0; i < 48; i++)
        sprintf(text + 16 * i, "#%06x=#%06x\n", i, 255 - i);
    assert_int_equal(strlen(text), 768);
    assert_int_equal(parse(text, 768, &palette, NULL), ERRDIFF_OK);
    assert_int_equal(palette.count, 48);
    assert_int_equal(palette.sent[47][2], 255 - 47);
}

static void test_junk_is_refused(void **state)
{
    static uint8_t junk[4000];
    struct random random = {1};

    (void)state;
    random_fill(&random, junk, sizeof(junk));
    for (size_t size = 1; size < sizeof(junk); size = size * 3 / 2 + 1) {
        if (size != 768 && size != 772)
            assert_refused("junk", junk, size, "palette");
    }
    memset(junk, 0, sizeof(junk));
    assert_refused("zeros", junk, sizeof(junk), "palette");
    memset(junk, '7', sizeof(junk));
    assert_refused("a long line", junk, sizeof(junk), "line 1");
    assert_int_equal(errdiff_palette_parse("", 0, &(errdiff_palette){0}, NULL),
                     ERRDIFF_BAD_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good_gpl_files),
        cmocka_unit_test(test_bad_gpl_files),
        cmocka_unit_test(test_good_hex_files),
        cmocka_unit_test(test_three_digits_after_a_number_sign),
        cmocka_unit_test(test_bad_hex_files),
        cmocka_unit_test(test_colors_to_send),
        cmocka_unit_test(test_bad_colors_to_send),
        cmocka_unit_test(test_256_colors_are_read_and_257_are_not),
        cmocka_unit_test(test_names_of_colors),
        cmocka_unit_test(test_jasc_files),
        cmocka_unit_test(test_paint_net_files),
        cmocka_unit_test(test_texts_of_768_bytes),
        cmocka_unit_test(test_adobe_tables),
        cmocka_unit_test(test_an_adobe_table_whose_first_color_is_a_byte_order_mark),
        cmocka_unit_test(test_a_text_of_the_size_of_a_table),
        cmocka_unit_test(test_colors_to_send_of_the_size_of_a_table),
        cmocka_unit_test(test_junk_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
