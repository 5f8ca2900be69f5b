#!/bin/bash
# The direction of includes, read from the include lines of src/, lab/ and cli/. Prints TAP.
#
#     layers.sh [ROOT]
#
# A file includes its own folder or one further left in this list:
layers="platform base verify numeric web drawing plot exact expr prove algebra document output lang geometry model kinematics equations formalism evaluate
        analysis simulate export scene report api capi lab lsp cli"
# and these libraries appear in exact/ and in verify/, which checks it, only:
arithmetic='flint/|gmp|mpfr|arb|acb|arf|mag|fmpz|fmpq|nmod|flint'

cd "${1:-$(dirname "$(readlink -f "$0")")/..}" || exit 1
count=0 failed=0

verdict() { # title, offending lines
    count=$((count + 1))
    if [ -z "$2" ]; then
        echo "ok $count - $1"
    else
        failed=1
        echo "not ok $count - $1"
        printf '%s\n' "$2" | sed 's/^/#   /'
    fi
}

# Every include line as: file, line number, " or <, path.
includes() {
    find src lab cli -type f \( -name '*.[ch]' -o -name '*.def' \) -exec grep -HnE \
        '^[[:space:]]*#[[:space:]]*include[[:space:]]*["<]' {} + |
        sed -E 's/^([^:]*):([0-9]+):[^"<]*(["<])([^">]*)[">].*/\1 \2 \3 \4/'
}

# Files included upwards, by a path not written from src/, or standing in a folder without a layer.
upward() {
    includes | awk -v order="$layers" '
        BEGIN { n = split(order, name); for (i = 1; i <= n; i++) rank[name[i]] = i }
        {
            split($1, at, "/"); split($4, to, "/")
            own = at[1] == "src" ? at[2] : at[1]
            if (!(own in rank)) print $1 ":" $2 ": folder " own " has no layer"
            if ($3 == "<" || to[1] == "visviva") next
            if ($4 !~ /\// && (own == "cli" || own == "lab")) next
            if ($4 !~ /\//) print $1 ":" $2 ": \"" $4 "\" is not written from src/"
            else if (!(to[1] in rank)) print $1 ":" $2 ": \"" $4 "\" is in no layer"
            else if (rank[to[1]] > rank[own]) print $1 ":" $2 ": " own " includes " $4
        }'
}

arithmetic_outside() {
    includes | grep -vE '^src/(exact|verify)/' | grep -E " [\"<] ($arithmetic)[^ ]*\$" |
        awk '{ print $1 ":" $2 ": <" $4 ">" }'
}

hdf5_outside() {
    includes | grep -vE '^src/output/' | grep -E " [\"<] (hdf5|H5)[^ ]*\$" |
        awk '{ print $1 ":" $2 ": <" $4 ">" }'
}

sundials_outside() {
    includes | grep -vE '^src/simulate/' |
        grep -E " < (cvode|ida|kinsol|nvector|sundials|sunmatrix|sunlinsol|sunnonlinsol)/[^ ]*\$" |
        awk '{ print $1 ":" $2 ": <" $4 ">" }'
}

# The solver of eigenvalues is asked in one file: a build without it is one that refuses there.
lapack_outside() {
    includes | grep -vE '^src/numeric/eigenvalues\.c ' | grep -E ' [\"<] (lapack|lapacke|cblas)' |
        awk '{ print $1 ":" $2 ": <" $4 ">" }'
}

cairo_outside() {
    includes | grep -vE '^src/drawing/' | grep -E ' [\"<] cairo' | awk '{ print $1 ":" $2 ": <" $4 ">" }'
}

# The kernel that checks certificates shares nothing but base/ with the engine that writes them, and the
# engine does not call it; api offers it.
kernel_shares() {
    includes | awk '$3 == "\"" {
        own = $1 ~ /^src\/verify\//; to = $4 ~ /^verify\//
        if (own && !to && $4 != "base/base.h") print $1 ":" $2 ": " $4
        if (!own && to && $1 !~ /^src\/api\//) print $1 ":" $2 ": " $4
    }'
}

# A formalism is a file named in formalisms.def; it computes from its own primitive, so it never
# includes another one's header.
formalism_to_formalism() {
    local file name other
    [ -f src/formalism/formalisms.def ] || return 0
    for file in src/formalism/*.c; do
        name=$(basename "$file" .c)
        grep -q "^X($name)" src/formalism/formalisms.def || continue
        includes | grep -E "^src/formalism/" |
            awk -v h="formalism/$name.h" '$4 == h { print $1, $2 }' |
            while read -r other line; do
                case $other in
                src/formalism/$name.c | src/formalism/$name.h) ;;
                *) echo "$other:$line: formalism/$name.h" ;;
                esac
            done
    done
}

# An integrator, formalism or topic is a file and a row of a table: other files ask what a row can do,
# not which one it is. Report and api may ask for a formalism by name.
#     named DEF PREFIX [FOLDER...]: rows named in other files of src/ than their own, their folders' and these
named() {
    local def=$1 prefix=$2 rows folders
    [ -f "$def" ] || return 0
    shift 2
    rows=$(sed -nE 's/^X\((\w+).*/\1/p' "$def" | paste -sd '|')
    folders=$(printf '%s|' "$@")
    grep -rnE "\<${prefix}_($rows)\>|\<${prefix}_find\(\"" src --include='*.[ch]' |
        grep -vE "^src/(.*/)?($rows)\.c:|^src/(${folders%|})/"
}

# The page that explains the tree has the same order.
told_otherwise() {
    local told
    [ -f ARCHITECTURE.md ] || return 0
    told=$(grep -o '`platform ← [^`]*`' ARCHITECTURE.md | tr -d '`' | sed 's/ ← / /g')
    [ "$told" = "$(echo $layers)" ] || echo "ARCHITECTURE.md: $told"
}

number=$(includes | wc -l)
verdict "there are include lines to read" "$([ "$number" -gt 0 ] || echo 'none found')"
verdict "includes run downhill" "$(upward)"
verdict "ARCHITECTURE.md has this order" "$(told_otherwise)"
verdict "FLINT, Arb and GMP stay in exact and verify" "$(arithmetic_outside)"
verdict "verify shares nothing but base" "$(kernel_shares)"
verdict "HDF5 stays in output" "$(hdf5_outside)"
verdict "SUNDIALS stays in simulate" "$(sundials_outside)"
verdict "LAPACK stays in numeric/eigenvalues.c" "$(lapack_outside)"
verdict "cairo stays in drawing" "$(cairo_outside)"
verdict "no formalism includes another" "$(formalism_to_formalism)"
verdict "integrators are known by what they can do" "$(named src/simulate/integrate/integrators.def vv_integrator -)"
verdict "formalisms are known by their roles" "$(named src/formalism/formalisms.def vv_formalism formalism report api)"
verdict "topics are known by their names" "$(named src/analysis/topics.def vv_topic -)"
echo "1..$count"
exit $failed
