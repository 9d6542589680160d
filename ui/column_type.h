/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Defines the types of columns of controls that are one control for the rest of the dialog. */
#ifndef UI_COLUMN_TYPE_H
#define UI_COLUMN_TYPE_H

#include "form.h"

/* Defines the type of the widget TypeName, a struct that begins with a GtkVBox: type_name_get_type,
 * and type_name, which casts a widget to it. It has the signal "changed" without arguments. */
#define DEFINE_COLUMN_TYPE(TypeName, type_name)                                                   \
    typedef GtkVBoxClass TypeName##Class;                                                         \
    GType type_name##_get_type(void);                                                             \
    G_DEFINE_TYPE(TypeName, type_name, GTK_TYPE_VBOX)                                             \
    static void type_name##_class_init(TypeName##Class *class)                                    \
    {                                                                                             \
        g_signal_new("changed", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, \
                     G_TYPE_NONE, 0);                                                             \
    }                                                                                             \
    static void type_name##_init(TypeName *column)                                                \
    {                                                                                             \
        gtk_box_set_spacing(GTK_BOX(column), FORM_SPACING);                                       \
    }                                                                                             \
    static TypeName *type_name(GtkWidget *widget)                                                 \
    {                                                                                             \
        return G_TYPE_CHECK_INSTANCE_CAST(widget, type_name##_get_type(), TypeName);              \
    }

#endif
