#!/usr/bin/env bash
# Builds the images of the committed tree twice, in two folders and at two times, and compares them. The second build
# takes over the caches of loaded classes, which are recorded and therefore an input.
#   reproduce.sh [OPTION_OF_HIRA_IMAGES...]
# Ends with 1 and names the layers that differ, if any do.
set -euo pipefail

# Ends with a usage error: what is wrong, $1.
wrong_use() {
    echo "reproduce.sh: $1; allowed are the options of ./hira images that do not name its folders:" \
        "--compiler, --tag TAG, --jdk FOLDER and --system FOLDER" >&2
    exit 2
}

options=("$@")
while [ "$#" -gt 0 ]; do
    case $1 in
        --compiler | --tag=* | --jdk=* | --system=*) ;;
        --tag | --jdk | --system)
            [ "$#" -gt 1 ] || wrong_use "missing value for option '$1'"
            shift
            ;;
        *) wrong_use "unmatched argument: '$1'" ;;
    esac
    shift
done
set -- "${options[@]}"

TREE=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
FOLDER=$(mktemp -d)
trap 'rm -rf "$FOLDER"' EXIT

# Builds the tree in the folder $1 with the options $2..., and leaves its images in $1/images.
build() {
    local copy=$1
    shift
    mkdir -p "$copy"
    git -C "$TREE" archive HEAD | tar -x -C "$copy"
    "$copy/hira" images --out "$copy/images" "$@"
}

# Prints the digests of the layers and of the configuration of each image in $1.
contents() {
    local image
    for image in "$1"/*.tar; do
        tar -xOf "$image" manifest.json | tr ',[]' '\n' | grep -o '"[^"]*\.\(json\|gz\)"' |
            sed "s|^|$(basename "$image") |"
    done
}

build "$FOLDER/first" "$@"
build "$FOLDER/a/second" --caches "$FOLDER/first/deploy/images/target/work/caches" "$@"
contents "$FOLDER/first/images" >"$FOLDER/first.txt"
contents "$FOLDER/a/second/images" >"$FOLDER/second.txt"
[ -s "$FOLDER/first.txt" ] || { echo "no image has a layer" >&2 && exit 1; }
if ! diff "$FOLDER/first.txt" "$FOLDER/second.txt"; then
    echo "the two builds differ" >&2
    exit 1
fi
(cd "$FOLDER/first/images" && for image in *.tar; do cmp "$image" "$FOLDER/a/second/images/$image"; done)
echo "both builds gave the same $(find "$FOLDER/first/images" -name '*.tar' | wc -l) images"
