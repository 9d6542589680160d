# SPDX-License-Identifier: GPL-3.0-or-later
"""The system refuses memory, threads or disk space. The command must print one clear line, end with status 1, and leave
the old files and nothing else."""

import os
import resource
import shutil
import signal
import subprocess

import jobs
import pytest
import sweep

MAX_RUNS = 60  # for each job; sweep.py runs a job with each of its allocations refused
ALL = [pytest.param(job, id=job.name, marks=pytest.mark.skipif(
    not job.is_possible, reason="this build lacks what it needs")) for job in jobs.all_jobs()]
WRITING = [job for job in jobs.all_jobs() if job.is_possible and job.outputs]
THREADED = [job for job in WRITING if "--threads" in job.call]
MANY_THREADS = jobs.Job("64 threads", ["in.pgm", "out.pgm", "--engine", "wavefront", "--threads",
                                       "64"], {"in.pgm": jobs.gray(64, 1000)})


def by_name(some):
    return pytest.mark.parametrize("job", some, ids=lambda job: job.name)


@pytest.mark.parametrize("job", ALL)
def test_one_allocation_fails(job):
    outcomes, count = sweep.sweep(job, MAX_RUNS)
    kinds = {sweep.FAILED, sweep.DID_WITHOUT} | ({sweep.ENDED} if job.uses_openmp else set())
    wrong = [(number, outcome) for number, outcome in outcomes if outcome.kind not in kinds]
    assert not wrong
    assert count >= 10
    assert any(outcome.kind == sweep.FAILED for _, outcome in outcomes)


@by_name(WRITING)
def test_all_later_allocations_fail(job):
    """All allocations from the Nth one on are refused, as when there is no more memory."""
    expected, count = sweep.expected_files(job)
    if count > 1000 or job.uses_openmp or job.uses_cpp:
        pytest.skip("FFTW, libimagequant and zimg are only safe from single failures")
    for number in sweep.some_of(count, 20):
        outcome = sweep.outcome_of(job, expected, FAIL_ALLOCATION=number, FAIL_ALLOCATIONS=1)
        assert outcome.kind in (sweep.FAILED, sweep.DID_WITHOUT), (number, outcome)


def test_a_file_that_must_have_a_name_is_removed():
    """The file system does not support unnamed files, so the new file has a temporary name."""
    job = WRITING[0]
    outcomes, _ = sweep.sweep(job, FAIL_TMPFILE=1)
    assert {outcome.kind for _, outcome in outcomes} == {sweep.FAILED, sweep.DID_WITHOUT}, outcomes


# ---- Threads -------------------------------------------------------------------------------------

@by_name(THREADED)
@pytest.mark.parametrize("granted", [0, 1])
def test_threads_that_are_refused(job, granted):
    expected, _ = sweep.expected_files(job)
    outcome = sweep.outcome_of(job, expected, FAIL_THREADS=granted)
    assert outcome.kind in (sweep.FAILED, sweep.DID_WITHOUT), outcome


def test_the_message_names_what_was_asked_and_what_is_possible(tmp_path):
    # With some instruction sets 1000 rows make fewer than 64 bands, and the job needs fewer than 64 threads.
    done = sweep.run(MANY_THREADS, tmp_path, FAIL_THREADS=7)
    said = done.stderr.decode()
    assert done.returncode == 1 and said.count("\n") == 1
    assert "64 were requested" in said and "only 8 can be started" in said


@by_name(WRITING)
def test_no_threads_at_all(job):
    """Without --threads the work is done in one thread if no other can be started, also by libimagequant and FFTW."""
    call = list(job.call)
    while "--threads" in call:
        del call[call.index("--threads"):call.index("--threads") + 2]
    unnamed = jobs.Job(job.name, call, job.files, job.outputs)
    expected, _ = sweep.expected_files(unnamed)
    outcome = sweep.outcome_of(unnamed, expected, FAIL_THREADS=0)
    assert outcome.kind == sweep.DID_WITHOUT, outcome


