# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks bash, zsh and fish for the words with which they would complete a line."""

import os
import pty
import select
import subprocess
import time
from pathlib import Path

BASH = """
source /usr/share/bash-completion/bash_completion
source "$1"
COMP_LINE=$2 COMP_POINT=${#COMP_LINE}
shift 2
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_errdiff 2>/dev/null
[ ${#COMPREPLY[@]} -eq 0 ] || printf '%s\\n' "${COMPREPLY[@]}"
"""

# It writes each word that is added to the file {words}, and a line "end" after the last one.
ZSH = """
PS1=''
fpath=({folder} $fpath)
autoload -Uz compinit
compinit -u -D
compadd() {{
    local -a added
    if [[ ${{@[1,(i)(-|--)]}} != *-[OAD]\\ * ]]; then
        builtin compadd -A added "$@"
        print -rl -- $added >>{words}
    fi
    builtin compadd "$@"
}}
note_end() {{ print end >>{words} }}
comppostfuncs=(note_end)
print ready >{words}
"""


def complete_in_bash(completion, line, folder):
    """Bash hands its words to a completion, where a = is a word of its own."""
    words = line.replace("=", " = ").split() + ([""] if line[-1] in " =" else [])
    result = subprocess.run(["bash", "--norc", "-c", BASH, "bash", completion, line, *words], cwd=folder, text=True,
                            capture_output=True, check=True, timeout=60)
    assert result.stderr == ""
    return set(result.stdout.split("\n")) - {""}


def complete_in_fish(completion, line, folder):
    """Each line is a word and, after a tab, its explanation; of a word with = it is all."""
    home = {name: str(folder.parent) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
    result = subprocess.run(["fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", completion, line],
                            cwd=folder, text=True, capture_output=True, check=True, timeout=60,
                            env=os.environ | home)
    assert result.stderr == ""
    return {row.partition("\t")[0].rpartition("=")[2].rstrip("/") for row in result.stdout.splitlines()}


def wait_for(path, last, terminal):
    """Waits until the last line of a file is `last`, and returns the lines before it."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        # A terminal that nobody reads would stop the shell.
        if select.select([terminal], [], [], 0.02)[0]:
            os.read(terminal, 65536)
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        if lines[-1:] == [last]:
            return lines[:-1]
    raise TimeoutError(f"zsh did not write {last!r}")


def complete_in_zsh(completion, line, folder):
    """Completions of zsh only work while a line is edited, so this types the line in a terminal."""
    words, setup = folder.parent / "words", folder.parent / "setup.zsh"
    setup.write_text(ZSH.format(folder=Path(completion).parent, words=words), encoding="utf-8")
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(folder)
        os.execvpe("zsh", ["zsh", "-f", "-i"], os.environ | {"TERM": "dumb"})
    try:
        os.write(terminal, b"source ../setup.zsh\n")
        wait_for(words, "ready", terminal)
        os.write(terminal, line.encode() + b"\t")
        found = wait_for(words, "end", terminal)
    finally:
        os.close(terminal)
        os.waitpid(pid, 0)
        words.unlink()
    return set(found) - {"ready", ""}


COMPLETE = {"bash": complete_in_bash, "zsh": complete_in_zsh, "fish": complete_in_fish}
