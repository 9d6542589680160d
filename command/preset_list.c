/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the library's presets, and those that the user has saved in GIMP's dialog. */
#define _POSIX_C_SOURCE 200809L

#include "preset_list.h"

#include "errdiff.h"
#include "fail.h"
#include "preset_text.h"
#include "process.h"
#include "similar_name.h"

#include <ctype.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MAX_FILE_BYTES = 1 << 20, MAX_VERSIONS = 16 };

/* The folder of presets in that of GIMP, and how their names end. */
static const char presets_folder[] = "error-diffusion-presets", file_end[] = ".preset";

/* ---- Names --------------------------------------------------------------------------------- */

/* Returns FOLDER/NAME from malloc; NULL if there is not enough memory. */
static char *join(const char *folder, const char *name)
{
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s/%s", folder, name);
    return path;
}

static bool is_file_of_preset(const char *file)
{
    size_t length = strlen(file), end = sizeof file_end - 1;
    return *file != '.' && length > end && strcmp(file + length - end, file_end) == 0;
}

/* Returns the name of the preset in a file, from malloc: without its end, and with each %XX
 * decoded. */
static char *name_of_file(const char *file)
{
    char *name = strdup(file), *to = name;
    if (!name)
        return NULL;
    name[strlen(name) - (sizeof file_end - 1)] = '\0';
    for (const char *from = name; *from; to++) {
        bool is_escaped = *from == '%' && isxdigit((unsigned char)from[1]) &&
                          isxdigit((unsigned char)from[2]) && strncmp(from + 1, "00", 2) != 0;
        char byte[] = {from[0], is_escaped ? from[1] : '\0', is_escaped ? from[2] : '\0', '\0'};
        *to = is_escaped ? (char)strtoul(byte + 1, NULL, 16) : *from;
        from += is_escaped ? 3 : 1;
    }
    *to = '\0';
    return name;
}

/* ---- The list ------------------------------------------------------------------------------ */

static bool has_name(const struct preset_list *list, const char *name)
{
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->items[i].name, name) == 0)
            return true;
    return false;
}

static int append(struct preset_list *list, struct preset preset)
{
    struct preset *longer = realloc(list->items, ((size_t)list->count + 1) * sizeof *list->items);
    if (longer)
        list->items = longer;
    if (!longer || !preset.name || (!preset.settings && !preset.path)) {
        free(preset.name);
        free(preset.path);
        return fail(EXIT_FAILED, "not enough memory");
    }
    list->items[list->count++] = preset;
    return 0;
}

static int compare(const void *a, const void *b)
{
    return strcmp(((const struct preset *)a)->name, ((const struct preset *)b)->name);
}

/* Appends the presets of a folder, which need not exist, sorted by their names. */
static int append_folder(struct preset_list *list, const char *folder)
{
    DIR *files = opendir(folder);
    int status = 0, first = list->count;
    struct dirent *file;
    while (files && status == 0 && (file = readdir(files))) {
        if (!is_file_of_preset(file->d_name))
            continue;
        char *name = name_of_file(file->d_name);
        if (name && has_name(list, name))
            free(name);
        else
            status =
                append(list, (struct preset){.name = name, .path = join(folder, file->d_name)});
    }
    if (files)
        closedir(files);
    if (list->count > first)
        qsort(list->items + first, (size_t)(list->count - first), sizeof *list->items, compare);
    return status;
}

/* A GIMP folder's name is that of its version, such as "2.10". */
struct version {
    int major, minor;
};

static int compare_versions(const void *a, const void *b)
{
    const struct version *first = a, *second = b;
    return first->major != second->major ? second->major - first->major
                                         : second->minor - first->minor;
}

/* Appends the presets of all versions in GIMP's folder, the newest first. */
static int append_versions(struct preset_list *list, const char *gimp)
{
    struct version versions[MAX_VERSIONS];
    DIR *folders = opendir(gimp);
    int count = 0, status = 0;
    struct dirent *folder;
    while (folders && count < MAX_VERSIONS && (folder = readdir(folders)))
        count +=
            sscanf(folder->d_name, "%d.%d", &versions[count].major, &versions[count].minor) == 2;
    if (folders)
        closedir(folders);
    if (count > 0)
        qsort(versions, (size_t)count, sizeof *versions, compare_versions);
    for (int i = 0; i < count && status == 0; i++) {
        char name[64];
        snprintf(name, sizeof name, "%d.%d/%s", versions[i].major, versions[i].minor,
                 presets_folder);
        char *path = join(gimp, name);
        status = path ? append_folder(list, path) : fail(EXIT_FAILED, "not enough memory");
        free(path);
    }
    return status;
}

