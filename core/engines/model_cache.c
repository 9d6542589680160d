/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads and writes the file in which a calibration is saved. */
#include "model_cache.h"

#include "base/message.h"
#include "base/system.h"
#include "config.h"
#include "machine.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char head[] = "errdiff calibration 1";

enum {
    PATH_SIZE = 4096,
    MAX_BYTES = 1 << 16, /* size of the file */
    MAX_SIDE = 4096,     /* of blocks; an engine refuses sizes that its GPU cannot run */
    MAX_GROUP = 64
};
static const int64_t MAX_TIME = INT64_C(1) << 50;

/* ---- Reading ------------------------------------------------------------------------------- */

/* If *text begins with `word` and a space, moves it past both and returns true. */
static bool skip_word(const char **text, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(*text, word, length) != 0 || (*text)[length] != ' ')
        return false;
    *text += length + 1;
    return true;
}

/* Reads a number up to `max` that is followed by `end`, and moves *text past it (but not past the
 * final NUL). */
static bool read_number(const char **text, char end, int64_t max, int64_t *number)
{
    *number = 0;
    if (!isdigit((unsigned char)**text))
        return false;
    for (; isdigit((unsigned char)**text); ++*text) {
        *number = *number * 10 + (**text - '0');
        if (*number > max)
            return false;
    }
    bool is_ended = **text == end;
    *text += is_ended && end != '\0';
    return is_ended;
}

static bool read_last(const char *text, int max, int *number)
{
    int64_t read;
    if (!read_number(&text, '\0', max, &read))
        return false;
    *number = (int)read;
    return true;
}

static bool copy_rest(char *to, size_t size, const char *text)
{
    return *text != '\0' && (size_t)snprintf(to, size, "%s", text) < size;
}

static bool read_block(const char *text, struct errdiff_sizes *sizes)
{
    int64_t width, height;
    if (!read_number(&text, 'x', MAX_SIDE, &width) || !read_number(&text, '\0', MAX_SIDE, &height))
        return false;
    sizes->block_width = (int)width;
    sizes->block_height = (int)height;
    return true;
}

static bool read_time(const char *text, struct errdiff_model *model)
{
    char name[ERRDIFF_MODEL_NAME];
    size_t length = strcspn(text, " ");
    if (length == 0 || length >= sizeof name || text[length] == '\0')
        return false;
    memcpy(name, text, length);
    name[length] = '\0';
    text += length + 1;
    struct errdiff_engine_costs *costs = errdiff_model_add(model, name);
    int work = 0;
    while (work < ERRDIFF_WORK_COUNT && !skip_word(&text, errdiff_work_names[work]))
        work++;
    if (!costs || work == ERRDIFF_WORK_COUNT)
        return false;
    struct errdiff_cost *cost = &costs->costs[work];
    cost->is_known = true;
    return read_number(&text, ' ', MAX_TIME, &cost->base_ns) &&
           read_number(&text, ' ', MAX_TIME, &cost->iteration_ps) &&
           read_number(&text, ' ', MAX_TIME, &cost->sample_fs) &&
           read_number(&text, ' ', MAX_TIME, &cost->gain_ppm) &&
           read_number(&text, '\0', MAX_TIME, &cost->team_ns);
}

static bool read_line(const char *line, struct errdiff_model *model)
{
    errdiff_machine *machine = &model->machine;
    struct errdiff_sizes *sizes = &model->sizes;
    if (skip_word(&line, "time"))
        return read_time(line, model);
    if (skip_word(&line, "cpu"))
        return copy_rest(machine->cpu, sizeof machine->cpu, line);
    if (skip_word(&line, "processors"))
        return read_last(line, INT32_MAX, &machine->processors);
    if (skip_word(&line, "gpu"))
        return copy_rest(machine->gpu, sizeof machine->gpu, line);
    if (skip_word(&line, "driver"))
        return copy_rest(machine->driver, sizeof machine->driver, line);
    if (skip_word(&line, "start"))
        return read_number(&line, '\0', MAX_TIME, &model->start_us);
    if (skip_word(&line, "block"))
        return read_block(line, sizes);
    if (skip_word(&line, "threads"))
        return read_last(line, ERRDIFF_MAX_ITERATION_THREADS, &sizes->threads);
    if (skip_word(&line, "handover"))
        return read_last(line, ERRDIFF_MAX_SIDE, &sizes->handover);
    if (skip_word(&line, "strip"))
        return read_last(line, ERRDIFF_MAX_SIDE, &sizes->strip);
    if (skip_word(&line, "group"))
        return read_last(line, MAX_GROUP, &sizes->group);
    return false;
}

/* Copies the next line, without its newline, and moves *text past it. Returns false if there is
 * none, or it is too long. */
