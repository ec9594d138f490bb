#!/bin/sh
# Compiles each .cu to .ptx for sm_75 and sm_90. It needs nvcc 13, and only after a change of a kernel.
set -eu
[ $# = 0 ] || { echo "compile.sh takes no arguments, not '$*'" >&2 && exit 2; }
cd "$(dirname "$0")"
for source in *.cu library/*.cu; do
    for arch in 75 90; do
        nvcc -ptx -std=c++17 -arch="compute_$arch" -o "${source%.cu}.sm_$arch.ptx" "$source"
    done
done
