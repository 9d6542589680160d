/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "batch_run.h"

#include "fail.h"
#include "new_file.h"
#include "process.h"
#include "progress_line.h"

/* What is shown of the progress, and the signal that came. */
struct watch {
    errdiff_options line; /* only its progress */
    double from, to;
    int came; /* 0: no signal */
};

static void end_by_signal(int number)
{
    progress_line_end();
    process_end_by_signal(number);
}

/* Shows the progress and looks for signals; an errdiff_progress. */
static int show_and_look(void *user, double done)
{
    struct watch *watch = user;
    if (watch->line.progress)
        watch->line.progress(watch->line.progress_user,
                             watch->from + (watch->to - watch->from) * done);
    int signal_number = process_take_signal();
    if (signal_number != 0 && watch->came != 0) {
        new_file_abandon_all();
        end_by_signal(signal_number);
    }
    if (signal_number != 0)
        watch->came = signal_number;
    return watch->came != 0;
}

int batch_run(int count, const errdiff_options *options, errdiff_dither_one work, void *user,
              double from, double to)
{
    struct watch state = {.from = from, .to = to};
    errdiff_options watched = *options;
    watched.progress = show_and_look;
    watched.progress_user = &state;
    /* The threads leave signals to `watch`. */
    process_hold_signals();
    progress_line_start(&state.line);
    errdiff_status status = errdiff_dither_many(count, &watched, work, user);
    progress_line_end();
    if (state.came != 0)
        end_by_signal(state.came);
    process_release_signals();
    return status == ERRDIFF_NO_MEMORY ? fail(EXIT_FAILED, "not enough memory") : 0;
}
