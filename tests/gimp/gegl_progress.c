/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dithers a large image of one color with the GEGL operation, and prints the progress that it
 * reports, one number a line. Arguments: the image's width and height, and a palette. */
#include <gegl.h>
#include <stdio.h>

static void progressed(GeglNode *node, gdouble progress, const gchar *message, gpointer data)
{
    (void)node;
    (void)message;
    (void)data;
    printf("%.6f\n", progress);
}

int main(int argc, char **argv)
{
    GeglBuffer *buffer = NULL;
    GeglNode *graph, *plane, *crop, *dither, *sink;
    GeglColor *gray;

    gegl_init(&argc, &argv);
    if (argc != 4)
        return 2;
    graph = gegl_node_new();
    gray = gegl_color_new("rgb(0.5,0.5,0.5)");
    plane = gegl_node_new_child(graph, "operation", "gegl:color", "value", gray, NULL);
    crop = gegl_node_new_child(graph, "operation", "gegl:crop", "width", g_strtod(argv[1], NULL),
                               "height", g_strtod(argv[2], NULL), NULL);
    dither = gegl_node_new_child(graph, "operation", "errdiff:dither", "serpentine", TRUE,
                                 "palette", argv[3], NULL);
    sink = gegl_node_new_child(graph, "operation", "gegl:buffer-sink", "buffer", &buffer, NULL);
    gegl_node_link_many(plane, crop, dither, sink, NULL);
    g_signal_connect(dither, "progress", G_CALLBACK(progressed), NULL);
    gegl_node_process(sink);
    g_object_unref(buffer);
    g_object_unref(graph);
    g_object_unref(gray);
    gegl_exit();
    return 0;
}
