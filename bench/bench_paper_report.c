/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes what `errdiff-bench --paper` measured as tables or as JSON. */
#include "bench_paper_report.h"

#include "bench_hologram.h"
#include "bench_machine.h"
#include "json.h"

#include <stdio.h>
#include <string.h>

enum { LABEL_WIDTH = 48, COLUMN_WIDTH = 15 };

/* The papers' times do not contain transfers. */
static double time_of(const struct bench_result *result)
{
    return result->kernel_ms > 0 ? result->kernel_ms : result->median_ms;
}

static const char *label_of(const struct bench_result *result)
{
    if (result->row.label)
        return result->row.label;
    /* The reference of holograms that are too large for the serial engine. */
    bool is_fastest = strcmp(result->row.engine, bench_hologram_fastest) == 0;
    return is_fastest ? "wavefront, one thread" : result->row.engine;
}

/* Pads a text to a number of characters. */
static void write_padded(const char *text, int width, bool is_right)
{
    int characters = 0;
    for (const char *byte = text; *byte; byte++)
        characters += (*byte & 0xC0) != 0x80; /* UTF-8 */
    int rest = characters < width ? width - characters : 0;
    printf("%*s%s%*s", is_right ? rest : 0, "", text, is_right ? 0 : rest, "");
}

static void write_time(double ms)
{
    char text[24] = "-";
    if (ms > 0)
        snprintf(text, sizeof text, "%.4g", ms);
    write_padded(text, COLUMN_WIDTH, true);
}

static const struct bench_result *find(const struct bench_outcome *outcome, int job,
                                       const char *label)
{
    for (int i = 0; i < outcome->result_counts[job]; i++)
        if (strcmp(label_of(&outcome->results[job][i]), label) == 0)
            return &outcome->results[job][i];
    return NULL;
}

static void write_row(const struct bench_outcome *outcome, const char *label)
{
    write_padded(label, LABEL_WIDTH, false);
    for (int job = 0; job < outcome->experiment->job_count; job++) {
        const struct bench_result *result = find(outcome, job, label);
        write_time(result ? time_of(result) : 0);
    }
    putchar('\n');
}

/* The time of the paper for a job in the row that entry `index` begins; 0 if it states none. */
static double published_ms(const struct bench_experiment *experiment, int index, int key)
{
    const struct bench_published *first = bench_paper_published(experiment, index), *other;
    for (int i = index; (other = bench_paper_published(experiment, i)) != NULL; i++)
        if (strcmp(other->label, first->label) == 0 && other->key == key)
            return other->ms;
    return 0;
}

static void write_published(const struct bench_experiment *experiment)
{
    const struct bench_published *time;
    const char *before = "";
    for (int i = 0; (time = bench_paper_published(experiment, i)) != NULL; i++) {
        if (strcmp(time->label, before) == 0)
            continue;
        before = time->label;
        write_padded(before, LABEL_WIDTH, false);
        for (int job = 0; job < experiment->job_count; job++)
            write_time(published_ms(experiment, i, experiment->keys[job]));
        putchar('\n');
    }
}

/* Rows that are left out for the same reason are named together. */
static void write_left_out(const struct bench_outcome *outcome)
{
    const struct bench_experiment *experiment = outcome->experiment;
    for (int i = 0; i < experiment->row_count; i++) {
        const char *reason = outcome->reasons[i].text;
        bool is_told = *reason == '\0';
        for (int j = 0; j < i; j++)
            is_told |= strcmp(outcome->reasons[j].text, reason) == 0;
        if (is_told)
            continue;
        printf("Left out: %s", experiment->labels[i]);
        for (int j = i + 1; j < experiment->row_count; j++)
            if (strcmp(outcome->reasons[j].text, reason) == 0)
                printf("; %s", experiment->labels[j]);
        printf(": %s\n", reason);
    }
}

