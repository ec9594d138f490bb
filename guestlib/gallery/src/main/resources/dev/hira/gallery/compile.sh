#!/bin/sh
# Compiles each .cu to .ptx for sm_75 and sm_90. Needs nvcc 13; run it after changing a kernel.
# Usage: compile.sh [NAME...], by default all.
set -eu
cd "$(dirname "$0")"
[ $# -gt 0 ] || set -- *.cu
for name in "$@"; do
    [ -f "${name%.cu}.cu" ] || { echo "there is no '$name' to compile; there are" *.cu >&2 && exit 2; }
done
for name in "$@"; do
    name=${name%.cu}
    for arch in 75 90; do
        nvcc -ptx -std=c++17 -arch="compute_$arch" -o "$name.sm_$arch.ptx" "$name.cu"
    done
done
