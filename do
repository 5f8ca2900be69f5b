#!/bin/bash
# Entry point: installs missing packages, builds, runs the demonstration, the tests, the campaigns.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")"
export LC_ALL=C.UTF-8

usage() {
    cat <<'TEXT'
./do run             build, then derive and prove the demonstration model, and write its report
./do check [--long]  build, then every test, plain and under ASan and UBSan; the layout of all
                     files and clang-tidy on changed ones (with --long on all); with --long also
                     2,000 random mechanisms, ten planted faults that they must notice, and ./do package
./do test NAME [CASE]
                     build, then the suites and programs whose suite/name contains NAME (golden,
                     unit/jet); with CASE, or NAME:CASE, only the cases with CASE in their title
./do build           install what is missing and build; the command is build/visviva
./do asan            build under ASan and UBSan and run the tests there
./do tsan            build under ThreadSanitizer and run the tests of the C interface there
./do fuzz [SECONDS]  run each fuzz harness for so long (default 30)
./do bench           measure, beside SymPy (installs python3-sympy); --size: mechanisms of growing size
./do arm64           build for arm64; run the command and the unit tests by an emulator
./do package         make Debian packages, a wheel and a source tarball of HEAD in a newly bootstrapped
                     Debian, try them in a second (build-package/out; needs root); --here makes the
                     Debian packages on this machine and tries nothing
./do help            this text

VV_TEST_EFFORT scales random tests (default 1; --long means 20). VV_JOBS is how many run at once.
TEXT
}

say() { printf '\n== %s\n' "$*"; }
die() { printf 'do: %s\n' "$*" >&2; exit 1; }

jobs=${VV_JOBS:-$(nproc 2>/dev/null || echo 2)}

# ---- packages ----

# Names listed in tools/packages.debian for an occasion ("" means always) that dpkg does not know.
missing_packages() {
    local name occasion
    sed 's/#.*//' tools/packages.debian | while read -r name occasion; do
        [ -n "$name" ] && [ "${occasion:-}" = "$1" ] || continue
        dpkg-query -W -f '${Status}\n' "$name" 2>/dev/null | grep -q '^install ok installed' ||
            echo "$name"
    done
}

install_packages() {
    local names root=""
    command -v dpkg-query >/dev/null || return 0 # not Debian: Meson will say what it lacks
    names=$(missing_packages "$1")
    [ -n "$names" ] || return 0
    [ "$(id -u)" = 0 ] || root="sudo"
    [ -z "$root" ] || command -v sudo >/dev/null || die "please install: "$names
    say "installing "$names
    # the package lists may be missing or stale: fetch them if the first attempt fails
    apt_install $root $names || { $root apt-get update -q && apt_install $root $names; }
}

apt_install() {
    local root=""
    if [ "$1" = sudo ]; then root=sudo; shift; fi
    $root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@"
}

# Debian's own interpreter, not the first in PATH: only that one finds Debian's modules.
debian_python() {
    local path
    path=$(dpkg -L python3-minimal 2>/dev/null | grep -x '/usr/bin/python3' || true)
    echo "${path:-$(command -v python3)}"
}

# ---- building ----

configure() { # folder, Meson options
    local folder=$1
    shift
    if [ -f "$folder/build.ninja" ]; then return; fi
    rm -rf "$folder"
    meson setup "$folder" -Dwerror=true "$@"
}

compile() { ninja -C "$1" -j "$jobs"; }

build() {
    install_packages ""
    say "building"
    configure build
    compile build
}

build_asan() {
    install_packages ""
    say "building under ASan and UBSan"
    # clang's UBSan finds more than gcc's; lundef would reject its runtime in shared objects
    CC=clang configure build-asan -Db_sanitize=address,undefined -Db_lundef=false \
        -Doptimization=1
    compile build-asan
}

# ---- tests ----

