# Shared by the commands in this folder: where caches live, which Python serves what, one line of progress a step.
# Sourced with `set -euo pipefail` on; defines functions and exports nothing but the caches' place.

CHECKOUT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
CACHE=${QUORUM_KUBE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/quorum.kube}
export QUORUM_KUBE_CACHE=$CACHE
mkdir -p "$CACHE"

say() { printf '%s  %s\n' "$(date +%H:%M:%S)" "$*" >&2; }
die() { printf 'error: %s\n' "$*" >&2; exit 1; }

# need_packages NAME… installs Debian packages that are missing; a machine of another family is told what it needs.
need_packages() {
    local missing=() package
    for package; do dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$' || missing+=("$package"); done
    [ ${#missing[@]} -gt 0 ] || return 0
    if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then die "these packages are needed: ${missing[*]} (install them, or run as root on Debian)"; fi
    say "installing ${missing[*]}"
    (
        flock 9
        apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
    ) >"$CACHE/apt.log" 2>&1 9>/run/quorum.kube.apt \
        || die "apt-get could not install ${missing[*]}; its output is in $CACHE/apt.log"
}

# python_for 3.13 prints the path of that interpreter, or nothing: the real one, not a version manager's shim.
python_for() {
    local candidate
    for candidate in "$HOME"/.pyenv/versions/"$1".*/bin/python"$1" /usr/local/bin/python"$1" /usr/bin/python"$1"; do
        if [ -x "$candidate" ]; then echo "$candidate"; return; fi
    done
    candidate=$(type -P "python$1" || true)
    case $candidate in ''|*/shims/*) ;; *) echo "$candidate" ;; esac
}

# python_of_core 2.21 prints the interpreter that runs this ansible-core as controller, or nothing.
python_of_core() {
    local version found
    case $1 in
        2.19) set -- 3.11 3.12 3.13 ;;
        2.20) set -- 3.12 3.13 3.14 ;;
        2.21) set -- 3.13 3.12 3.14 ;;
        *) die "no such ansible-core: $1 (expected 2.19, 2.20 or 2.21)" ;;
    esac
    for version; do
        found=$(python_for "$version")
        if [ -n "$found" ]; then echo "$found"; return; fi
    done
}

# newest_core prints the newest supported ansible-core that a Python of this machine can run.
newest_core() {
    local core
    for core in 2.21 2.19; do
        if [ -n "$(python_of_core "$core")" ]; then echo "$core"; return; fi
    done
    die "no Python 3.11 or newer was found; install one (Debian 12: apt-get install python3 python3-venv)"
}

# venv CORE prints the folder of a virtual environment made from tests/requirements/core-CORE.txt; made once for each content.
venv() {
    local requirements=$CHECKOUT/tests/requirements/core-$1.txt python key folder
    python=$(python_of_core "$1")
    [ -n "$python" ] || die "ansible-core $1 needs a Python that this machine does not have"
    key=$( (cat "$requirements"; "$python" -c 'import sys; print(sys.version, sys.executable)') | sha256sum | cut -c1-12)
    folder=$CACHE/venv/core-$1-$key
    mkdir -p "$CACHE/venv"
    "$python" -c 'import ensurepip, venv' 2>/dev/null || need_packages "$(basename "$python")-venv"
    (
        flock 9
        if [ ! -e "$folder/.complete" ]; then
            say "making the environment for ansible-core $1 (about a minute, once)"
            rm -rf "$folder"
            "$python" -m venv "$folder"
            "$folder/bin/pip" install --quiet --disable-pip-version-check -r "$requirements" 2>&1 | { grep -v 'is ignored' || true; } >&2
            touch "$folder/.complete"
        fi
    ) 9>"$CACHE/venv/.lock-$1"
    [ -e "$folder/.complete" ] || die "the environment for ansible-core $1 could not be made"
    echo "$folder"
}

# linked_tree prints a collections path in which quorum.kube is a link to the checkout (for ansible-playbook and linters).
linked_tree() {
    local tree
    tree=$CACHE/tree/$(printf %s "$CHECKOUT" | sha256sum | cut -c1-12)
    mkdir -p "$tree/ansible_collections/quorum"
    ln -sfn "$CHECKOUT" "$tree/ansible_collections/quorum/kube"
    echo "$tree"
}

# copied_tree DIR fills DIR with a real copy of what git tracks or would track, which ansible-test and a build need.
copied_tree() {
    local target=$1/ansible_collections/quorum/kube
    mkdir -p "$target"
    (cd "$CHECKOUT" && git ls-files -z --cached --others --exclude-standard --deduplicate \
        | while IFS= read -r -d '' file; do [ -e "$file" ] || [ -L "$file" ] && printf '%s\0' "$file"; done \
        | tar --null --files-from=- -c) | tar -x -C "$target"
    echo "$target"
}
