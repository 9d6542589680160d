/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The settings that a dialog has had, for undo and redo. */
#ifndef UI_SETTINGS_HISTORY_H
#define UI_SETTINGS_HISTORY_H

#include "settings/settings.h"

typedef struct SettingsHistory SettingsHistory;

SettingsHistory *settings_history_new(void);
void settings_history_free(SettingsHistory *history);

/*
 * Adds the settings that are chosen now, at a time in milliseconds, unless they are those that were
 * added last or returned. Changes of a single option that follow each other within a second, such
 * as those of a slider, are one step. What was undone before is forgotten.
 */
void settings_history_add(SettingsHistory *history, const DitherSettings *settings, gint64 time);

/* Go one step back or forward. The settings belong to the history. NULL: there are none. */
const DitherSettings *settings_history_undo(SettingsHistory *history);
const DitherSettings *settings_history_redo(SettingsHistory *history);

#endif
