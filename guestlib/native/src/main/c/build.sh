#!/bin/sh
# Builds the library $3 from the sources beside this script, with the compiler in the folder $1 and in the folder $2.
set -eu
[ $# = 3 ] || { echo "build.sh takes LLVM_FOLDER WORK_FOLDER LIBRARY, not '$*'" >&2 && exit 2; }
here=$(dirname "$0")
llvm=$1
work=$2
library=$3
mkdir -p "$work" "$(dirname "$library")"
chmod +x "$llvm/clang" "$llvm/lld"
ln -sf libLLVM.so "$llvm/libLLVM.so.20.1"
ln -sf libclang-cpp.so "$llvm/libclang-cpp.so.20.1"
ln -sf lld "$llvm/ld.lld"

compile() {
    LD_LIBRARY_PATH=$llvm "$llvm/clang" -target x86_64-unknown-linux-gnu -O2 -fPIC -fvisibility=hidden -ffreestanding \
        -fno-stack-protector -nostdinc -Wall -Wextra -Werror -c "$@"
}

# The functions of the C library are found when the library is loaded: all that the linker needs is its name.
compile -x c /dev/null -o "$work/none.o"
"$llvm/ld.lld" -shared -soname libc.so.6 "$work/none.o" -o "$work/libc.so.6"
compile "$here/shim.c" -o "$work/shim.o"
compile "$here/entry.S" -o "$work/entry.o"
"$llvm/ld.lld" -shared -soname libhira-opencl.so -z nodelete -z now -z relro -z noexecstack --build-id=none -s \
    --no-as-needed "$work/shim.o" "$work/entry.o" "$work/libc.so.6" -o "$library.new"
mv "$library.new" "$library"
