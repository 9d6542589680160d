# SPDX-License-Identifier: GPL-3.0-or-later
"""Files and streams that cannot be read or written; no incomplete image may be left."""

import os
import resource
import shutil
import signal
import stat
import struct
import subprocess

import pnm
import pytest

SANITIZED = os.environ.get("ERRDIFF_SANITIZED") == "1"


def test_a_missing_file(errdiff):
    assert "no-such-file.pgm" in errdiff.fails(1, "no-such-file.pgm", "out.pgm")


OPTICS = ["--geometry", "fourier", "--view-width", "0.5", "--input", "phase"]


@pytest.mark.parametrize("call", [
    ["--palette"], ["--screen"], ["--dot-gain"], ["--preset"], ["wedge", "--screen"], ["wedge", "--dot-gain"],
    *([["hologram", *OPTICS, option] for option in ("--gray-table", "--level-table", "--correction")]
      if os.environ["ERRDIFF_HAS_HOLOGRAM"] == "1" else [])], ids=lambda call: call[0] + call[-1])
def test_a_file_of_an_option(errdiff, call):
    """It fails like any other file that cannot be read; only the command line itself is not wrong."""
    errdiff.write("in.pgm", pnm.encode(16, 16, 1, 8, bytes(256)))
    (errdiff.folder / "folder.preset").mkdir()
    paths = ["out.pgm"] if call[0] == "wedge" else ["in.pgm", "out.pgm"]
    assert "none.preset: No such file" in errdiff.fails(1, *call, "none.preset", *paths)
    assert "folder.preset: it is a folder, not a file" in errdiff.fails(1, *call, "folder.preset", *paths)


@pytest.mark.skipif(os.environ["ERRDIFF_HAS_HOLOGRAM"] != "1", reason="without FFTW or LAPACK")
def test_commands_without_to_do_not_advise_it(errdiff):
    errdiff.write("in.pgm", pnm.encode(16, 16, 1, 8, bytes(256)))
    (errdiff.folder / "folder").mkdir()
    call = ["hologram", *OPTICS]
    for options in ([*call, "folder", "out.pgm"], [*call[:-2], "folder", "out.pgm"], [*call, "in.pgm", "folder"],
                    ["wedge", "folder"]):
        assert errdiff.fails(1, *options) == "errdiff: folder: it is a folder, not a file\n"


def test_a_folder_is_no_image(errdiff, small):
    errdiff.write("in.pgm", small)
    (errdiff.folder / "folder").mkdir()
    (errdiff.folder / "folder.pgm").mkdir()
    assert "folder" in errdiff.fails(1, "folder", "out.pgm")
    assert "folder.pgm" in errdiff.fails(1, "in.pgm", "folder.pgm")
    assert list((errdiff.folder / "folder.pgm").iterdir()) == []


def test_a_folder_that_is_not_there(errdiff, small):
    errdiff.write("in.pgm", small)
    errdiff.fails(1, "in.pgm", "no-such-folder/out.pgm")
    assert not (errdiff.folder / "no-such-folder").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_must_not_be_written(errdiff, small):
    errdiff.write("in.pgm", small)
    locked = errdiff.folder / "locked"
    locked.mkdir()
    locked.chmod(0o500)
    errdiff.fails(1, "in.pgm", "locked/out.pgm")
    assert list(locked.iterdir()) == []


def test_an_empty_name(errdiff, small):
    errdiff.write("in.pgm", small)
    errdiff.fails(2, "", "out.pgm")
    errdiff.fails(2, "in.pgm", "")


def test_in_and_out_may_be_one_file(errdiff, reference, small):
    errdiff.write("image.pgm", small)
    errdiff.works("image.pgm", "image.pgm")
    assert errdiff.contents() == {"image.pgm": reference(small)}


def test_an_existing_file_is_replaced_and_keeps_its_mode(errdiff, reference, small):
    errdiff.write("in.pgm", small)
    errdiff.write("out.pgm", b"much longer than the image" * 1000)
    (errdiff.folder / "out.pgm").chmod(0o640)
    errdiff.works("in.pgm", "out.pgm")
    assert errdiff.contents() == {"in.pgm": small, "out.pgm": reference(small)}
    assert stat.S_IMODE((errdiff.folder / "out.pgm").stat().st_mode) == 0o640


