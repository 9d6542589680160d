# SPDX-License-Identifier: GPL-3.0-or-later
"""Lets a test talk to a running GIMP 3; its Python runs this file.

`serve` answers folder/1.ask, folder/2.ask and so on as serve.scm does in GIMP 2.10. A question is a call, which is a
list of a procedure and its arguments, or {"all": [calls]}, in JSON. Procedures have the names, arguments and values of
GIMP 2.10, so that the same tests run in both: images and items are numbers, and a list of values follows its length.
`RENAMED` and `CHANGED` have what is different in GIMP 3; other procedures are those of its own database. The
answer in folder/1.out is ["value", VALUE] or ["error", MESSAGE].
"""

import json
import os
from pathlib import Path

import gi

gi.require_version("Gegl", "0.4")
gi.require_version("Gimp", "3.0")
from gi.repository import Babl, Gegl, Gimp, Gio, GLib  # noqa: E402


FOLDER = Path(os.environ["ERRDIFF_TEST_FOLDER"])


class Failed(Exception):
    pass


# ---- Values --------------------------------------------------------------------------------------

def item(number):
    return Gimp.Item.get_by_id(number)


def image(number):
    return Gimp.Image.get_by_id(number)


def file(path):
    return Gio.File.new_for_path(path)


def color(parts):
    if isinstance(parts, str):
        return Gegl.Color.new(parts)
    made = Gegl.Color.new("black")
    made.set_bytes(Babl.format("R'G'B' u8"), GLib.Bytes.new(bytes(parts)))
    return made


def is_a(specification, name):
    return specification.value_type.is_a(Gimp.Image.__gtype__.from_name(name))


def set_argument(config, specification, value):
    name, kind = specification.name, specification.value_type.name
    if kind == "GimpCoreObjectArray":
        items = [item(number) for number in (value if isinstance(value, list) else [value])]
        config.set_core_object_array(name, [found for found in items if found])
        return
    if kind == "GimpImage":
        value = image(value)
    elif kind == "GimpDisplay":
        value = Gimp.Display.get_by_id(value)
    elif is_a(specification, "GimpItem"):
        value = item(value)
    elif kind == "GimpPalette":
        value = Gimp.Palette.get_by_name(value)
    elif kind == "GeglColor":
        value = color(value)
    elif kind == "GFile":
        value = file(value) if value else None
    elif kind == "gboolean":
        value = bool(value)
    elif kind in ("gint", "guint"):
        value = int(value)
    config.set_property(name, value)


def plain(value):
    """The values, in a list, that GIMP 2.10 gives for one of GIMP 3."""
    if isinstance(value, (list, tuple)):
        return [len(value), [plain(part)[0] for part in value]]
    if isinstance(value, (bool, int)):
        return [int(value)]
    if isinstance(value, (Gimp.Image, Gimp.Item, Gimp.Display)):
        return [value.get_id()]
    if isinstance(value, Gimp.Resource):
        return [value.get_name()]
    if isinstance(value, Gio.File):
        return [value.get_path()]
    if isinstance(value, Gegl.Color):
        return [list(value.get_bytes(Babl.format("R'G'B' u8")).get_data())]
    return [-1 if value is None else value]


def run(procedure, arguments):
    """A procedure of GIMP's database, with arguments by their order."""
    found = Gimp.get_pdb().lookup_procedure(procedure)
    if found is None:
        raise Failed(f"{procedure} is not known")
    config = found.create_config()
    for specification, value in zip(found.get_arguments(), arguments):
        set_argument(config, specification, value)
    return values_of(procedure, found.run(config))


def values_of(procedure, returned):
    values = [returned.index(i) for i in range(returned.length())]
    if values[0] == Gimp.PDBStatusType.CALLING_ERROR:
        raise Failed(f"{procedure} failed on invalid input arguments: {Gimp.get_pdb().get_last_error()}")
    if values[0] not in (Gimp.PDBStatusType.SUCCESS, Gimp.PDBStatusType.CANCEL):
        raise Failed(f"{procedure}: {values[0].value_nick}: {Gimp.get_pdb().get_last_error()}")
    return [part for value in values[1:] for part in plain(value)]


# ---- The procedures of GIMP 2.10 that GIMP 3 does not have ---------------------------------------

RENAMED = {
    "gimp-drawable-height": "gimp-drawable-get-height",
    "gimp-drawable-offsets": "gimp-drawable-get-offsets",
    "gimp-drawable-width": "gimp-drawable-get-width",
    "gimp-image-base-type": "gimp-image-get-base-type",
    "gimp-image-height": "gimp-image-get-height",
    "gimp-image-insert-vectors": "gimp-image-insert-path",
    "gimp-image-width": "gimp-image-get-width",
    "gimp-layer-group-new": "gimp-group-layer-new",
    "gimp-vectors-new": "gimp-path-new",
}


