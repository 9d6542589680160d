/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Remembers the earlier settings of the dialog, for undo and redo. */
#include "settings_history.h"

enum { MAX_STEPS = 200, ONE_STEP_MS = 1000, SEVERAL = -1, NONE = -2 };

struct SettingsHistory {
    GPtrArray *steps; /* DitherSettings, from the oldest */
    guint now;        /* the index of the current one */
    gint last_option; /* the one that the last step changed; SEVERAL */
    gint64 last_time;
};

static void free_step(gpointer data)
{
    dither_settings_free(data);
}

SettingsHistory *settings_history_new(void)
{
    SettingsHistory *history = g_new0(SettingsHistory, 1);

    history->steps = g_ptr_array_new_with_free_func(free_step);
    history->last_option = SEVERAL;
    return history;
}

void settings_history_free(SettingsHistory *history)
{
    g_ptr_array_unref(history->steps);
    g_free(history);
}

/* The index of the only option that differs; SEVERAL, NONE. */
static gint changed_option(const DitherSettings *a, const DitherSettings *b)
{
    const SettingsKind *kind = &dither_settings_kind;
    gint changed = NONE;
    errdiff_option_info option;

    for (gint i = 0; kind->get_option(i, &option); i++)
        if (!settings_option_is_same(kind, a, b, &option))
            changed = changed == NONE ? i : SEVERAL;
    return changed;
}

static void append(SettingsHistory *history, const DitherSettings *settings)
{
    if (history->steps->len == MAX_STEPS)
        g_ptr_array_remove_index(history->steps, 0);
    g_ptr_array_add(history->steps, dither_settings_copy(settings));
    history->now = history->steps->len - 1;
}

void settings_history_add(SettingsHistory *history, const DitherSettings *settings, gint64 time)
{
    gboolean is_same_step;
    gint option;

    if (history->steps->len == 0) {
        append(history, settings);
        return;
    }
    option = changed_option(history->steps->pdata[history->now], settings);
    if (option == NONE)
        return;
    is_same_step = option >= 0 && option == history->last_option &&
                   time - history->last_time < ONE_STEP_MS &&
                   history->now == history->steps->len - 1;
    g_ptr_array_set_size(history->steps, (gint)history->now + 1);
    if (is_same_step)
        dither_settings_assign(history->steps->pdata[history->now], settings);
    else
        append(history, settings);
    history->last_option = option;
    history->last_time = time;
}

/* The next change is a step of its own. */
static const DitherSettings *go_to(SettingsHistory *history, guint step)
{
    history->now = step;
    history->last_option = SEVERAL;
    return history->steps->pdata[step];
}

const DitherSettings *settings_history_undo(SettingsHistory *history)
{
    return history->now > 0 ? go_to(history, history->now - 1) : NULL;
}

const DitherSettings *settings_history_redo(SettingsHistory *history)
{
    return history->now + 1 < history->steps->len ? go_to(history, history->now + 1) : NULL;
}
