/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs `errdiff calibrate`, and prints what it has measured. */
#include "calibrate_command.h"

#include "errdiff.h"
#include "fail.h"
#include "interrupt.h"
#include "progress_line.h"

#include <stdio.h>
#include <string.h>

static const char start_of_help[] =
    "Usage: errdiff calibrate [OPTION]\n"
    "\n"
    "Measures this machine for some seconds, so that `auto` picks the engine that is fastest for\n"
    "a job here, and the GPU engines use the sizes that suit the GPU. The result is stored in\n"
    "$XDG_CACHE_HOME/errdiff or ~/.cache/errdiff. It is ignored after a change of the processor,\n"
    "GPU, driver or version of errdiff. Remove the file to discard the result.\n"
    "\n";

static const char end_of_help[] =
    "\n"
    "Exit status: 0 on success, 1 on failure, 2 if the command line was wrong.\n";

static void list_options(struct option list[MAX_OPTIONS])
{
    list[0] = (struct option){
        {.name = "help", .explanation = "Print this help", .type = ERRDIFF_OPTION_SWITCH}, .id = 1};
    list[1] = (struct option){.id = 0};
}

const struct command_help calibrate_help = {start_of_help, list_options, end_of_help};

static int show(void *user, double done)
{
    (void)user;
    progress_line_show("calibrating, %d %%", (int)(100 * done));
    return interrupt_came();
}

static void write_result(const errdiff_calibration *calibration)
{
    const errdiff_machine *machine = &calibration->machine;
    printf("processor   %s, %d thread%s\n", *machine->cpu ? machine->cpu : "unknown",
           machine->processors, machine->processors == 1 ? "" : "s");
    if (*machine->gpu) {
        printf("GPU         %s, driver %s\n", machine->gpu, machine->driver);
        printf("blocks      %d × %d pixels\n", calibration->block_width, calibration->block_height);
        printf("iterations  thread blocks of %d threads\n", calibration->front_threads);
        printf("handover    from %d pixels on\n", calibration->handover);
        printf("hybrid      a strip of %d columns, groups of %d iterations\n", calibration->strip,
               calibration->group);
    } else {
        printf("GPU         not measured: %s\n", calibration->no_gpu.text);
    }
    printf("stored in   %s\n", calibration->path);
}

int calibrate(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        command_print_help(&calibrate_help);
        return EXIT_DONE;
    }
    if (argc > 1)
        return fail(
            EXIT_WRONG_CALL,
            "calibrate: \"%s\" is not an option; for a picture named calibrate, write ./calibrate",
            argv[1]);
    errdiff_calibration calibration;
    errdiff_message message;
    interrupt_watch();
    errdiff_status status = errdiff_calibrate(show, NULL, &calibration, &message);
    progress_line_end();
    interrupt_finish();
    if (status != ERRDIFF_OK)
        return fail(EXIT_FAILED, "%s", message.text);
    write_result(&calibration);
    return EXIT_DONE;
}