def whole(drawable):
    return Gegl.Rectangle.new(0, 0, drawable.get_width(), drawable.get_height())


def read(drawable, encoding=None):
    return bytes(drawable.get_buffer().get(whole(drawable), 1.0, encoding, Gegl.AbyssPolicy.NONE))


def first(items):
    return items[0].get_id() if items else -1


def load_pixels(drawable, path):
    drawable = item(drawable)
    buffer = drawable.get_buffer()
    buffer.set(whole(drawable), Babl.format_get_encoding(drawable.get_format()), Path(path).read_bytes())
    buffer.flush()
    drawable.update(0, 0, drawable.get_width(), drawable.get_height())


def save_pixels(drawable, path):
    """See pixel_transfer.c."""
    drawable = item(drawable)
    encoding = Babl.format_get_encoding(drawable.get_format())
    _, x, y = drawable.get_offsets()
    head = f"{encoding}|{drawable.get_width()}|{drawable.get_height()}|{drawable.get_bpp()}|{x}|{y}\n"
    Path(path).write_bytes(head.encode() + read(drawable))


def save_pnm(drawable, path):
    drawable = item(drawable)
    kind, encoding = ("P5", "Y' u8") if drawable.is_gray() else ("P6", "R'G'B' u8")
    head = f"{kind}\n{drawable.get_width()} {drawable.get_height()}\n255\n"
    Path(path).write_bytes(head.encode() + read(drawable, encoding))


def attach_profile(number):
    found = image(number)
    is_gray = found.get_base_type() == Gimp.ImageBaseType.GRAY
    kind = Gimp.ColorProfile
    found.set_color_profile(kind.new_d50_gray_lab_trc() if is_gray else kind.new_rgb_adobe())


def profile(number):
    found = image(number).get_color_profile()
    return plain(list(found.get_icc_profile()) if found else [])


def colormap(number):
    return plain(list(image(number).get_palette().get_colormap(Babl.format("R'G'B' u8"))[0]))


