# One way from C to Java for all functions: an entry puts the function's place in the table into %eax, and the common
# part passes a block with the registers of the call on. Arguments on the stack lie 64 bytes above the block.
    .text
    .type   hira_call, @function
hira_call:
    .cfi_startproc
    pushq   %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset 6, -16
    movq    %rsp, %rbp
    .cfi_def_cfa_register 6
    subq    $48, %rsp
    movq    %rdi, 0(%rsp)
    movq    %rsi, 8(%rsp)
    movq    %rdx, 16(%rsp)
    movq    %rcx, 24(%rsp)
    movq    %r8, 32(%rsp)
    movq    %r9, 40(%rsp)
    movl    %eax, %edi
    movq    %rsp, %rsi
    callq   *hira_dispatch(%rip)
    leaveq
    .cfi_def_cfa 7, 8
    ret
    .cfi_endproc
    .size   hira_call, .-hira_call

# The entries, 16 bytes each.
    .balign 16
    .globl  hira_entries
    .hidden hira_entries
hira_entries:
    .set    place, 0
    .rept   160
    .balign 16
    movl    $place, %eax
    jmp     hira_call
    .set    place, place + 1
    .endr
    .section .note.GNU-stack, "", @progbits
