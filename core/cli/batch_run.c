/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L

#include "batch_run.h"

#include "output_file.h"
#include "progress_line.h"

#include <signal.h>
#include <time.h>

/* What is shown of the progress, and which signals are watched for. */
struct watch {
    errdiff_options line; /* only its progress */
    double from, to;
    sigset_t signals;
    int came; /* the signal that came; 0: none */
};

/* Signals that the parent process has set to be ignored, as nohup does, are left alone. */
static void find_signals(sigset_t *signals)
{
    static const int ending[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    sigemptyset(signals);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        struct sigaction action;
        if (sigaction(ending[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(signals, ending[i]);
    }
}

static void end_by_signal(int number)
{
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, number);
    progress_line_end();
    signal(number, SIG_DFL);
    raise(number);
    pthread_sigmask(SIG_UNBLOCK, &only, NULL);
}

/* Shows the progress and looks for signals. */
static int watch(void *user, double done)
{
    struct watch *watch = user;
    if (watch->line.progress)
        watch->line.progress(watch->line.progress_user,
                             watch->from + (watch->to - watch->from) * done);
    int signal_number = sigtimedwait(&watch->signals, NULL, &(struct timespec){0});
    if (signal_number > 0 && watch->came != 0) {
        output_file_abandon_all();
        end_by_signal(signal_number);
    }
    if (signal_number > 0)
        watch->came = signal_number;
    return watch->came != 0;
}

void batch_run(int count, const errdiff_options *options, errdiff_dither_one work, void *user,
               double from, double to)
{
    struct watch state = {.from = from, .to = to};
    errdiff_options watched = *options;
    sigset_t before;
    watched.progress = watch;
    watched.progress_user = &state;
    find_signals(&state.signals);
    /* Threads that are started now get this mask, too, so only `watch` learns of signals. */
    pthread_sigmask(SIG_BLOCK, &state.signals, &before);
    progress_line_start(&state.line);
    errdiff_dither_many(count, &watched, work, user);
    progress_line_end();
    if (state.came != 0)
        end_by_signal(state.came);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}
