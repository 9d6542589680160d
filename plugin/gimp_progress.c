/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows the progress of the work in GIMP's progress bar. */
#include "gimp_progress.h"

#include <libgimp/gimp.h>

/* At most twenty updates a second, because each is a round trip to GIMP. */
static const gint64 min_interval_us = 50000;

void progress_start(const gchar *title)
{
    gimp_progress_init(title);
}

void progress_end(void)
{
    gimp_progress_end();
}

int progress_show(void *user, double done)
{
    static gint64 last_update_us;
    gint64 now_us = g_get_monotonic_time();

    (void)user;
    if (now_us - last_update_us >= min_interval_us) {
        last_update_us = now_us;
        gimp_progress_update(done);
    }
    return 0;
}

int progress_show_dithering(void *user, double done)
{
    return progress_show(user, 0.3 + 0.5 * done);
}
