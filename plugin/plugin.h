/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLUGIN_PLUGIN_H
#define PLUGIN_PLUGIN_H

#define PLUGIN_PROCEDURE "plug-in-error-diffusion"
#define PLUGIN_PRESET_PROCEDURE "plug-in-error-diffusion-preset"
#define PLUGIN_HOLOGRAM_PROCEDURE "plug-in-hologram-diffusion"
#define PLUGIN_BINARY "gimp-error-diffusion"

#endif