/* GIMP's folder may be named by the environment. */
static int append_own(struct preset_list *list)
{
    const char *const named[] = {getenv("GIMP3_DIRECTORY"), getenv("GIMP2_DIRECTORY")};
    int status = 0;
    for (size_t i = 0; i < sizeof named / sizeof *named && status == 0; i++) {
        char *path = named[i] && *named[i] ? join(named[i], presets_folder) : NULL;
        if (path)
            status = append_folder(list, path);
        free(path);
    }
    char *settings = process_settings_folder();
    char *gimp = settings ? join(settings, "GIMP") : NULL;
    if (status == 0 && gimp)
        status = append_versions(list, gimp);
    free(settings);
    free(gimp);
    return status;
}

int preset_list_make(struct preset_list *list)
{
    errdiff_preset_info info;
    int status = 0;
    *list = (struct preset_list){NULL, 0};
    for (int i = 0; status == 0 && errdiff_preset_get(i, &info) == ERRDIFF_OK; i++)
        status = append(list, (struct preset){.name = strdup(info.name),
                                              .title = info.title,
                                              .settings = info.settings});
    return status == 0 ? append_own(list) : status;
}

void preset_list_free(struct preset_list *list)
{
    for (int i = 0; i < list->count; i++) {
        free(list->items[i].name);
        free(list->items[i].path);
    }
    free(list->items);
}

/* ---- One preset ---------------------------------------------------------------------------- */

static int read_file(const char *path, char **text)
{
    size_t size;
    errdiff_message message;
    if (errdiff_text_read(path, MAX_FILE_BYTES, text, &size, &message) != ERRDIFF_OK)
        return fail(EXIT_FAILED, "preset: %s: %s", path, message.text);
    if (preset_text_select(*text))
        return 0;
    free(*text);
    *text = NULL;
    return fail(EXIT_FAILED, "preset: %s: the line \"[errdiff preset]\" is missing", path);
}

static int fail_name(const struct preset_list *list, const char *name)
{
    struct similar_name similar = {.typed = name};
    char names[4096] = "", asked[SIMILAR_TEXT];
    size_t length = 0;
    for (int i = 0; i < list->count; i++) {
        similar_name_try(&similar, list->items[i].name);
        if (length < sizeof names)
            length += (size_t)snprintf(names + length, sizeof names - length, "%s%s",
                                       i == 0 ? "" : ", ", list->items[i].name);
    }
    similar_name_ask(&similar, "", asked);
    return fail(EXIT_WRONG_CALL,
                "preset: \"%s\" is not possible; choose from %s, or a file that ends in %s%s", name,
                names, file_end, asked);
}

/* The preset with this name or, if there is none, with this title; NULL: there is none. */
static const struct preset *preset_called(const struct preset_list *list, const char *name)
{
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->items[i].name, name) == 0)
            return &list->items[i];
    for (int i = 0; i < list->count; i++)
        if (list->items[i].title && strcasecmp(list->items[i].title, name) == 0)
            return &list->items[i];
    return NULL;
}

static int find_in(const struct preset_list *list, const char *name, char **text)
{
    const struct preset *preset = preset_called(list, name);
    if (!preset && (strchr(name, '/') || is_file_of_preset(name)))
        return read_file(name, text);
    if (!preset)
        return fail_name(list, name);
    if (!preset->settings)
        return read_file(preset->path, text);
    *text = strdup(preset->settings);
    return *text ? 0 : fail(EXIT_FAILED, "not enough memory");
}

int preset_find(const char *name, char **text)
{
    struct preset_list list;
    *text = NULL;
    int status = preset_list_make(&list);
    if (status == 0)
        status = find_in(&list, name, text);
    preset_list_free(&list);
    return status;
}
