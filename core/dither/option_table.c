/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one table of the options of a job. The order is that of the procedure's arguments in GIMP. */
#include "base/option_value.h"
#include "base/translate.h"
#include "errdiff.h"
#include "rule/rule.h"

static const char *const match_names[] = {"rgb", "oklab", "lightness", NULL};
static const char *const match_titles[] = {N_("RGB distance"), N_("Perceptual"),
                                           N_("Lightness first"), NULL};
static const char *const match_explanations[] = {
    "by the distance of the values of red, green and blue",
    "by how different the colors look, which is their distance in the color space OKLab",
    "by the distance of the values, with their lightness counted more than the rest, so that areas "
    "come out with less grain",
    NULL};
static const char *const gamut_names[] = {"clip", "compress", "relative", "none", NULL};
static const char *const gamut_titles[] = {N_("Nearest mixture"), N_("Compress lightness"),
                                           N_("Relative to paper"), N_("Leave as they are"), NULL};
static const char *const gamut_explanations[] = {
    "each becomes the mixture that looks most like it, above all in lightness",
    "the same after the lightness of all colors was brought closer to the range of the palette, "
    "which keeps details in lights and shadows",
    "the same after white became the lightest color of the palette, and black the darkest one, for "
    "an eye that takes the paper or the panel as white",
    "they stay, and come out too dark, too light or too gray", NULL};
static const char *const tone_names[] = {"none", "auto", NULL};
static const char *const tone_titles[] = {N_("As it is"), N_("Automatic"), NULL};
static const char *const tone_explanations[] = {
    "it stays as it is",
    "dark images become lighter by a stretch and a gamma, so that they keep their structure; "
    "others stay as they are",
    NULL};
static const char *const start_names[] = {"continued", "plain", NULL};
static const char *const start_titles[] = {N_("As if the image went on above"), N_("Plain"), NULL};
static const char *const start_explanations[] = {
    "as if the image went on above, so that the dots of dark and of light areas begin at once",
    "without errors from above, as error diffusion was published", NULL};
static const char *const alpha_names[] = {"keep", "threshold", "dither", NULL};
static const char *const alpha_titles[] = {N_("Keep"), N_("Threshold (50 %)"), N_("Dither"), NULL};

/* An option that has a member in errdiff_options. */
#define MEMBER(member) .name = #member, .offset = offsetof(errdiff_options, member)

#define PERCENT .unit = N_(" percent"), .symbol = "%"

