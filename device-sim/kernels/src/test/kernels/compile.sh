#!/bin/sh
# Makes the .ptx beside each .cu, for sm_75 and sm_90. Needs nvcc 13; only for who changes a kernel.
set -eu
cd "$(dirname "$0")"
for source in *.cu library/*.cu; do
    for arch in 75 90; do
        nvcc -ptx -std=c++17 -arch="compute_$arch" -o "${source%.cu}.sm_$arch.ptx" "$source"
    done
done