def _set_attribute(path, name, value):
    try:
        os.setxattr(path, name, value)
    except (AttributeError, OSError) as reason:
        pytest.skip(f"the file system of the tests has no attributes {name}: {reason}")


def _access_list(*entries):
    """An access control list as the kernel stores it; entries are (tag, rights, user)."""
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", tag, rights, user) for tag, rights, user in entries)


def test_attributes_are_kept(errdiff, reference, small):
    errdiff.write("in.pgm", small)
    errdiff.write("out.pgm", b"old")
    out = errdiff.folder / "out.pgm"
    long = bytes(range(256)) * 3
    for name, value in (("user.comment", b"a photograph"), ("user.empty", b""), ("user.long", long)):
        _set_attribute(out, name, value)
    errdiff.works("in.pgm", "out.pgm")
    assert errdiff.read("out.pgm") == reference(small)
    kept = {name: os.getxattr(out, name) for name in os.listxattr(out) if name.startswith("user.")}
    assert kept == {"user.comment": b"a photograph", "user.empty": b"", "user.long": long}


NOBODY = 0xffffffff
ACCESS = "system.posix_acl_access"


def test_an_access_control_list_is_kept(errdiff, reference, small):
    """The owner, a user, the group (which may do nothing), the mask, and others."""
    errdiff.write("in.pgm", small)
    errdiff.write("out.pgm", b"old")
    out = errdiff.folder / "out.pgm"
    rights = _access_list((1, 6, NOBODY), (2, 4, 12345), (4, 0, NOBODY), (16, 4, NOBODY), (32, 0, NOBODY))
    _set_attribute(out, ACCESS, rights)
    errdiff.works("in.pgm", "out.pgm")
    assert errdiff.read("out.pgm") == reference(small)
    assert os.getxattr(out, ACCESS) == rights
    assert stat.S_IMODE(out.stat().st_mode) == 0o640


def test_a_list_of_the_folder_is_not_added(errdiff, small):
    errdiff.write("in.pgm", small)
    errdiff.write("out.pgm", b"old")
    out = errdiff.folder / "out.pgm"
    out.chmod(0o640)
    rights = _access_list((1, 7, NOBODY), (2, 7, 12345), (4, 7, NOBODY), (16, 7, NOBODY), (32, 7, NOBODY))
    _set_attribute(errdiff.folder, "system.posix_acl_default", rights)
    errdiff.works("in.pgm", "out.pgm")
    assert ACCESS not in os.listxattr(out)
    assert stat.S_IMODE(out.stat().st_mode) == 0o640


