/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the tables of refine_rule.h for a job. */
#ifndef ERRDIFF_REFINE_TABLES_H
#define ERRDIFF_REFINE_TABLES_H

#include "engines/job.h"
#include "refine_rule.h"

/* Fills *tables for a job that has been prepared. */
void errdiff_refine_tables_make(struct errdiff_refine_tables *tables,
                                const struct errdiff_job *job);

#endif