# Runs every suite of a build folder and adds the results to the file $tally.
suites() { # folder, label
    local folder=$1 label=$2
    say "tests $label"
    VISVIVA="$PWD/$folder/visviva" "$python" tools/taprun --jobs "$jobs" --tally "$tally" \
        --label "$label" --build "$folder" || failed=1
}

asan_environment() {
    export ASAN_OPTIONS=detect_leaks=1:exitcode=99:abort_on_error=0:allocator_may_return_null=1
    export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1:exitcode=99
    export LSAN_OPTIONS=suppressions=$PWD/tools/lsan.supp:print_suppressions=0
    export VV_SANITIZED=1
}

check() {
    local effort=${VV_TEST_EFFORT:-1} long=0
    case ${1:-} in
    "") ;;
    --long) effort=${VV_TEST_EFFORT:-20} long=1 ;;
    *) die "check takes --long only, not '$1'" ;;
    esac
    build
    install_packages check
    python=$(debian_python) tally=$(mktemp) failed=0
    trap 'rm -f "$tally"' EXIT
    export VV_TEST_EFFORT=$effort
    suites build plain
    build_asan
    asan_environment
    export VISVIVA_OTHER=$PWD/build/visviva # gcc's; the sanitized build is clang's
    # the sanitizers are about five times slower: fewer random trials keep the time bounded
    VV_TEST_EFFORT=$(awk -v e="$effort" 'BEGIN { print e / 5 }')
    suites build-asan sanitized
    [ "$long" = 0 ] || thread_suites
    [ "$long" = 0 ] || planted_faults
    [ "$long" = 0 ] || arm64_suites
    [ "$long" = 0 ] || (unset VV_SANITIZED VISVIVA_OTHER; package) || failed=1
    conclude
}