def test_the_list_of_a_file_that_must_not_be_read(errdiff, reference, small):
    """Without the list the group would get the rights that the mask allows."""
    out = errdiff.folder / "out.pgm"
    out.write_bytes(b"old")
    rights = _access_list((1, 2, NOBODY), (2, 6, 12345), (4, 0, NOBODY), (16, 6, NOBODY), (32, 0, NOBODY))
    _set_attribute(out, ACCESS, rights)
    command = [errdiff.path, *errdiff.words(["-", out])]
    if os.geteuid() == 0:
        command = _as_nobody(errdiff, command)
        for path in (errdiff.folder, out):
            os.chown(path, 65534, 65534)
    done = subprocess.run(command, input=small, check=False, cwd="/", stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (0, b"")
    assert os.getxattr(out, ACCESS) == rights
    out.chmod(0o600)
    assert out.read_bytes() == reference(small)


def _own_pipe(other, path):
    os.mkfifo(path)


@pytest.mark.parametrize("swap", [os.symlink, os.link, _own_pipe])
def test_another_file_at_the_path_is_not_overwritten(errdiff, small, swap):
    """A file with two names is overwritten in place. Somebody swaps it while the image is dithered."""
    errdiff.write("out.pgm", b"old")
    errdiff.write("other", b"it belongs to somebody")
    os.link(errdiff.folder / "out.pgm", errdiff.folder / "second.pgm")
    process = errdiff.start("-", "out.pgm")
    errdiff.wait_for_output(process)
    (errdiff.folder / "out.pgm").unlink()
    swap(errdiff.folder / "other", errdiff.folder / "out.pgm")
    try:
        _, line = process.communicate(small, timeout=100)
    finally:
        process.kill()
    assert process.returncode == 1
    assert line == b"errdiff: out.pgm: another file has taken its place, so it was not overwritten\n"
    assert errdiff.read("other") == b"it belongs to somebody" and errdiff.read("second.pgm") == b"old"


def test_a_new_file_gets_the_usual_mode(errdiff, small):
    errdiff.write("in.pgm", small)
    errdiff.works("in.pgm", "out.pgm", umask=0o027)
    assert stat.S_IMODE((errdiff.folder / "out.pgm").stat().st_mode) == 0o640


def test_a_link_stays_a_link(errdiff, reference, small):
    errdiff.write("in.pgm", small)
    errdiff.write("real.pgm", b"")
    (errdiff.folder / "link.pgm").symlink_to("real.pgm")
    errdiff.works("in.pgm", "link.pgm")
    assert (errdiff.folder / "link.pgm").is_symlink()
    assert errdiff.read("real.pgm") == reference(small)


def test_a_file_with_two_names_keeps_both(errdiff, reference, small):
    errdiff.write("in.pgm", small)
    errdiff.write("out.pgm", b"longer than the image" * 1000)
    os.link(errdiff.folder / "out.pgm", errdiff.folder / "other.pgm")
    errdiff.works("in.pgm", "out.pgm")
    assert errdiff.contents() == {"in.pgm": small, "out.pgm": reference(small),
                                  "other.pgm": reference(small)}
    assert os.path.samefile(errdiff.folder / "out.pgm", errdiff.folder / "other.pgm")


def _as_nobody(errdiff, command):
    """Root may write anywhere, so the test runs the command as another user."""
    if not shutil.which("setpriv"):
        pytest.skip("setpriv is not there, and root may write anywhere")
    for parent in [errdiff.folder, *errdiff.folder.parents]:
        if parent.stat().st_mode & 0o005 != 0o005:
            parent.chmod(parent.stat().st_mode | 0o005)
    return ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", *command]


def test_a_file_in_a_folder_that_must_not_be_written(errdiff, reference, small):
    """In a write-protected folder the file cannot be replaced, so its contents are overwritten."""
    folder = errdiff.folder / "locked"
    folder.mkdir()
    file = folder / "out.pgm"
    file.write_bytes(b"longer than the image" * 1000)
    file.chmod(0o666)
    folder.chmod(0o555)
    command = [errdiff.path, *errdiff.words(["-", file])]
    if os.geteuid() == 0:
        command = _as_nobody(errdiff, command)
    done = subprocess.run(command, input=small, check=False, cwd="/", stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (0, b"")
    assert file.read_bytes() == reference(small)
    assert os.listdir(folder) == ["out.pgm"]


# ---- Streams -------------------------------------------------------------------------------------

def test_standard_input_and_output(errdiff, reference, small, small_rgb):
    for image in (small, small_rgb):
        assert errdiff.works("-", "-", stdin=image) == reference(image)
    errdiff.works("-", "out.pgm", stdin=small)
    assert errdiff.contents() == {"out.pgm": reference(small)}


def test_a_chain_of_pipes(errdiff, reference, photographs):
    image = photographs["coffee", 16]
    first = errdiff.works("-", "-", "--levels", "16", stdin=image)
    second = errdiff.works("-", "-", "--levels", "2", stdin=first)
    assert second == reference(reference(image, levels="16"), levels="2")


def test_a_truncated_stream_writes_nothing(errdiff, small):
    errdiff.fails(1, "-", "-", stdin=small[:-1])
    errdiff.fails(1, "-", "-", stdin=b"")


@pytest.mark.parametrize("closed", [[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]])
def test_closed_descriptors(errdiff, reference, small, closed):
    """Messages for the user must not be written into a file that got the descriptor of a closed stream."""
    errdiff.write("in.pgm", small)

    def close():
        for number in closed:
            os.close(number)
    errdiff.run("in.pgm", "out.pgm", "--json", preexec_fn=close)
    # It is an error if the report cannot be written, but the image is complete.
    assert errdiff.contents() == {"in.pgm": small, "out.pgm": reference(small)}
    errdiff.write("bad.pgm", small[:-1])
    assert errdiff.run("bad.pgm", "out.pgm", preexec_fn=close).returncode == 1
    assert errdiff.run("in.pgm", "-", preexec_fn=close).returncode == (1 if 1 in closed else 0)
    assert errdiff.run("-", "out.pgm", stdin=small,
                       preexec_fn=close).returncode == (1 if 0 in closed else 0)
    assert errdiff.contents() == {"in.pgm": small, "bad.pgm": small[:-1],
                                  "out.pgm": reference(small)}


def test_a_closed_pipe_is_no_success(errdiff, photographs):
    process = errdiff.start("-", "-")
    process.stdout.close()
    process.stdin.write(photographs["coffee", 16])
    process.stdin.close()
    assert process.wait() != 0
    process.stderr.close()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
def test_a_full_device(errdiff, small, photographs):
    for image in (small, photographs["coffee", 8]):
        errdiff.write("in.pnm", image)
        errdiff.fails(1, "in.pnm", "/dev/full")
        with open("/dev/full", "wb") as full:
            done = subprocess.run([errdiff.path, "in.pnm", "-"], cwd=errdiff.folder, stdout=full,
                                  stderr=subprocess.PIPE, check=False)
        assert done.returncode == 1
        assert done.stderr.startswith(b"errdiff: ") and done.stderr.count(b"\n") == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
@pytest.mark.parametrize("call", [["in.pgm", "out.pgm", "--json"], ["engines"], ["kernels"],
                                  ["palettes"], ["--help"], ["--version"]])
def test_words_that_cannot_be_written(errdiff, small, call):
    errdiff.write("in.pgm", small)
    with open("/dev/full", "wb") as full:
        done = subprocess.run([errdiff.path, *call], cwd=errdiff.folder, stdout=full,
                              stderr=subprocess.PIPE, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith(b"errdiff: ") and done.stderr.count(b"\n") == 1


# ---- Interrupted and out of room -----------------------------------------------------------------

def test_a_full_disk_leaves_the_old_file(errdiff, photographs):
    """A limit on file sizes makes writing fail in the middle of an image, like a full disk."""
    errdiff.write("in.pnm", photographs["coffee", 8])
    errdiff.write("out.pnm", b"as it was")
    # Python ignores SIGXFSZ. The child inherits that and gets an error instead of a signal.
    errdiff.fails(1, "in.pnm", "out.pnm", restore_signals=False,
                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000)))


@pytest.mark.skipif(SANITIZED, reason="the sanitizer needs the address space itself")
def test_too_little_memory(errdiff):
    name = errdiff.write("in.pgm", b"P5\n20000 20000\n255\n")
    os.truncate(errdiff.folder / name, 400000000 + 19)
    limit = 200 << 20
    before = sorted(os.listdir(errdiff.folder))
    done = errdiff.run(name, "out.pgm", "--serpentine",
                       preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
    assert done.returncode == 1
    assert done.stderr.startswith(b"errdiff: ") and done.stderr.count(b"\n") == 1
    assert b"memory" in done.stderr
    assert sorted(os.listdir(errdiff.folder)) == before


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL])
def test_killed_while_it_reads(errdiff, small, number):
    errdiff.write("out.pgm", b"as it was")
    process = errdiff.start("-", "out.pgm")
    process.stdin.write(small[:-100])
    process.stdin.flush()
    process.send_signal(number)
    process.communicate()
    assert process.returncode == -number
    assert errdiff.read("out.pgm") == b"as it was"
    assert errdiff.contents() == {"out.pgm": b"as it was"} or not _has_unnamed_files(errdiff.folder)


def _has_unnamed_files(folder):
    try:
        os.close(os.open(folder, os.O_TMPFILE | os.O_RDWR))
    except OSError:
        return False
    return True


@pytest.fixture(scope="module")
def large(reference):
    """An image that takes a while to write, and its dithered image."""
    side = 2000
    image = pnm.encode(side, side, 3, 16, bytes(range(256)) * (side * side * 6 // 256))
    return image, reference(image)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE,
                                    signal.SIGXCPU, signal.SIGABRT, signal.SIGKILL])
def test_killed_while_it_writes(errdiff, large, number):
    if number == signal.SIGKILL and not _has_unnamed_files(errdiff.folder):
        pytest.skip("nobody can remove a file with a name after SIGKILL")
    image, expected = large
    errdiff.write("in.ppm", image)
    for _ in range(4):
        errdiff.write("out.ppm", b"as it was")
        process = errdiff.start("in.ppm", "out.ppm")
        errdiff.wait_for_output(process, min_size=1)
        process.send_signal(number)
        process.communicate()
        assert process.returncode in (0, -number)
        assert sorted(os.listdir(errdiff.folder)) == ["in.ppm", "out.ppm"]
        out = errdiff.read("out.ppm")
        assert out == b"as it was" or out == expected