static const errdiff_option_info options[] = {
    {MEMBER(kernel), .title = N_("Method"), .group = ERRDIFF_GROUP_DIFFUSION,
     .label = N_("_Method:"),
     .explanation = N_("How a pixel's error is distributed among the pixels that follow it"),
     .syntax = "a name from `errdiff kernels`, or divisor: dx,dy,weight; dx,dy,weight; …",
     .type = ERRDIFF_OPTION_TEXT, .default_value = "errdiff-12", .is_in_presets = 1},
    {MEMBER(levels), .title = N_("Levels"), .group = ERRDIFF_GROUP_COLORS, .label = N_("Le_vels:"),
     .explanation = N_("Levels of each channel, 2 to 256: one number, or one each for red, green "
                       "and blue, like 4,8,4. With auto, gray images get two, and color images a "
                       "palette of 16 colors that is made for them."),
     .type = ERRDIFF_OPTION_LEVELS, .min = 2, .max = ERRDIFF_MAX_LEVELS, .default_value = "auto",
     .is_in_presets = 1},
    {.name = "palette",
     .title = N_("Palette"),
     .group = ERRDIFF_GROUP_COLORS,
     .explanation =
         N_("Empty for levels; otherwise the name of a palette (game-boy, ega, …), a palette file, "
            "colors like #000000,#ff8000, or adaptive:16 for 16 colors made from the image. "
            "#62201e=#ff0000 is a color that looks like #62201e, and for which a device is sent "
            "#ff0000."),
     .type = ERRDIFF_OPTION_PALETTE,
     .default_value = "",
     .is_in_presets = 1,
     .offset = -1},
    {MEMBER(match), .title = N_("Color matching"), .group = ERRDIFF_GROUP_COLORS,
     .label = N_("Color matchin_g:"),
     .explanation = N_("How the nearest color of the palette is determined"),
     .type = ERRDIFF_OPTION_CHOICE, .min = ERRDIFF_MATCH_RGB, .max = ERRDIFF_MATCH_LIGHTNESS,
     .default_value = "lightness", .choices = match_names, .choice_titles = match_titles,
     .choice_explanations = match_explanations, .is_in_presets = 1},
    {MEMBER(gamut), .title = N_("Outside the gamut"), .group = ERRDIFF_GROUP_GAMUT,
     .label = N_("Outside the _gamut:"),
     .explanation = N_("What happens to colors that no mixture of the palette's colors can show"),
     .type = ERRDIFF_OPTION_CHOICE, .min = ERRDIFF_GAMUT_CLIP, .max = ERRDIFF_GAMUT_NONE,
     .default_value = "clip", .choices = gamut_names, .choice_titles = gamut_titles,
     .choice_explanations = gamut_explanations, .is_in_presets = 1},
    {MEMBER(compress), .title = N_("Compression"), .group = ERRDIFF_GROUP_GAMUT,
     .label = N_("Compres_sion:"),
     .explanation =
         N_("How far the lightness of all colors is compressed into the range of the palette, in "
            "percent, if colors out of gamut are treated that way"),
     .type = ERRDIFF_OPTION_INTEGER, .max = 100, PERCENT, .default_value = "60",
     .is_in_presets = 1},
    {MEMBER(sent), .title = N_("Colors for the device"), .group = ERRDIFF_GROUP_COLORS,
     .label = N_("Write what the _device is sent"),
     .explanation = N_("Write the colors that the device is sent instead of those that are seen, "
                       "if the palette has both"),
     .type = ERRDIFF_OPTION_SWITCH, .max = 1, .default_value = "0", .is_in_presets = 1},
    {MEMBER(gray), .title = N_("Grayscale"), .group = ERRDIFF_GROUP_TONE, .label = N_("Gra_yscale"),
     .explanation = N_("Make colors gray, by the luminance of their light, before all else"),
     .type = ERRDIFF_OPTION_SWITCH, .max = 1, .default_value = "0", .is_in_presets = 1},
    {MEMBER(tone), .title = N_("Tone"), .group = ERRDIFF_GROUP_TONE, .label = N_("To_ne:"),
     .explanation = N_("Whether the tone of the image is adapted to few levels or inks before all "
                       "other changes of tone"),
     .type = ERRDIFF_OPTION_CHOICE, .min = ERRDIFF_TONE_NONE, .max = ERRDIFF_TONE_AUTO,
     .default_value = "none", .choices = tone_names, .choice_titles = tone_titles,
     .choice_explanations = tone_explanations, .is_in_presets = 1},
    {MEMBER(stretch), .title = N_("Stretch tones"), .group = ERRDIFF_GROUP_TONE,
     .label = N_("Stretch tones to black and _white"),
     .explanation = N_("Make the darkest parts of the image black and its lightest parts white"),
     .type = ERRDIFF_OPTION_SWITCH, .max = 1, .default_value = "0", .is_in_presets = 1},
    {.name = "stretch-share",
     .offset = offsetof(errdiff_options, stretch_share),
     .title = N_("Share"),
     .group = ERRDIFF_GROUP_TONE,
     .label = N_("Clipped s_hare:"),
     .explanation = N_("The share of the values, at either end, that stretching makes completely "
                       "black or white, in percent"),
     .type = ERRDIFF_OPTION_REAL,
     .max = 10,
     PERCENT,
     .factor = 1,
     .step = 0.1,
     .decimals = 2,
     .default_value = "0.5",
     .is_in_presets = 1},
    {MEMBER(brightness), .title = N_("Brightness"), .group = ERRDIFF_GROUP_TONE,
     .label = N_("_Brightness:"),
     .explanation = N_("Makes the image darker or lighter before it is dithered, in percent"),
     .type = ERRDIFF_OPTION_INTEGER, .min = -100, .max = 100, PERCENT, .default_value = "0",
     .is_in_presets = 1},
    {MEMBER(contrast), .title = N_("Contrast"), .group = ERRDIFF_GROUP_TONE,
     .label = N_("Con_trast:"),
     .explanation = N_("Changes the difference between dark and light areas, in percent"),
     .type = ERRDIFF_OPTION_INTEGER, .min = -100, .max = 100, PERCENT, .default_value = "0",
     .is_in_presets = 1},
    {MEMBER(gamma), .title = N_("Gamma"), .group = ERRDIFF_GROUP_TONE, .label = N_("_Gamma:"),
     .explanation = N_("Makes medium tones lighter (above 1) or darker (below 1); black and white "
                       "stay"),
     .type = ERRDIFF_OPTION_REAL, .min = 0.1, .max = 10, .factor = 1, .step = 0.1, .decimals = 2,
     .default_value = "1", .is_in_presets = 1},
    {MEMBER(saturation), .title = N_("Saturation"), .group = ERRDIFF_GROUP_TONE,
     .label = N_("Sat_uration:"),
     .explanation = N_("Makes colors paler or stronger, in percent; -100 makes them gray"),
     .type = ERRDIFF_OPTION_INTEGER, .min = -100, .max = 100, PERCENT, .default_value = "0",
     .is_in_presets = 1},
    {MEMBER(invert), .title = N_("Invert"), .group = ERRDIFF_GROUP_TONE, .label = N_("In_vert"),
     .explanation = N_("Turn dark into light and colors into their opposites"),
     .type = ERRDIFF_OPTION_SWITCH, .max = 1, .default_value = "0", .is_in_presets = 1},
    {.name = "dot-gain",
     .offset = offsetof(errdiff_options, dot_gain),
     .title = N_("Dot gain"),
     .group = ERRDIFF_GROUP_TONE,
     .label = N_("Dot gai_n:"),
     .explanation =
         N_("How much area printed dots gain at 50 percent coverage, in percent, so that the image "
            "gets lighter by as much; or a curve that was measured from a step wedge: pairs of a "
            "coverage and what it is printed as, like 25 40; 50 70; 75 90"),
     .symbol = "%",
     .syntax = "0 to 35, or coverage printed; coverage printed; …",
     .type = ERRDIFF_OPTION_TEXT,
     .default_value = "0",
     .is_in_presets = 1},
    {.name = "keep-exact",
     .offset = offsetof(errdiff_options, keep_exact),
     .title = N_("Keep exact colors"),
     .group = ERRDIFF_GROUP_GAMUT,
     .label = N_("_Keep exact colors"),
     .explanation =
         N_("Pixels whose color is in the palette, or whose channels all are at a level, "
            "keep it and are not dithered: lines, text, and flat areas stay clean"),
     .type = ERRDIFF_OPTION_SWITCH,
     .max = 1,
     .default_value = "0",
     .is_in_presets = 1},
    {MEMBER(strength), .title = N_("Strength"), .group = ERRDIFF_GROUP_DIFFUSION,
     .label = N_("S_trength:"),
     .explanation = N_("How much of each pixel's error is passed on, in percent. Values below 100 "
                       "give more contrast and less grain."),
     .type = ERRDIFF_OPTION_INTEGER, .max = 100, PERCENT, .default_value = "100",
     .is_in_presets = 1},
    {MEMBER(noise), .title = N_("Noise"), .group = ERRDIFF_GROUP_DIFFUSION, .label = N_("_Noise:"),
     .explanation = N_("Random noise that is added when the level or color of each pixel is "
                       "chosen, in percent of half a level step (with a palette, of 1/16 of the "
                       "range of values). It breaks up regular patterns and adds grain."),
     .type = ERRDIFF_OPTION_INTEGER, .max = 100, PERCENT, .default_value = "0", .is_in_presets = 1},
    {MEMBER(seed), .title = N_("Seed"), .group = ERRDIFF_GROUP_DIFFUSION, .label = N_("_Seed:"),
     .explanation = N_("Changes the noise pattern"), .type = ERRDIFF_OPTION_SEED, .max = UINT32_MAX,
     .default_value = "0", .is_in_presets = 1},
    {MEMBER(detail), .title = N_("Detail"), .group = ERRDIFF_GROUP_DETAIL, .label = N_("Deta_il:"),
     .explanation = N_("How far edges and fine detail are sharpened, in percent. Flat areas keep "
                       "their tone."),
     .type = ERRDIFF_OPTION_INTEGER, .max = 100, PERCENT, .default_value = "0", .is_in_presets = 1},
    {MEMBER(refine), .title = N_("Refine"), .group = ERRDIFF_GROUP_DETAIL, .label = N_("Refi_ne"),
     .explanation = N_("How many passes of a search follow the dithering: each changes the pixels "
                       "where that lowers the error which an eye sees. 2 are enough; 0: none."),
     .type = ERRDIFF_OPTION_INTEGER, .max = 20, .switched_on = 2, .default_value = "0",
     .is_in_presets = 1},
    {MEMBER(viewing), .title = N_("Viewing"), .group = ERRDIFF_GROUP_DETAIL,
     .label = N_("Vie_wing:"),
     .explanation = N_("How many pixels the viewer sees in a degree, for the search; 45: about 110 "
                       "pixels per inch at a distance of 60 cm"),
     .type = ERRDIFF_OPTION_REAL, .min = 15, .max = 200, .unit = N_(" pixels per degree"),
     .symbol = N_("pixels per degree"), .factor = 1, .step = 1, .decimals = 1,
     .default_value = "45", .is_in_presets = 1},
    {MEMBER(screen), .title = N_("Screen"), .group = ERRDIFF_GROUP_SCREEN, .label = N_("_Pattern:"),
     .explanation =
         N_("A pattern of thresholds, added when the level or color of each pixel is chosen: none, "
            "a Bayer matrix, blue noise, the clustered dots of printing, or a file with a matrix "
            "of your own. At a strength of 0 this is ordered dithering."),
     .syntax = "none, bayer-2, bayer-4, bayer-8, bayer-16, blue-noise, round, diamond, line, or a "
               "file: PGM, or a text with rows of numbers",
     .type = ERRDIFF_OPTION_TEXT, .default_value = "none", .is_in_presets = 1},
    {.name = "screen-amount",
     .offset = offsetof(errdiff_options, screen_amount),
     .title = N_("Amount"),
     .group = ERRDIFF_GROUP_SCREEN,
     .label = N_("Screen _amount:"),
     .explanation = N_("How strong the screen is, in percent of half a level step (with a palette, "
                       "of half the mean distance between neighboring colors). At 100 and a "
                       "strength of 0 tones come out right; more at full strength gives clearer "
                       "dots."),
     .type = ERRDIFF_OPTION_INTEGER,
     .max = ERRDIFF_MAX_SCREEN_AMOUNT,
     PERCENT,
     .default_value = "100",
     .is_in_presets = 1},
    {.name = "screen-size",
     .offset = offsetof(errdiff_options, screen_size),
     .title = N_("Size"),
     .group = ERRDIFF_GROUP_SCREEN,
     .label = N_("Screen si_ze:"),
     .explanation = N_("From one clustered dot or line to the next: in pixels, like 8, or in lines "
                       "per inch, like 85lpi"),
     .syntax = "pixels, 2 to 128, or lines per inch, like 85lpi",
     .type = ERRDIFF_OPTION_TEXT,
     .default_value = "8",
     .is_in_presets = 1},
    {.name = "screen-angle",
     .offset = offsetof(errdiff_options, screen_angle),
     .title = N_("Angle"),
     .group = ERRDIFF_GROUP_SCREEN,
     .label = N_("Angle in _degrees:"),
     .explanation = N_("The angle of the rows of clustered dots, in degrees: one for all channels, "
                       "those of red, green and blue, or these and that of gray, like 15,75,0,45"),
     .syntax = "degrees, -360 to 360: one, or those of red, green and blue, or also that of gray",
     .type = ERRDIFF_OPTION_TEXT,
     .default_value = "15,75,0,45",
     .is_in_presets = 1},
    {MEMBER(dpi), .title = N_("Resolution"), .group = ERRDIFF_GROUP_SCREEN,
     .label = N_("Resol_ution:"),
     .explanation = N_("Pixels per inch, for a screen in lines per inch; 0: those of the image"),
     .type = ERRDIFF_OPTION_REAL, .max = 1000000, .unit = N_(" pixels per inch"), .symbol = "ppi",
     .factor = 1, .step = 1, .decimals = 2, .default_value = "0", .is_in_presets = 1},
    {MEMBER(serpentine), .title = N_("Serpentine"), .group = ERRDIFF_GROUP_DIFFUSION,
     .label = N_("Ser_pentine scan"),
     .explanation =
         N_("Alternates scan direction, slower. This breaks up patterns that lean to one side. "
            "Methods whose weights depend on the tone do so unless it is turned off."),
     .type = ERRDIFF_OPTION_SWITCH, .min = ERRDIFF_AUTOMATIC, .max = 1, .default_value = "-1",
     .is_in_presets = 1},
    {MEMBER(start), .title = N_("Start"), .group = ERRDIFF_GROUP_DETAIL, .label = N_("Sta_rt:"),
     .explanation =
         N_("How the top of the image begins. It has an effect only at full strength and with "
            "methods that lose no part of an error."),
     .type = ERRDIFF_OPTION_CHOICE, .min = ERRDIFF_START_CONTINUED, .max = ERRDIFF_START_PLAIN,
     .default_value = "continued", .choices = start_names, .choice_titles = start_titles,
     .choice_explanations = start_explanations, .is_in_presets = 1},
    {MEMBER(linear), .title = N_("Linear light"), .group = ERRDIFF_GROUP_LIGHT,
     .label = N_("Linear l_ight"),
     .explanation = N_("Diffuse errors in linear light instead of gamma-encoded values, so that "
                       "areas keep their true brightness when they are seen from a distance."),
     .type = ERRDIFF_OPTION_SWITCH, .max = 1, .default_value = "1", .is_in_presets = 1},
    {.name = "alpha",
     .title = N_("Transparency"),
     .group = ERRDIFF_GROUP_TRANSPARENCY,
     .label = N_("Transparenc_y:"),
     .explanation = N_(
         "How partial transparency is handled: it is kept, or each pixel becomes opaque or fully "
         "transparent, by a threshold or by dithering. Fully transparent pixels are not dithered."),
     .type = ERRDIFF_OPTION_CHOICE,
     .min = ERRDIFF_ALPHA_KEEP,
     .max = ERRDIFF_ALPHA_DITHER,
     .default_value = "keep",
     .choices = alpha_names,
     .choice_titles = alpha_titles,
     .is_in_presets = 1,
     .offset = -1},
    {.name = "dot",
     .title = N_("Dot size"),
     .group = ERRDIFF_GROUP_DETAIL,
     .label = N_("Dot si_ze:"),
     .explanation = N_("Side of the dots, in pixels: above 1, the image is dithered at a smaller "
                       "size, and each pixel of that becomes a square of N×N pixels. The result "
                       "keeps its size."),
     .type = ERRDIFF_OPTION_INTEGER,
     .min = 1,
     .max = ERRDIFF_MAX_DOT,
     .default_value = "1",
     .is_in_presets = 1,
     .offset = -1},
    {MEMBER(engine), .title = N_("Engine"), .group = ERRDIFF_GROUP_SPEED, .label = N_("_Engine:"),
     .explanation = errdiff_engine_explanation, .syntax = "a name from `errdiff engines`",
     .type = ERRDIFF_OPTION_TEXT, .default_value = "auto"},
    {MEMBER(threads), .title = N_("Threads"), .group = ERRDIFF_GROUP_SPEED,
     .label = N_("Maximum number of t_hreads:"), .explanation = errdiff_threads_explanation,
     .type = ERRDIFF_OPTION_INTEGER, .max = ERRDIFF_MAX_THREADS, .default_value = "0"},
};

int errdiff_option_count(void)
{
    return sizeof options / sizeof *options;
}

errdiff_status errdiff_option_get(int index, errdiff_option_info *info)
{
    if (index < 0 || index >= errdiff_option_count())
        return ERRDIFF_BAD_ARGUMENT;
    *info = options[index];
    return ERRDIFF_OK;
}
