/*
 * The exported dlsym and dlvsym: ask lookup_dlsym or lookup_dlvsym, then
 * return its answer or jump to the next definition with everything as it was.
 * See lookup.h for why this is not C.
 */

#if defined(__x86_64__)

    .text

    .globl dlsym
    .type dlsym, @function
    .p2align 4
dlsym:
    .cfi_startproc
    endbr64
    push %rdi
    .cfi_adjust_cfa_offset 8
    push %rsi
    .cfi_adjust_cfa_offset 8
    sub $8, %rsp
    .cfi_adjust_cfa_offset 8
    mov 24(%rsp), %rdx /* the caller: our return address */
    call lookup_dlsym
    add $8, %rsp
    .cfi_adjust_cfa_offset -8
    pop %rsi
    .cfi_adjust_cfa_offset -8
    pop %rdi
    .cfi_adjust_cfa_offset -8
    test %rax, %rax
    jz 1f
    ret
1:  jmp *%rdx
    .cfi_endproc
    .size dlsym, . - dlsym

    .globl dlvsym
    .type dlvsym, @function
    .p2align 4
dlvsym:
    .cfi_startproc
    endbr64
    push %rdi
    .cfi_adjust_cfa_offset 8
    push %rsi
    .cfi_adjust_cfa_offset 8
    push %rdx
    .cfi_adjust_cfa_offset 8
    mov 24(%rsp), %rcx
    call lookup_dlvsym
    mov %rdx, %r11
    pop %rdx
    .cfi_adjust_cfa_offset -8
    pop %rsi
    .cfi_adjust_cfa_offset -8
    pop %rdi
    .cfi_adjust_cfa_offset -8
    test %rax, %rax
    jz 1f
    ret
1:  jmp *%r11
    .cfi_endproc
    .size dlvsym, . - dlvsym

#elif defined(__aarch64__)

    .text

    .globl dlsym
    .type dlsym, %function
    .p2align 4
dlsym:
    .cfi_startproc
    hint #34 /* bti c */
    stp x29, x30, [sp, #-32]!
    .cfi_adjust_cfa_offset 32
    .cfi_rel_offset x29, 0
    .cfi_rel_offset x30, 8
    stp x0, x1, [sp, #16]
    mov x2, x30 /* the caller: our return address */
    bl lookup_dlsym
    mov x17, x0
    mov x16, x1
    ldp x0, x1, [sp, #16]
    ldp x29, x30, [sp], #32
    .cfi_adjust_cfa_offset -32
    .cfi_restore x29
    .cfi_restore x30
    cbz x17, 1f
    mov x0, x17
    ret
1:  br x16
    .cfi_endproc
    .size dlsym, . - dlsym

    .globl dlvsym
    .type dlvsym, %function
    .p2align 4
dlvsym:
    .cfi_startproc
    hint #34 /* bti c */
    stp x29, x30, [sp, #-48]!
    .cfi_adjust_cfa_offset 48
    .cfi_rel_offset x29, 0
    .cfi_rel_offset x30, 8
    stp x0, x1, [sp, #16]
    str x2, [sp, #32]
    mov x3, x30
    bl lookup_dlvsym
    mov x17, x0
    mov x16, x1
    ldp x0, x1, [sp, #16]
    ldr x2, [sp, #32]
    ldp x29, x30, [sp], #48
    .cfi_adjust_cfa_offset -48
    .cfi_restore x29
    .cfi_restore x30
    cbz x17, 1f
    mov x0, x17
    ret
1:  br x16
    .cfi_endproc
    .size dlvsym, . - dlvsym

#else
#error "dlsym needs a stub for this processor"
#endif

    .section .note.GNU-stack, "", %progbits
