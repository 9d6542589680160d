/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What functions return and say, and the version of the library. */
#ifndef ERRDIFF_STATUS_H
#define ERRDIFF_STATUS_H

#if defined(__GNUC__) && !defined(_WIN32)
#define ERRDIFF_API __attribute__((visibility("default")))
#else
#define ERRDIFF_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library, such as "1.0.0"; static. */
ERRDIFF_API const char *errdiff_version(void);

typedef enum errdiff_status {
    ERRDIFF_OK = 0,
    ERRDIFF_CANCELLED,    /* the progress callback asked to stop */
    ERRDIFF_BAD_ARGUMENT, /* a value outside its range, or a text that is not understood */
    ERRDIFF_CANNOT_RUN,   /* the engine that was named cannot run this job, or cannot run here */
    ERRDIFF_NO_MEMORY
} errdiff_status;

/* One sentence for the user, without a final full stop or newline; empty if there is nothing to
 * say. */
typedef struct errdiff_message {
    char text[2048]; /* UTF-8, with the final NUL; a longer sentence is cut */
} errdiff_message;

/*
 * Sets the function that translates the library's messages: like gettext, it returns the
 * translation of an English text, or the text itself. NULL: messages are in English, as at the
 * start. The function is that of the whole process, so set it before other threads use the library.
 */
ERRDIFF_API void errdiff_set_translation(const char *(*function)(const char *text));

#ifdef __cplusplus
}
#endif

#endif
