# shellcheck shell=sh
# Sourced by the other scripts, with $root set: makes sure that $root/.venv holds what pyproject.toml asks for.
#
# The stamp of a level (run, dev) is a copy of what its installation depended on: the place of the checkout,
# the version of Python and pyproject.toml. Comparing it takes milliseconds; everything else is _venv.py's.

python=$root/.venv/bin/python

stamp_is_current() {
    [ -f "$root/.venv/stamp-$1" ] && [ -x "$python" ] &&
        { printf '%s\n' "$root" && "$python" -V && cat "$root/pyproject.toml"; } 2>/dev/null |
        cmp -s - "$root/.venv/stamp-$1"
}

# The first Python that is new enough; $PYTHON overrides the search.
find_python() {
    seen=
    for candidate in ${PYTHON:+"$PYTHON"} python3 python3.14 python3.13 python3.12 python3.11 python; do
        command -v -- "$candidate" >/dev/null 2>&1 || continue
        version=$("$candidate" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null) || continue
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            printf '%s\n' "$candidate"
            return 0
        fi
        seen="$seen${seen:+, }$candidate is $version"
    done
    echo "tta: Python 3.11 or newer is needed, and none was found${seen:+ ($seen)}." >&2
    echo "tta: install one, or name it: PYTHON=/path/to/python3.11 $0" >&2
    return 1
}

# ensure_venv run|dev: returns when everything of that level is installed, fails with words when it cannot be.
ensure_venv() {
    stamp_is_current "$1" && return 0
    base=$(find_python) || return 1
    "$base" -I "$root/scripts/_venv.py" "$root" "$1"
}
