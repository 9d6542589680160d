/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dithers a small image with the GEGL operation, with one palette after the other, as when someone
 * types its name. Arguments: the palettes. Prints a line for each, with tabs between: how often the
 * property "error" has changed, whether the result is "empty", which is transparent, or "dithered",
 * and the property. */
#include <gegl.h>
#include <stdio.h>

enum { SIDE = 20 };

static void changed(GeglNode *node, GParamSpec *property, gint *count)
{
    (void)node;
    (void)property;
    ++*count;
}

static gboolean is_transparent(GeglNode *node)
{
    guchar pixels[SIDE * SIDE * 4], alpha = 0;

    gegl_node_blit(node, 1, GEGL_RECTANGLE(0, 0, SIDE, SIDE), babl_format("R'G'B'A u8"), pixels,
                   GEGL_AUTO_ROWSTRIDE, GEGL_BLIT_DEFAULT);
    for (gint i = 0; i < SIDE * SIDE; i++)
        alpha |= pixels[4 * i + 3];
    return alpha == 0;
}

int main(int argc, char **argv)
{
    GeglNode *graph, *plane, *crop, *dither;
    gint count = 0;

    gegl_init(NULL, NULL);
    graph = gegl_node_new();
    plane = gegl_node_new_child(graph, "operation", "gegl:color", NULL);
    crop = gegl_node_new_child(graph, "operation", "gegl:crop", "width", (gdouble)SIDE, "height",
                               (gdouble)SIDE, NULL);
    dither = gegl_node_new_child(graph, "operation", "errdiff:dither", NULL);
    gegl_node_link_many(plane, crop, dither, NULL);
    g_signal_connect(dither, "notify::error", G_CALLBACK(changed), &count);
    for (gint i = 1; i < argc; i++) {
        gboolean is_empty;
        gchar *error;

        gegl_node_set(dither, "palette", argv[i], NULL);
        is_empty = is_transparent(dither);
        gegl_node_get(dither, "error", &error, NULL);
        printf("%d\t%s\t%s\n", count, is_empty ? "empty" : "dithered", error);
        g_free(error);
    }
    g_object_unref(graph);
    gegl_exit();
    return 0;
}
