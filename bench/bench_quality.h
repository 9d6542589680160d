/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much noise is seen of a hologram, by the slope of the weights: Lagrange et al. 2024. */
#ifndef CLI_BENCH_QUALITY_H
#define CLI_BENCH_QUALITY_H

enum { BENCH_QUALITIES = 20 };

/* The signal-to-noise ratio of a scene with 256 phases and 27 weights. */
struct bench_quality {
    const char *scene;  /* as in `errdiff hologram --scene` */
    const char *method; /* as in `errdiff hologram --method` */
    int slope;          /* 0: no limit */
    double snr;         /* dB */
};

/* Measures all of them. Returns 0, or an exit status after an error message. */
int bench_quality_measure(struct bench_quality qualities[BENCH_QUALITIES]);

#endif