void bench_paper_write_table(const struct bench_outcome *outcome)
{
    const struct bench_experiment *experiment = outcome->experiment;
    printf("%s: %s; ms, without transfers\n", experiment->part, experiment->title);
    write_padded("", LABEL_WIDTH, false);
    for (int job = 0; job < experiment->job_count; job++)
        write_padded(experiment->columns[job], COLUMN_WIDTH, true);
    putchar('\n');
    if (outcome->result_counts[0] > 0 && !outcome->results[0][0].row.label)
        write_row(outcome, label_of(&outcome->results[0][0]));
    for (int i = 0; i < experiment->row_count; i++)
        if (*outcome->reasons[i].text == '\0')
            write_row(outcome, experiment->labels[i]);
    write_published(experiment);
    write_left_out(outcome);
    putchar('\n');
    fflush(stdout);
}

void bench_paper_write_qualities(const struct bench_quality qualities[BENCH_QUALITIES])
{
    printf("Noise by the slope p; signal-to-noise ratios of two scenes in dB\n");
    for (int i = 0; i < BENCH_QUALITIES; i++) {
        char slope[24] = "no limit";
        if (qualities[i].slope > 0)
            snprintf(slope, sizeof slope, "p = %d", qualities[i].slope);
        printf("%-6s%-8s%-10s%.2f\n", qualities[i].scene, qualities[i].method, slope,
               qualities[i].snr);
    }
    putchar('\n');
}

/* ---- JSON ---------------------------------------------------------------------------------- */

/* Begins the next object of an array, in a line of its own. */
static void begin_object(const char **comma)
{
    printf("%s\n{", *comma);
    *comma = ",";
}

static void write_results(const struct bench_outcome *outcome, const char **comma)
{
    const struct bench_experiment *experiment = outcome->experiment;
    for (int job = 0; job < experiment->job_count; job++)
        for (int i = 0; i < outcome->result_counts[job]; i++) {
            begin_object(comma);
            json_write_text(stdout, "part", experiment->part);
            json_write_text(stdout, "label", label_of(&outcome->results[job][i]));
            json_write_number(stdout, "key", experiment->keys[job]);
            bench_report_write_members(&outcome->results[job][i]);
            putchar('}');
        }
}

static void write_published_times(const struct bench_experiment *experiment, const char **comma)
{
    const struct bench_published *time;
    for (int i = 0; (time = bench_paper_published(experiment, i)) != NULL; i++) {
        begin_object(comma);
        json_write_text(stdout, "part", experiment->part);
        json_write_text(stdout, "label", time->label);
        json_write_number(stdout, "key", time->key);
        printf("\"ms\": %.10g}", time->ms);
    }
}

static void write_reasons(const struct bench_outcome *outcome, const char **comma)
{
    const struct bench_experiment *experiment = outcome->experiment;
    for (int i = 0; i < experiment->row_count; i++)
        if (*outcome->reasons[i].text) {
            begin_object(comma);
            json_write_text(stdout, "part", experiment->part);
            json_write_text(stdout, "label", experiment->labels[i]);
            fputs("\"reason\": ", stdout);
            json_write_string(stdout, outcome->reasons[i].text);
            putchar('}');
        }
}

static void write_qualities(const struct bench_quality *qualities)
{
    const char *comma = "";
    for (int i = 0; qualities && i < BENCH_QUALITIES; i++) {
        begin_object(&comma);
        json_write_text(stdout, "scene", qualities[i].scene);
        json_write_text(stdout, "method", qualities[i].method);
        json_write_number(stdout, "slope", qualities[i].slope);
        printf("\"snr\": %.6g}", qualities[i].snr);
    }
}

void bench_paper_write_json(const char *paper, const struct bench_outcome *outcomes, int count,
                            const struct bench_quality *qualities)
{
    const char *comma = "";
    putchar('{');
    json_write_text(stdout, "paper", paper);
    fputs("\"machine\": ", stdout);
    machine_write_json(stdout);
    fputs(", \"rows\": [", stdout);
    for (int i = 0; i < count; i++)
        write_results(&outcomes[i], &comma);
    fputs("\n], \"published\": [", stdout);
    comma = "";
    for (int i = 0; i < count; i++)
        write_published_times(outcomes[i].experiment, &comma);
    fputs("\n], \"left_out\": [", stdout);
    comma = "";
    for (int i = 0; i < count; i++)
        write_reasons(&outcomes[i], &comma);
    fputs("\n], \"quality\": [", stdout);
    write_qualities(qualities);
    fputs("\n]}\n", stdout);
}
