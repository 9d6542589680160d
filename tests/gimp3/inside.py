# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs in GIMP 3's Python: carries out what the tests ask for. A test sends the name of a function here and its
arguments, and receives ("ok", value) or ("error", text). Images and items are passed by their numbers."""

import os
from multiprocessing.connection import Client

import gi

gi.require_version("Gegl", "0.4")
gi.require_version("Gimp", "3.0")
from gi.repository import Babl, Gegl, Gimp, Gio  # noqa: E402

PROCEDURE = "plug-in-error-diffusion"


class Failed(Exception):
    pass


def item(number):
    return Gimp.Item.get_by_id(number)


def image(number):
    return Gimp.Image.get_by_id(number)


def whole(drawable):
    return Gegl.Rectangle.new(0, 0, drawable.get_width(), drawable.get_height())


def new_image(width, height, is_rgb, precision):
    kind = Gimp.ImageBaseType.RGB if is_rgb else Gimp.ImageBaseType.GRAY
    return Gimp.Image.new_with_precision(width, height, kind, Gimp.Precision(precision)).get_id()


def new_layer(into, width, height, kind, format_name, raw, group=None):
    """kind: a Gimp.ImageType; format_name: that of the pixels `raw`, which must be the layer's own."""
    layer = Gimp.Layer.new(image(into), "photo", width, height, Gimp.ImageType(kind), 100, Gimp.LayerMode.NORMAL)
    image(into).insert_layer(layer, group and item(group), 0)
    set_pixels(layer.get_id(), format_name, raw)
    return layer.get_id()


def new_group(into):
    group = Gimp.GroupLayer.new(image(into), "group")
    image(into).insert_layer(group, None, 0)
    return group.get_id()


def new_mask(layer):
    mask = item(layer).create_mask(Gimp.AddMaskType.WHITE)
    item(layer).add_mask(mask)
    return mask.get_id()


def set_pixels(number, format_name, raw):
    buffer = item(number).get_buffer()
    buffer.set(whole(item(number)), format_name, raw)
    buffer.flush()
    item(number).update(0, 0, item(number).get_width(), item(number).get_height())


def pixels(number):
    """The width, the height and the bytes of a drawable, in its own format."""
    drawable = item(number)
    raw = drawable.get_buffer().get(whole(drawable), 1.0, None, Gegl.AbyssPolicy.NONE)
    return drawable.get_width(), drawable.get_height(), bytes(raw)


def select(number, x, y, width, height):
    image(number).select_rectangle(Gimp.ChannelOps.REPLACE, x, y, width, height)


def layers(number):
    return [layer.get_id() for layer in image(number).get_layers()]


def children(number):
    return [child.get_id() for child in item(number).get_children()]


def name(number):
    return item(number).get_name()


def base_type(number):
    return int(image(number).get_base_type())


def colors(number):
    """The bytes of an image's colormap."""
    return image(number).get_palette().get_colormap(Babl.format("R'G'B' u8"))[0]


def new_palette(called, entries):
    palette = Gimp.Palette.new(called)
    for entry, color in entries:
        palette.add_entry(entry, Gegl.Color.new(color))
    return palette.get_name()


def delete_palette(called):
    Gimp.Palette.get_by_name(called).delete()


def delete(number):
    image(number).delete()


def plain(value):
    """What can be sent: numbers in place of images and items."""
    return value.get_id() if isinstance(value, (Gimp.Image, Gimp.Item)) else value


def call(procedure, drawables, run_mode=1, **arguments):
    """Calls one of the plug-in's procedures; returns its values."""
    found = Gimp.get_pdb().lookup_procedure(procedure)
    config = found.create_config()
    config.set_property("run-mode", Gimp.RunMode(run_mode))
    config.set_property("image", item(drawables[0]).get_image())
    config.set_core_object_array("drawables", [item(number) for number in drawables])
    for key, value in arguments.items():
        key = key.replace("_", "-")
        config.set_property(key, item(value) if key == "second-drawable" else value)
    return values_of(found.run(config))


def values_of(returned):
    values = [returned.index(i) for i in range(returned.length())]
    if values[0] != Gimp.PDBStatusType.SUCCESS:
        raise Failed(f"{values[0].value_nick}: {Gimp.get_pdb().get_last_error()}")
    return [plain(value) for value in values[1:]]


def script(text):
    """Evaluates a text with Script-Fu."""
    found = Gimp.get_pdb().lookup_procedure("plug-in-script-fu-eval")
    config = found.create_config()
    config.set_property("run-mode", Gimp.RunMode.NONINTERACTIVE)
    config.set_property("script", text)
    values_of(found.run(config))


def python(text, layer):
    """Runs a text that dithers `layer` in `image` and sets `result`."""
    names = {"Gimp": Gimp, "image": item(layer).get_image(), "layer": item(layer)}
    exec(text, names)
    return values_of(names["result"])


def arguments_of(procedure):
    """For each argument: name, type, default, range, choices and description."""
    found = []
    for argument in Gimp.get_pdb().lookup_procedure(procedure).get_arguments():
        default = argument.get_default_value()
        limits = [getattr(argument, end, None) for end in ("minimum", "maximum")]
        found.append((argument.name, type(argument).__name__, argument.value_type.name,
                      default if type(default) in (bool, int, float, str) else None, limits, argument.get_blurb()))
    return found


def add_effect(layer, **properties):
    """Puts the GEGL operation on a layer as an effect."""
    effect = Gimp.DrawableFilter.new(item(layer), "errdiff:dither", "dither")
    config = effect.get_config()
    for key, value in properties.items():
        config.set_property(key, value)
    effect.update()
    item(layer).append_filter(effect)


def effects(layer):
    """The operations of a layer's effects, with the kernel of each."""
    return [(effect.get_operation_name(), effect.get_config().get_property("kernel"))
            for effect in item(layer).get_filters()]


def merge_effects(layer):
    item(layer).merge_filters()


def save(number, path):
    Gimp.file_save(Gimp.RunMode.NONINTERACTIVE, image(number), Gio.File.new_for_path(path), None)


def load(path):
    return Gimp.file_load(Gimp.RunMode.NONINTERACTIVE, Gio.File.new_for_path(path)).get_id()


def display(number):
    Gimp.Display.new(image(number))
    Gimp.displays_flush()


def serve(address):
    with Client(address) as connection:
        while True:
            function, positional, named = connection.recv()
            if function == "quit":
                return
            try:
                connection.send(("ok", globals()[function](*positional, **named)))
            except Exception as error:  # whatever it is, the test must learn of it
                connection.send(("error", f"{type(error).__name__}: {error}"))


serve(os.environ["ERRDIFF_TEST_SOCKET"])
