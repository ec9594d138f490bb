# The beginning of a program that is linked without the start files of a C library.
    .globl _start
_start:
    xorl    %ebp, %ebp
    movq    %rsp, %rax
    andq    $-16, %rsp
    movq    (%rax), %rsi            # argc
    leaq    8(%rax), %rdx           # argv
    leaq    run(%rip), %rdi
    xorl    %ecx, %ecx
    xorl    %r8d, %r8d
    xorl    %r9d, %r9d
    pushq   $0
    pushq   %rax
    callq   __libc_start_main@PLT
    hlt
    .section .note.GNU-stack, "", @progbits