def set_colormap(number, size, values):
    """One by one: Python cannot pass an array of bytes to the function that sets them all."""
    palette = image(number).get_palette()
    for i in range(size // 3):
        made = color(values[3 * i:3 * i + 3])
        if i < palette.get_color_count():
            palette.set_entry_color(i, made)
        else:
            palette.add_entry("", made)
    while palette.get_color_count() > size // 3:
        palette.delete_entry(size // 3)
    return []


def attach_parasite(name, flags, text):
    Gimp.attach_parasite(Gimp.Parasite.new(name, flags, text.encode()))


def told(parasite):
    """What a parasite says, as GIMP 2.10 does."""
    if parasite is None:
        raise Failed("there is no such parasite")
    return [[parasite.get_name(), parasite.get_flags(), bytes(parasite.get_data()).decode().rstrip("\0")]]


def float_selection(drawable, across, down):
    Gimp.Selection.float(item(drawable).get_image(), [item(drawable)], across, down)
    return [item(drawable).get_image().get_floating_sel().get_id()]


def evaluate(expression):
    """The value of an expression in Script-Fu, as Scheme writes it."""
    path = FOLDER / "value"
    run("plug-in-script-fu-eval", [Gimp.RunMode.NONINTERACTIVE, f"""
        (let ((value {expression}) (port (open-output-file "{path}")))
          (write value port)
          (close-output-port port))"""])
    return path.read_text()


# ---- What only tests of GIMP 3 ask for -----------------------------------------------------------

def arguments_of(procedure):
    """For each argument: name, type, type of its values, default, range and description."""
    found = []
    for argument in Gimp.get_pdb().lookup_procedure(procedure).get_arguments():
        default = argument.get_default_value()
        limits = [getattr(argument, end, None) for end in ("minimum", "maximum")]
        found.append((argument.name, type(argument).__name__, argument.value_type.name,
                      default if type(default) in (bool, int, float, str) else None, limits, argument.get_blurb()))
    return found


def run_python(text, layer):
    """Runs a text that dithers `layer` in `image` and sets `result`."""
    names = {"Gimp": Gimp, "image": item(layer).get_image(), "layer": item(layer)}
    exec(text, names)
    return values_of("the example", names["result"])


def add_effect(layer, properties):
    """Puts the GEGL operation on a layer as an effect."""
    effect = Gimp.DrawableFilter.new(item(layer), "errdiff:dither", "dither")
    for key, value in properties.items():
        effect.get_config().set_property(key, value)
    effect.update()
    item(layer).append_filter(effect)


def effects(layer):
    """The operations of a layer's effects, with the kernel of each."""
    return [(effect.get_operation_name(), effect.get_config().get_property("kernel"))
            for effect in item(layer).get_filters()]


# ---- Answering -----------------------------------------------------------------------------------

CHANGED = {
    "file-pnm-save": lambda mode, image, drawable, path, name, raw: save_pnm(drawable, path),
    "gimp-file-load": lambda mode, path, name: run("gimp-file-load", [mode, path]),
    "file-png-load": lambda mode, path, name: run("gimp-file-load", [mode, path]),
    "gimp-attach-parasite": lambda parts: attach_parasite(*parts),
    "gimp-get-parasite": lambda name: told(Gimp.get_parasite(name)),
    "gimp-image-get-parasite": lambda number, name: told(image(number).get_parasite(name)),
    "gimp-channel-new": lambda into, width, height, name, opacity, parts:
        run("gimp-channel-new", [into, name, width, height, opacity, parts]),
    "gimp-display-is-valid": lambda number: [int(Gimp.Display.id_is_valid(number))],
    "gimp-drawable-get-pixel": lambda drawable, x, y: plain(
        list(item(drawable).get_buffer().get(Gegl.Rectangle.new(x, y, 1, 1), 1.0, None, Gegl.AbyssPolicy.NONE))),
    "gimp-image-get-channels": lambda number: plain(image(number).get_channels()),
    "gimp-image-get-layers": lambda number: plain(image(number).get_layers()),
    "gimp-image-is-valid": lambda number: [int(Gimp.Image.id_is_valid(number))],
    "gimp-image-list": lambda: plain(Gimp.get_images()),
    "gimp-item-get-children": lambda number: plain(item(number).get_children()),
    "gimp-image-get-active-channel": lambda number: [first(image(number).get_selected_channels())],
    "gimp-image-get-active-drawable": lambda number: [first(image(number).get_selected_drawables())],
    "gimp-image-get-active-layer": lambda number: [first(image(number).get_selected_layers())],
    "gimp-image-get-color-profile": profile,
    "gimp-image-get-colormap": colormap,
    "gimp-image-set-colormap": set_colormap,
    "gimp-image-get-filename": lambda number: [image(number).get_file().get_path()],
    "gimp-image-set-active-layer": lambda number, layer: image(number).set_selected_layers([item(layer)]) and None,
    "gimp-image-set-filename": lambda number, path: image(number).set_file(file(path)) and None,
    # GIMP 3 has no chains of linked layers.
    "gimp-item-get-linked": lambda number: [0],
    "gimp-item-set-linked": lambda number, is_linked: None,
    "gimp-layer-copy": lambda layer, has_alpha: run("gimp-layer-copy", [layer]),
    "gimp-layer-new": lambda into, width, height, kind, name, opacity, mode:
        run("gimp-layer-new", [into, name, width, height, kind, opacity, mode]),
    "gimp-palette-delete": lambda name: Gimp.Palette.get_by_name(name).delete() and None,
    "gimp-palettes-get-list": lambda words: plain([palette.get_name() for palette in Gimp.palettes_get_list(words)]),
    "gimp-palette-get-info": lambda name: [Gimp.Palette.get_by_name(name).get_color_count()],
    "gimp-selection-float": float_selection,
    "test-add-effect": add_effect,
    "test-arguments": arguments_of,
    "test-attach-profile": attach_profile,
    "test-effects": effects,
    "test-evaluate": evaluate,
    "test-load-pixels": load_pixels,
    "test-merge-effects": lambda layer: item(layer).merge_filters() and None,
    "test-python": run_python,
    "test-save-pixels": save_pixels,
}


def call(procedure, *arguments):
    if procedure in CHANGED:
        return CHANGED[procedure](*arguments) or []
    return run(RENAMED.get(procedure, procedure), arguments)


def answer(question):
    try:
        if isinstance(question, dict):
            return json.dumps(("value", [call(*words) for words in question["all"]]))
        return json.dumps(("value", call(*question)))
    except Exception as error:  # whatever it is, the test must learn of it
        return json.dumps(("error", str(error) if isinstance(error, Failed) else f"{type(error).__name__}: {error}"))


def serve():
    with open(FOLDER / "asked") as asked:
        for number in map(int, asked):
            question = json.loads((FOLDER / f"{number}.ask").read_text())
            if question == "quit":
                (FOLDER / "served").touch()
                return
            (FOLDER / f"{number}.out").write_text(answer(question))
            (FOLDER / "answered").write_text(f"{number}\n")


serve()
