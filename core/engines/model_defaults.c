/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The built-in costs of the engines, for machines that were not calibrated. */
#include "model_defaults.h"

#include "config.h"
#include "model_cache.h"

#include <stdio.h>

/*
 * The costs for machines that were not calibrated, as a calibration file (model_cache.h) in two
 * parts. Those of the processor's engines were fitted to times of one thread of an AMD EPYC (Zen 5)
 * with AVX-512: of all jobs of `errdiff-bench --matrix` with 32 × 32 to 512 × 512 pixels, whereas a
 * calibration only has one job of each kind. What further threads gain was measured on an AMD EPYC
 * (Zen 4) and an Intel Xeon, 2 processors each.
 */
static const char processor_costs[] =
    "errdiff calibration 1\n"
    "version " ERRDIFF_VERSION "\n"
    "start 260000\n"
    "time wavefront two-levels 2663 12592 226000 520968 0\n"
    "time wavefront color-two-levels 2919 22813 170000 560739 0\n"
    "time wavefront levels 3855 20918 290000 560739 0\n"
    "time wavefront palette 0 159795 700000 797670 0\n"
    "time wavefront far-two-levels 2181 19761 260000 767070 0\n"
    "time wavefront far-color-two-levels 3038 22141 190000 767070 0\n"
    "time wavefront far-levels 4948 18269 500000 767070 0\n"
    "time wavefront far-palette 1566 101322 870000 826217 0\n"
    "time wavefront other 3814 47443 750000 600939 0\n"
    "time block two-levels 1575 17293 1663538 650774 0\n"
    "time block color-two-levels 779 28651 1056162 832505 0\n"
    "time block levels 0 103284 4011066 832505 0\n"
    "time block palette 0 30107 9532382 849294 0\n"
    "time block far-two-levels 0 23858 1558033 792912 0\n"
    "time block far-color-two-levels 0 24752 1154138 792912 0\n"
    "time block far-levels 0 72301 4450549 792912 0\n"
    "time block far-palette 0 13515 12134165 755931 0\n"
    "time block other 0 81605 10289521 885229 0\n"
    "time serial-ec two-levels 925 8177 1778262 0 0\n"
    "time serial-ec color-two-levels 0 22649 1031010 0 0\n"
    "time serial-ec levels 0 89920 3968771 0 0\n"
    "time serial-ec palette 1191 17729 9342328 0 0\n"
    "time serial-ec far-two-levels 0 12848 1726365 0 0\n"
    "time serial-ec far-color-two-levels 0 13567 1174273 0 0\n"
    "time serial-ec far-levels 0 61912 4401412 0 0\n"
    "time serial-ec far-palette 0 129 11952986 0 0\n"
    "time serial-ec other 0 72868 10065466 0 0\n"
    "time serial-ed two-levels 168 5252 3837619 0 0\n"
    "time serial-ed color-two-levels 313 2082 4137025 0 0\n"
    "time serial-ed levels 0 0 9514540 0 0\n"
    "time serial-ed palette 0 11120 11501240 0 0\n"
    "time serial-ed far-two-levels 0 5048 4098765 0 0\n"
    "time serial-ed far-color-two-levels 677 3984 4313535 0 0\n"
    "time serial-ed far-levels 0 0 10105891 0 0\n"
    "time serial-ed far-palette 0 0 18091738 0 0\n"
    "time serial-ed other 0 69746 11016735 0 0\n";

/* Measured on an H200 with 16 processors by `errdiff calibrate`. In the matrix cuda-softsync was
 * the fastest GPU engine for all jobs; cuda-bwec also runs those that it cannot. */
static const char gpu_costs[] = "time cuda-softsync two-levels 242203 21647 25395 0 0\n"
                                "time cuda-softsync color-two-levels 109644 49923 36963 0 0\n"
                                "time cuda-softsync levels 105981 51670 34415 0 0\n"
                                "time cuda-softsync palette 141469 370665 33734 0 0\n"
                                "time cuda-softsync far-two-levels 109987 125422 9657 0 0\n"
                                "time cuda-softsync far-color-two-levels 137715 134838 44258 0 0\n"
                                "time cuda-softsync far-levels 150066 138419 44011 0 0\n"
                                "time cuda-softsync far-palette 172015 423413 25063 0 0\n"
                                "time cuda-softsync other 114385 158001 51896 0 0\n"
                                "time cuda-bwec color-two-levels 200585 552881 103540 0 0\n"
                                "time cuda-bwec levels 187115 566897 100168 0 0\n"
                                "time cuda-bwec palette 709199 2227609 242039 0 0\n"
                                "time cuda-bwec far-two-levels 464715 486664 174423 0 0\n"
                                "time cuda-bwec far-color-two-levels 180636 674516 106193 0 0\n"
                                "time cuda-bwec far-levels 250351 996404 132519 0 0\n"
                                "time cuda-bwec far-palette 956633 2889407 302167 0 0\n"
                                "time cuda-bwec other 537703 1798586 201337 0 0\n"
                                "end\n";

void errdiff_model_defaults(struct errdiff_model *model)
{
    char text[sizeof processor_costs + sizeof gpu_costs];
    snprintf(text, sizeof text, "%s%s", processor_costs, gpu_costs);
    errdiff_model_parse(model, text);
}
