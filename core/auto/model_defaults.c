/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model_defaults.h"

#include "config.h"
#include "model_cache.h"

#include <stdio.h>

/*
 * The costs for machines that were not calibrated, as a calibration file (model_cache.h) in two
 * parts. Those of the processor's engines were fitted to times of one thread of an AMD EPYC (Zen 5)
 * with AVX-512: of all jobs of `errdiff bench --matrix` with 32 × 32 to 512 × 512 pixels, whereas a
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

/* Measured on an H200 with 16 processors. */
static const char gpu_costs[] = "time cuda-softsync two-levels 227844 65681 8422 0 0\n"
                                "time cuda-softsync levels 161240 98931 40447 0 0\n"
                                "time cuda-softsync palette 298625 941463 69420 0 0\n"
                                "time cuda-softsync far-levels 253272 866511 53512 0 0\n"
                                "time cuda-softsync far-palette 334164 1329871 63775 0 0\n"
                                "time cuda-softsync other 201230 516737 57682 0 0\n"
                                "time cuda-bwec two-levels 146840 85819 86398 0 0\n"
                                "time cuda-bwec levels 142799 666689 83505 0 0\n"
                                "time cuda-bwec palette 503021 2410784 166805 0 0\n"
                                "time cuda-bwec far-levels 176834 1112679 98645 0 0\n"
                                "time cuda-bwec far-palette 596909 3115279 202449 0 0\n"
                                "time cuda-bwec other 315212 1921336 128183 0 0\n"
                                "time cuda-bwed two-levels 275260 561643 123986 0 0\n"
                                "time cuda-bwed levels 143976 812440 99013 0 0\n"
                                "time cuda-bwed palette 413525 2635498 182217 0 0\n"
                                "time cuda-bwed far-levels 261060 1686480 133251 0 0\n"
                                "time cuda-bwed far-palette 568718 3733975 231760 0 0\n"
                                "time cuda-bwed other 351945 2102332 150601 0 0\n"
                                "time cuda-pwec two-levels 1412618 3699858 200053 0 0\n"
                                "time cuda-pwec levels 192839 6413022 224037 0 0\n"
                                "time cuda-pwec palette 475801 6023802 196684 0 0\n"
                                "time cuda-pwec far-levels 209913 8416732 242083 0 0\n"
                                "time cuda-pwec far-palette 243028 8074311 275136 0 0\n"
                                "time cuda-pwec other 277976 6639222 224197 0 0\n"
                                "time cuda-knight two-levels 922756 3841006 229933 0 0\n"
                                "time cuda-knight levels 464484 5718986 162059 0 0\n"
                                "time cuda-knight palette 698371 5563333 141862 0 0\n"
                                "time cuda-knight far-levels 662351 7994983 181458 0 0\n"
                                "time cuda-knight far-palette 754741 7710906 208922 0 0\n"
                                "time cuda-knight other 511938 5910182 143715 0 0\n"
                                "time cuda-pwed two-levels 1898026 3146653 936301 0 0\n"
                                "time cuda-pwed levels 165130 6852618 174428 0 0\n"
                                "time cuda-pwed palette 342554 6528426 119484 0 0\n"
                                "time cuda-pwed far-levels 744 10101615 384037 0 0\n"
                                "time cuda-pwed far-palette 276525 9665450 397236 0 0\n"
                                "time cuda-pwed other 87933 7108370 167986 0 0\n"
                                "time handover two-levels 0 231553 1830530 0 0\n"
                                "time handover levels 0 1726786 1820890 0 0\n"
                                "time handover palette 0 4202486 1613076 0 0\n"
                                "time handover far-levels 0 1870668 2864811 0 0\n"
                                "time handover far-palette 0 4749724 3613171 0 0\n"
                                "time handover other 0 3785733 2530377 0 0\n"
                                "time hybrid two-levels 2631252 5161073 392720 0 0\n"
                                "time hybrid levels 849316 7260403 190963 0 0\n"
                                "time hybrid palette 1209396 6329842 764724 0 0\n"
                                "time hybrid far-levels 2560177 10011265 470452 0 0\n"
                                "time hybrid far-palette 1464408 10465415 315098 0 0\n"
                                "time hybrid other 2039471 7017067 628169 0 0\n"
                                "end\n";

void errdiff_model_defaults(struct errdiff_model *model)
{
    char text[sizeof processor_costs + sizeof gpu_costs];
    snprintf(text, sizeof text, "%s%s", processor_costs, gpu_costs);
    errdiff_model_parse(model, text);
}