static bool take_line(const char **text, char *line, size_t size)
{
    size_t length = strcspn(*text, "\n");
    if ((*text)[length] != '\n' || length >= size)
        return false;
    memcpy(line, *text, length);
    line[length] = '\0';
    *text += length + 1;
    return true;
}

bool errdiff_model_parse(struct errdiff_model *model, const char *text)
{
    char line[512];
    *model = (struct errdiff_model){.start_us = 0};
    if (!take_line(&text, line, sizeof line) || strcmp(line, head) != 0)
        return false;
    /* Times that another version of the library measured do not apply to this one. */
    if (!take_line(&text, line, sizeof line) || strcmp(line, "version " ERRDIFF_VERSION) != 0)
        return false;
    while (take_line(&text, line, sizeof line)) {
        if (strcmp(line, "end") == 0)
            return *text == '\0';
        if (!read_line(line, model))
            return false;
    }
    return false;
}

/* ---- The file ------------------------------------------------------------------------------ */

/* Sets `path` to the user's cache directory. Returns false if there is none. */
static bool find_folder(char *path, size_t size)
{
    /* Room for the file's name, which is added later. */
    return errdiff_system_find_cache(path, size) && strlen(path) + 64 < size;
}

bool errdiff_model_cache_read(struct errdiff_model *model)
{
    char path[PATH_SIZE];
    if (!find_folder(path, sizeof path))
        return false;
    strcat(path, "/errdiff/calibration");
    char *text;
    size_t size;
    bool is_good = false;
    if (errdiff_file_read(path, MAX_BYTES, &text, &size, NULL) == ERRDIFF_OK) {
        is_good = strlen(text) == size && errdiff_model_parse(model, text);
        free(text);
    }
    errdiff_machine here;
    errdiff_machine_get_processor(&here);
    return is_good && strcmp(model->machine.cpu, here.cpu) == 0 &&
           model->machine.processors == here.processors;
}

static void write_model(FILE *file, const struct errdiff_model *model)
{
    const errdiff_machine *machine = &model->machine;
    const struct errdiff_sizes *sizes = &model->sizes;
    fprintf(file, "%s\nversion " ERRDIFF_VERSION "\n", head);
    if (machine->cpu[0] != '\0')
        fprintf(file, "cpu %s\n", machine->cpu);
    fprintf(file, "processors %d\n", machine->processors);
    if (machine->gpu[0] != '\0') {
        fprintf(file, "gpu %s\ndriver %s\n", machine->gpu, machine->driver);
        fprintf(file, "start %lld\nblock %dx%d\nthreads %d\nhandover %d\nstrip %d\ngroup %d\n",
                (long long)model->start_us, sizes->block_width, sizes->block_height, sizes->threads,
                sizes->handover, sizes->strip, sizes->group);
    }
    for (int i = 0; i < model->engine_count; i++)
        for (int work = 0; work < ERRDIFF_WORK_COUNT; work++) {
            const struct errdiff_cost *cost = &model->engines[i].costs[work];
            if (cost->is_known)
                fprintf(file, "time %s %s %lld %lld %lld %lld %lld\n", model->engines[i].name,
                        errdiff_work_names[work], (long long)cost->base_ns,
                        (long long)cost->iteration_ps, (long long)cost->sample_fs,
                        (long long)cost->gain_ppm, (long long)cost->team_ns);
        }
    fputs("end\n", file);
}

/* Writes a temporary file in the same folder and then renames it, so that no half-written file can
 * be read. On failure errno says why. */
static bool replace_file(const struct errdiff_model *model, const char *path)
{
    char temporary[PATH_SIZE];
    snprintf(temporary, sizeof temporary, "%s-XXXXXX", path);
    FILE *file = errdiff_system_make_file(temporary);
    if (!file)
        return false;
    write_model(file, model);
    return errdiff_system_finish_file(file, temporary, path);
}

static errdiff_status fail_with_errno(const char *path, errdiff_message *message)
{
    return errdiff_fail(message, ERRDIFF_CANNOT_RUN, "%s: %s", path, strerror(errno));
}

errdiff_status errdiff_model_cache_prepare(char *path, size_t size, errdiff_message *message)
{
    if (!find_folder(path, size))
        return errdiff_fail(message, ERRDIFF_CANNOT_RUN, "there is no cache directory: %s is set",
                            errdiff_system_cache_variables);
    if (!errdiff_system_make_folder(path))
        return fail_with_errno(path, message);
    strcat(path, "/errdiff");
    if (!errdiff_system_make_folder(path) || !errdiff_system_can_write_in(path))
        return fail_with_errno(path, message);
    strcat(path, "/calibration");
    return ERRDIFF_OK;
}

errdiff_status errdiff_model_cache_write(const struct errdiff_model *model, const char *path,
                                         errdiff_message *message)
{
    return replace_file(model, path) ? ERRDIFF_OK : fail_with_errno(path, message);
}
