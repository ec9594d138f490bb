#!/bin/sh
# Builds the test program $3 with the compiler in the folder $1 and in the folder $2, where the library's build has left
# the name of the C library.
set -eu
[ $# = 3 ] || { echo "build.sh takes LLVM_FOLDER WORK_FOLDER PROGRAM, not '$*'" >&2 && exit 2; }
here=$(dirname "$0")
llvm=$1
work=$2
program=$3
compile() {
    LD_LIBRARY_PATH=$llvm "$llvm/clang" -target x86_64-unknown-linux-gnu -std=c11 -O1 -fPIE -ffreestanding \
        -fno-stack-protector -nostdinc -Wall -Wextra -Werror -Wno-deprecated-non-prototype -c "$@"
}
compile "$here/program.c" -o "$work/program.o"
compile "$here/start.S" -o "$work/start.o"
"$llvm/ld.lld" -pie -dynamic-linker /lib64/ld-linux-x86-64.so.2 -z now -z noexecstack --unresolved-symbols=ignore-all \
    --no-as-needed "$work/start.o" "$work/program.o" "$work/libc.so.6" -o "$program"
