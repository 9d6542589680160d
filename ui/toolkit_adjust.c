/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Remembers for each class of widgets the function that adjusts their size. */
#include "toolkit_adjust.h"

static GQuark adjust_quark(void)
{
    return g_quark_from_static_string("errdiff-adjust");
}

void toolkit_adjust_remember(GtkWidgetClass *class, ToolkitAdjust adjust)
{
    ToolkitAdjust *kept = g_new(ToolkitAdjust, 1); /* as long as the class, until the end */

    *kept = adjust;
    g_type_set_qdata(G_TYPE_FROM_CLASS(class), adjust_quark(), kept);
}

ToolkitAdjust toolkit_adjust_of(GtkWidget *widget, GtkWidgetClass **parent)
{
    GType type = G_OBJECT_TYPE(widget);
    const ToolkitAdjust *adjust;

    while ((adjust = g_type_get_qdata(type, adjust_quark())) == NULL)
        type = g_type_parent(type);
    *parent = g_type_class_peek(g_type_parent(type));
    return *adjust;
}
