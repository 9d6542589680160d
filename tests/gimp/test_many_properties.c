/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The GEGL operation has a property for each row of the table of options, however many it has. The
 * table is the test's own. */
#include "properties.h"

#include "errdiff.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <gegl.h>

enum { ROWS = 100 };

typedef GObject Owner;
typedef GObjectClass OwnerClass;
static GType owner_get_type(void);
G_DEFINE_TYPE(Owner, owner, G_TYPE_OBJECT)

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *property)
{
    (void)object;
    (void)id;
    (void)value;
    (void)property;
}

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *property)
{
    (void)object;
    (void)id;
    (void)value;
    (void)property;
}

static void owner_init(Owner *owner)
{
    (void)owner;
}

static void owner_class_init(OwnerClass *class)
{
    class->get_property = get_property;
    class->set_property = set_property;
    properties_install(class);
}

int __wrap_errdiff_option_count(void);
errdiff_status __wrap_errdiff_option_get(int index, errdiff_option_info *info);
DitherSettings *__wrap_dither_settings_new(void);
void __wrap_dither_settings_free(DitherSettings *settings);

int __wrap_errdiff_option_count(void)
{
    return ROWS;
}

/* There are no settings, because they have a member for each real row only. */
DitherSettings *__wrap_dither_settings_new(void)
{
    return NULL;
}

void __wrap_dither_settings_free(DitherSettings *settings)
{
    assert_null(settings);
}

/* Every other row is a choice. */
errdiff_status __wrap_errdiff_option_get(int index, errdiff_option_info *info)
{
    static const char *const names[] = {"one", "two", NULL};
    static char row_names[ROWS][8];

    if (index < 0 || index >= ROWS)
        return ERRDIFF_BAD_ARGUMENT;
    g_snprintf(row_names[index], sizeof row_names[index], "row-%d", index);
    *info = (errdiff_option_info){.name = row_names[index],
                                  .title = "Row",
                                  .explanation = "A row",
                                  .type = ERRDIFF_OPTION_INTEGER,
                                  .max = 1,
                                  .default_value = "1"};
    if (index % 2 == 1) {
        info->type = ERRDIFF_OPTION_CHOICE;
        info->default_value = "two";
        info->choices = names;
        info->choice_titles = names;
    }
    return ERRDIFF_OK;
}

static void test_every_row_has_a_property(void **state)
{
    GObjectClass *class = g_type_class_ref(owner_get_type());

    (void)state;
    for (gint i = 0; i < ROWS; i++) {
        gchar name[8];
        GParamSpec *property;

        g_snprintf(name, sizeof name, "row-%d", i);
        property = g_object_class_find_property(class, name);
        assert_non_null(property);
        assert_int_equal(i % 2 == 1, G_IS_PARAM_SPEC_ENUM(property));
    }
    g_type_class_unref(class);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_row_has_a_property)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
