/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of `errdiff calibrate`. */
#include "engines/model_cache.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static void require_sound_cost(const struct errdiff_cost *cost)
{
    REQUIRE(cost->base_ns >= 0 && cost->iteration_ps >= 0 && cost->sample_fs >= 0);
    REQUIRE(cost->gain_ppm >= 0 && cost->team_ns >= 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    static struct errdiff_model model;
    if (errdiff_model_parse(&model, text)) {
        REQUIRE(model.engine_count >= 0 && model.engine_count <= ERRDIFF_MODEL_ENGINES);
        REQUIRE(memchr(model.machine.cpu, '\0', sizeof model.machine.cpu));
        REQUIRE(memchr(model.machine.gpu, '\0', sizeof model.machine.gpu));
        REQUIRE(memchr(model.machine.driver, '\0', sizeof model.machine.driver));
        REQUIRE(model.machine.processors >= 0 && model.start_us >= 0);
        REQUIRE(model.sizes.block_width >= 0 && model.sizes.block_height >= 0);
        REQUIRE(model.sizes.threads >= 0 && model.sizes.handover >= 0 && model.sizes.strip >= 0 &&
                model.sizes.group >= 0);
        for (int i = 0; i < model.engine_count; i++) {
            REQUIRE(memchr(model.engines[i].name, '\0', sizeof model.engines[i].name));
            for (int work = 0; work < ERRDIFF_WORK_COUNT; work++)
                require_sound_cost(&model.engines[i].costs[work]);
        }
    }
    free(text);
    return 0;
}
