/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Does what depends on Windows: standard streams, environment variables, memory and signals. */
#include "process.h"

#include <direct.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

void process_prepare_streams(void)
{
    /* In text streams Windows would change the line ends of images. */
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
    _setmode(_fileno(stderr), _O_BINARY);
    SetConsoleOutputCP(CP_UTF8);
}

bool process_shows_colors(void)
{
    HANDLE console = GetStdHandle(STD_OUTPUT_HANDLE);
    DWORD mode;
    return GetConsoleMode(console, &mode) &&
           SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

void process_set_variable(const char *name, const char *value)
{
    _putenv_s(name, value ? value : "");
}

char *process_settings_folder(void)
{
    const char *settings = getenv("APPDATA");
    return settings ? _strdup(settings) : NULL;
}

int process_make_folder(const char *path)
{
    return _mkdir(path) == 0 || errno == EEXIST ? 0 : errno;
}

double process_machine_memory(void)
{
    MEMORYSTATUSEX memory = {.dwLength = sizeof memory};
    return GlobalMemoryStatusEx(&memory) ? (double)memory.ullTotalPhys : 0;
}

void *process_allocate_aligned(size_t alignment, size_t size)
{
    return _aligned_malloc(size, alignment);
}

void process_free_aligned(void *memory)
{
    _aligned_free(memory);
}

/* ---- Signals ------------------------------------------------------------------------------- */

static volatile LONG came; /* the handler runs in a thread of its own */

/* Windows forgets the handler when it calls it. */
static void note(int number)
{
    signal(number, note);
    InterlockedExchange(&came, number);
}

void process_hold_signals(void)
{
    InterlockedExchange(&came, 0);
    signal(SIGINT, note);
    signal(SIGBREAK, note);
}

int process_take_signal(void)
{
    return InterlockedExchange(&came, 0);
}

void process_release_signals(void)
{
    signal(SIGINT, SIG_DFL);
    signal(SIGBREAK, SIG_DFL);
}

/* The exit code of programs that Ctrl-C ends. */
void process_end_by_signal(int number)
{
    (void)number;
    ExitProcess(STATUS_CONTROL_C_EXIT);
}