# ---- No disk space -------------------------------------------------------------------------------

@by_name(WRITING)
@pytest.mark.parametrize("faults", [{}, {"FAIL_TMPFILE": 1}], ids=["unnamed", "named"])
@pytest.mark.parametrize("ignored", [True, False], ids=["an error", "a signal"])
def test_a_limit_on_files(job, faults, ignored, tmp_path):
    """RLIMIT_FSIZE makes writing fail, like a full disk. If SIGXFSZ is not ignored it ends the process."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN if ignored else signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
    done = sweep.run(job, tmp_path, before=limit, **faults)
    assert done.returncode == (1 if ignored else -signal.SIGXFSZ)
    assert not ignored or sweep.judge(job, tmp_path, done, {}).kind == sweep.FAILED, done.stderr
    assert sweep.files(tmp_path) == {**job.files, **{name: jobs.OLD for name in job.outputs}}


def _on_small_disk(folder, command):
    """Runs a shell command in a mount namespace in which `folder` is a disk of 64 KB. Returns None if this system does
    not allow that."""
    script = f'mount -t tmpfs -o size=64k none "{folder}" || exit 77; cd "{folder}"; {command}'
    if not shutil.which("unshare"):
        return None
    done = subprocess.run(["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script],
                          check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return None if done.returncode == 77 or b"unshare" in done.stderr else done


@pytest.mark.parametrize("link", [False, True], ids=["replaced", "in place"])
def test_a_full_disk(tmp_path, link):
    image, folder = tmp_path / "in.pgm", tmp_path / "disk"
    image.write_bytes(jobs.gray(256, 400))
    folder.mkdir()
    linked = "ln out.pgm other.pgm;" if link else ""
    done = _on_small_disk(folder, f'printf "as it was" > out.pgm; {linked} '
                          f'"{sweep.ERRDIFF}" "{image}" out.pgm; echo $?; cat out.pgm; ls -A')
    if done is None:
        pytest.skip("no disk can be mounted here")
    names = "other.pgm\nout.pgm\n" if link else "out.pgm\n"
    assert done.stdout.decode() == f"1\nas it was{names}"
    assert done.stderr.startswith(b"errdiff: ") and done.stderr.count(b"\n") == 1


# ---- Closed streams and pipes ---------------------------------------------------------------------

@by_name([job for job in [*WRITING[:4], jobs.hologram_with_a_warning()] if job.is_possible])
@pytest.mark.parametrize("closed", [[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]], ids=str)
def test_closed_descriptors(job, closed, tmp_path):
    """A warning or a report must not be written into an image whose file got the descriptor of a closed stream."""
    def close():
        for number in closed:
            os.close(number)
    expected, _ = sweep.expected_files(job)
    sweep.run(job, tmp_path, before=close)
    assert sweep.files(tmp_path) == expected


@by_name(WRITING)
def test_standard_output_is_a_closed_pipe(job, tmp_path):
    """With SIGPIPE ignored the write error must be reported."""
    call = ["-" if argument == job.outputs[0] else argument for argument in job.call]
    if any(name.endswith(".png") for name in job.outputs) and "--indexed" in call:
        pytest.skip("numbers of colors are written to files alone")
    if "-" not in call:
        pytest.skip("the results are written to a folder")
    reading, writing = os.pipe()
    os.close(reading)
    piped = jobs.Job(job.name, call, job.files, job.outputs[1:])
    done = sweep.run(piped, tmp_path, stdout=writing,
                     before=lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN))
    os.close(writing)
    said = [line for line in done.stderr.decode().splitlines() if line.startswith("errdiff: ")]
    assert done.returncode == 1 and len(said) == 1, done.stderr
    assert sorted(sweep.files(tmp_path)) == sorted([*job.files, *job.outputs[1:]])
