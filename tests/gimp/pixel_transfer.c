/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A plug-in only for tests: copies the raw bytes of a drawable to and from a file, in the
 * drawable's own encoding, so that tests can set and read every precision exactly.
 *
 * It is an extension, which GIMP starts once and keeps running, because starting a plug-in takes
 * longer than anything that a test asks of it.
 */
#include <gegl.h>
#include <libgimp/gimp.h>
#include <string.h>

#define EXTENSION "extension-test-pixels"
#define SAVE_PIXELS "test-save-pixels"
#define LOAD_PIXELS "test-load-pixels"
#define ATTACH_PROFILE "test-attach-profile"

typedef struct {
    gsize size; /* bytes of all pixels */
    gint width, height;
    const Babl *format;
} Layout;

static Layout layout_of(GeglBuffer *buffer)
{
    Layout layout = {.width = gegl_buffer_get_width(buffer),
                     .height = gegl_buffer_get_height(buffer),
                     .format = gegl_buffer_get_format(buffer)};
    layout.size =
        (gsize)layout.width * layout.height * babl_format_get_bytes_per_pixel(layout.format);
    return layout;
}

/* Writes a line "ENCODING|WIDTH|HEIGHT|BYTES PER PIXEL|X|Y", then the pixels. */
static gboolean save_pixels(gint32 drawable, const gchar *path, GError **error)
{
    GeglBuffer *buffer = gimp_drawable_get_buffer(drawable);
    Layout layout = layout_of(buffer);
    gint x = 0, y = 0;
    gimp_drawable_offsets(drawable, &x, &y);

    GString *text = g_string_new(NULL);
    g_string_printf(text, "%s|%d|%d|%d|%d|%d\n", babl_format_get_encoding(layout.format),
                    layout.width, layout.height, babl_format_get_bytes_per_pixel(layout.format), x,
                    y);
    gsize header = text->len;
    g_string_set_size(text, header + layout.size);
    gegl_buffer_get(buffer, GEGL_RECTANGLE(0, 0, layout.width, layout.height), 1.0, layout.format,
                    text->str + header, GEGL_AUTO_ROWSTRIDE, GEGL_ABYSS_NONE);
    g_object_unref(buffer);

    gboolean ok = g_file_set_contents(path, text->str, (gssize)text->len, error);
    g_string_free(text, TRUE);
    return ok;
}

/* Reads pixels from a file without a header line. Makes no undo step. */
static gboolean load_pixels(gint32 drawable, const gchar *path, GError **error)
{
    gchar *pixels;
    gsize size;
    if (!g_file_get_contents(path, &pixels, &size, error))
        return FALSE;

    GeglBuffer *buffer = gimp_drawable_get_buffer(drawable);
    Layout layout = layout_of(buffer);
    gboolean ok = size == layout.size;
    if (ok)
        gegl_buffer_set(buffer, GEGL_RECTANGLE(0, 0, layout.width, layout.height), 0, layout.format,
                        pixels, GEGL_AUTO_ROWSTRIDE);
    else
        g_set_error(error, g_quark_from_static_string(EXTENSION), 0,
                    "%s holds %" G_GSIZE_FORMAT " bytes, %s %d×%d takes %" G_GSIZE_FORMAT, path,
                    size, babl_format_get_encoding(layout.format), layout.width, layout.height,
                    layout.size);
    g_object_unref(buffer);
    g_free(pixels);
    if (ok)
        gimp_drawable_update(drawable, 0, 0, layout.width, layout.height);
    return ok;
}

/* Attaches a profile whose curve and primaries are not those of sRGB. */
static gboolean attach_profile(gint32 image, GError **error)
{
    GimpColorProfile *profile = gimp_image_base_type(image) == GIMP_GRAY
                                    ? gimp_color_profile_new_d50_gray_lab_trc()
                                    : gimp_color_profile_new_rgb_adobe();
    gboolean ok = gimp_image_set_color_profile(image, profile);
    g_object_unref(profile);
    if (!ok)
        g_set_error_literal(error, g_quark_from_static_string(EXTENSION), 0, gimp_get_pdb_error());
    return ok;
}

static void run_temporary(const gchar *name, gint n_params, const GimpParam *params,
                          gint *n_return_vals, GimpParam **return_vals)
{
    static GimpParam values[2];
    static gchar *message;
    GError *error = NULL;
    gboolean ok;

    if (strcmp(name, ATTACH_PROFILE) == 0)
        ok = attach_profile(params[0].data.d_image, &error);
    else if (strcmp(name, SAVE_PIXELS) == 0)
        ok = save_pixels(params[0].data.d_drawable, params[1].data.d_string, &error);
    else
        ok = load_pixels(params[0].data.d_drawable, params[1].data.d_string, &error);

    (void)n_params;
    *return_vals = values;
    *n_return_vals = ok ? 1 : 2;
    values[0].type = GIMP_PDB_STATUS;
    values[0].data.d_status = ok ? GIMP_PDB_SUCCESS : GIMP_PDB_EXECUTION_ERROR;
    if (!ok) {
        g_free(message);
        message = g_strdup(error->message);
        values[1].type = GIMP_PDB_STRING;
        values[1].data.d_string = message;
        g_error_free(error);
    }
}

static void run(const gchar *name, gint n_params, const GimpParam *params, gint *n_return_vals,
                GimpParam **return_vals)
{
    static const GimpParamDef pixels[] = {{GIMP_PDB_DRAWABLE, "drawable", "Drawable"},
                                          {GIMP_PDB_STRING, "path", "File"}};
    static const GimpParamDef image[] = {{GIMP_PDB_IMAGE, "image", "Image"}};
    static GimpParam values[1] = {
        {.type = GIMP_PDB_STATUS, .data.d_status = GIMP_PDB_EXECUTION_ERROR}};

    (void)name;
    (void)n_params;
    (void)params;
    *n_return_vals = 1;
    *return_vals = values;

    gegl_init(NULL, NULL);
    gimp_install_temp_proc(SAVE_PIXELS, "Writes raw pixels", "", "", "", "", NULL, NULL,
                           GIMP_TEMPORARY, G_N_ELEMENTS(pixels), 0, pixels, NULL, run_temporary);
    gimp_install_temp_proc(LOAD_PIXELS, "Reads raw pixels", "", "", "", "", NULL, NULL,
                           GIMP_TEMPORARY, G_N_ELEMENTS(pixels), 0, pixels, NULL, run_temporary);
    gimp_install_temp_proc(ATTACH_PROFILE, "Attaches a color profile", "", "", "", "", NULL, NULL,
                           GIMP_TEMPORARY, G_N_ELEMENTS(image), 0, image, NULL, run_temporary);
    gimp_extension_ack();
    while (TRUE)
        gimp_extension_process(0);
}

static void query(void)
{
    gimp_install_procedure(EXTENSION, "Raw pixels to and from files", "", "", "", "", NULL, NULL,
                           GIMP_EXTENSION, 0, 0, NULL, NULL);
}

const GimpPlugInInfo PLUG_IN_INFO = {NULL, NULL, query, run};

MAIN()