# The C interface under ThreadSanitizer, whose runtime maps the memory at fixed addresses.
thread_suites() {
    local wrapper="" test
    install_packages ""
    say "building under ThreadSanitizer"
    CC=clang configure build-tsan -Db_sanitize=thread -Db_lundef=false -Doptimization=1
    ninja -C build-tsan -j "$jobs" $(for test in tests/unit/capi/t_*.c; do
        test=${test##*/}
        echo "tests/unit/${test%.c}"
    done)
    say "tests of threads"
    ! setarch -R true 2>/dev/null || wrapper="setarch -R"
    TSAN_OPTIONS=exitcode=99:die_after_fork=0 VV_SANITIZED=1 VV_TEST_EFFORT=0.2 \
        "$python" tools/taprun --jobs "$jobs" --tally "$tally" --label threads --build build-tsan \
        --wrapper "$wrapper" --only unit/capi || failed=1
}

tsan() {
    python=$(debian_python) tally=$(mktemp) failed=0
    trap 'rm -f "$tally"' EXIT
    thread_suites
    conclude
}

# Faults planted one at a time: do the random mechanisms notice each?
planted_faults() {
    say "planted faults"
    env -u ASAN_OPTIONS -u UBSAN_OPTIONS -u LSAN_OPTIONS -u VV_SANITIZED \
        "$python" tests/verdicts/faults.py --build build --jobs "$jobs" || failed=1
}

# Another processor: the command by qemu-user beside the one of this machine, and the unit tests. What these need is
# unpacked into the build folder, so that no architecture is added to the system.
build_arm64() {
    install_packages long
    say "building for arm64"
    tools/sysroot arm64 build-arm64/sysroot libc6-dev libgmp-dev libflint-dev libflint-arb-dev libunistring-dev
    printf "[constants]\nsysroot = '%s'\n" "$PWD/build-arm64/sysroot" >build-arm64/sysroot.ini
    configure build-arm64/build --cross-file build-arm64/sysroot.ini --cross-file tools/arm64.ini
    compile build-arm64/build
}

arm64_suites() {
    build_arm64
    say "tests arm64"
    local emulator="qemu-aarch64 -L $PWD/build-arm64/sysroot"
    VISVIVA="$PWD/build/visviva" VISVIVA_OTHER="$emulator $PWD/build-arm64/build/visviva" VISVIVA_OTHER_PROCESSOR=1 \
        "$python" tools/taprun --jobs "$jobs" --tally "$tally" --label arm64 --build build --only e2e/other_build ||
        failed=1
    # the emulator costs a factor of ten or so: fewer random trials, more time (as for the sanitizers)
    VV_TEST_EFFORT=0.1 VV_SANITIZED=1 "$python" tools/taprun --jobs "$jobs" --tally "$tally" --label arm64 \
        --build build-arm64/build --wrapper "$emulator" --only unit/ || failed=1
}

arm64() {
    build
    python=$(debian_python) tally=$(mktemp) failed=0
    trap 'rm -f "$tally"' EXIT
    arm64_suites
    conclude
}

# One suite, program or case of the plain build.
test_some() {
    local name=${1:-} case=${2:-}
    [ -n "$name" ] && [ $# -le 2 ] || die "test needs NAME [CASE], as in: ./do test unit/jet"
    case $name in
    *:*) case=${name#*:} name=${name%%:*} ;;
    esac
    build
    VISVIVA="$PWD/build/visviva" "$(debian_python)" tools/taprun --jobs "$jobs" --build build \
        --only "$name" ${case:+--case "$case"}
}

asan() {
    build_asan
    install_packages check
    python=$(debian_python) tally=$(mktemp) failed=0
    trap 'rm -f "$tally"' EXIT
    export VV_TEST_EFFORT=${VV_TEST_EFFORT:-0.2}
    asan_environment
    [ ! -x build/visviva ] || export VISVIVA_OTHER=$PWD/build/visviva
    suites build-asan sanitized
    conclude
}

# The last line: totals over all suites.
conclude() {
    say "result"
    "$python" tools/taprun --conclude "$tally" || failed=1
    return "$failed"
}

# ---- the rest ----

run() {
    build
    say "visviva derive models/book/hoop.vv --by multipliers --by appell"
    build/visviva derive models/book/hoop.vv --by multipliers --by appell
    say "visviva prove models/book/hoop.vv"
    build/visviva prove models/book/hoop.vv
    say "visviva report models/rolling_hoop.vv --by multipliers --by appell -o build/hoop.html"
    build/visviva report models/rolling_hoop.vv --by multipliers --by appell -o build/hoop.html 2>/dev/null
    echo "open in a browser: $PWD/build/hoop.html"
}

fuzz() {
    local seconds=${1:-30} harness name status=0
    install_packages ""
    CC=clang configure build-fuzz -Dfuzz=true -Db_sanitize=address,undefined -Db_lundef=false \
        -Doptimization=1
    compile build-fuzz
    for harness in build-fuzz/tests/fuzz/fuzz_*; do
        [ -f "$harness" ] && [ -x "$harness" ] || continue
        name=$(basename "$harness")
        say "$name for $seconds s"
        mkdir -p "build-fuzz/corpus/$name"
        "$harness" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=4096 \
            -artifact_prefix="build-fuzz/$name-" "build-fuzz/corpus/$name" \
            $(test -d "tests/fuzz/corpus/$name" && echo "tests/fuzz/corpus/$name") || status=1
    done
    return $status
}

# Packages of HEAD, made and tried.
package() {
    install_packages package
    tools/package "$@"
}

bench() {
    local before=
    [ ! -f build/build.ninja ] || before=$(missing_packages bench)
    install_packages bench
    install_packages check # the laboratory is measured in a browser
    # a folder configured without the peers must be reconfigured
    [ -z "$before" ] || { install_packages ""; meson setup --reconfigure build; }
    build
    [ -x bench/run ] || die "bench/run is missing"
    VISVIVA="$PWD/build/visviva" PYTHON=$(debian_python) bench/run "$@"
}

command=${1:-help}
[ $# = 0 ] || shift
case $command in
run | check | build | asan | tsan | arm64 | package | fuzz | bench) "$command" "$@" ;;
test) test_some "$@" ;;
help | --help | -h) usage ;;
*)
    usage >&2
    exit 2
    ;;
esac
