/* Arithmetic and conversions with a direction of rounding, and the bits of numbers. */
#pragma once
#define HIRA_DIRECTIONS(M) M(rn) M(rz) M(ru) M(rd)

#define HIRA_ASM2(name, instruction, type, letter) \
    HIRA_F type name(type a, type b) { \
        type r; \
        asm(instruction " %0, %1, %2;" : "=" letter(r) : letter(a), letter(b)); \
        return r; \
    }
/* PTX writes .rn and its kin with m for minus and p for plus. */
#define HIRA_PTX_rn "rn"
#define HIRA_PTX_rz "rz"
#define HIRA_PTX_ru "rp"
#define HIRA_PTX_rd "rm"
#define HIRA_PTX_INT_rn "rni"
#define HIRA_PTX_INT_rz "rzi"
#define HIRA_PTX_INT_ru "rpi"
#define HIRA_PTX_INT_rd "rmi"

#define HIRA_ASM1(name, instruction, to, to_letter, from, from_letter) \
    HIRA_F to name(from a) { \
        to r; \
        asm(instruction " %0, %1;" : to_letter(r) : from_letter(a)); \
        return r; \
    }
#define HIRA_ASM3(name, instruction, type, letter) \
    HIRA_F type name(type a, type b, type c) { \
        type r; \
        asm(instruction " %0, %1, %2, %3;" : "=" letter(r) : letter(a), letter(b), letter(c)); \
        return r; \
    }
#define HIRA_ROUNDED(d) \
    HIRA_ASM2(__fadd_##d, "add." HIRA_PTX_##d ".f32", float, "f") \
    HIRA_ASM2(__fsub_##d, "sub." HIRA_PTX_##d ".f32", float, "f") \
    HIRA_ASM2(__fmul_##d, "mul." HIRA_PTX_##d ".f32", float, "f") \
    HIRA_ASM2(__fdiv_##d, "div." HIRA_PTX_##d ".f32", float, "f") \
    HIRA_ASM3(__fmaf_##d, "fma." HIRA_PTX_##d ".f32", float, "f") \
    HIRA_ASM1(__frcp_##d, "rcp." HIRA_PTX_##d ".f32", float, "=f", float, "f") \
    HIRA_ASM1(__fsqrt_##d, "sqrt." HIRA_PTX_##d ".f32", float, "=f", float, "f") \
    HIRA_ASM2(__dadd_##d, "add." HIRA_PTX_##d ".f64", double, "d") \
    HIRA_ASM2(__dsub_##d, "sub." HIRA_PTX_##d ".f64", double, "d") \
    HIRA_ASM2(__dmul_##d, "mul." HIRA_PTX_##d ".f64", double, "d") \
    HIRA_ASM2(__ddiv_##d, "div." HIRA_PTX_##d ".f64", double, "d") \
    HIRA_ASM3(__fma_##d, "fma." HIRA_PTX_##d ".f64", double, "d") \
    HIRA_ASM1(__drcp_##d, "rcp." HIRA_PTX_##d ".f64", double, "=d", double, "d") \
    HIRA_ASM1(__dsqrt_##d, "sqrt." HIRA_PTX_##d ".f64", double, "=d", double, "d") \
    HIRA_ASM1(__double2float_##d, "cvt." HIRA_PTX_##d ".f32.f64", float, "=f", double, "d") \
    HIRA_ASM1(__int2float_##d, "cvt." HIRA_PTX_##d ".f32.s32", float, "=f", int, "r") \
    HIRA_ASM1(__uint2float_##d, "cvt." HIRA_PTX_##d ".f32.u32", float, "=f", unsigned, "r") \
    HIRA_ASM1(__ll2float_##d, "cvt." HIRA_PTX_##d ".f32.s64", float, "=f", long long, "l") \
    HIRA_ASM1(__ull2float_##d, "cvt." HIRA_PTX_##d ".f32.u64", float, "=f", unsigned long long, "l") \
    HIRA_ASM1(__ll2double_##d, "cvt." HIRA_PTX_##d ".f64.s64", double, "=d", long long, "l") \
    HIRA_ASM1(__ull2double_##d, "cvt." HIRA_PTX_##d ".f64.u64", double, "=d", unsigned long long, "l") \
    HIRA_ASM1(__float2int_##d, "cvt." HIRA_PTX_INT_##d ".s32.f32", int, "=r", float, "f") \
    HIRA_ASM1(__float2uint_##d, "cvt." HIRA_PTX_INT_##d ".u32.f32", unsigned, "=r", float, "f") \
    HIRA_ASM1(__float2ll_##d, "cvt." HIRA_PTX_INT_##d ".s64.f32", long long, "=l", float, "f") \
    HIRA_ASM1(__float2ull_##d, "cvt." HIRA_PTX_INT_##d ".u64.f32", unsigned long long, "=l", float, "f") \
    HIRA_ASM1(__double2int_##d, "cvt." HIRA_PTX_INT_##d ".s32.f64", int, "=r", double, "d") \
    HIRA_ASM1(__double2uint_##d, "cvt." HIRA_PTX_INT_##d ".u32.f64", unsigned, "=r", double, "d") \
    HIRA_ASM1(__double2ll_##d, "cvt." HIRA_PTX_INT_##d ".s64.f64", long long, "=l", double, "d") \
    HIRA_ASM1(__double2ull_##d, "cvt." HIRA_PTX_INT_##d ".u64.f64", unsigned long long, "=l", double, "d")
HIRA_DIRECTIONS(HIRA_ROUNDED)

HIRA_F double __int2double_rn(int x) {
    return x;
}
HIRA_F double __uint2double_rn(unsigned x) {
    return x;
}
HIRA_F float __frsqrt_rn(float x) {
    return (float)(1 / __builtin_sqrt((double)x));
}
HIRA_F int __float_as_int(float x) {
    return __builtin_bit_cast(int, x);
}
HIRA_F unsigned __float_as_uint(float x) {
    return __builtin_bit_cast(unsigned, x);
}
HIRA_F float __int_as_float(int x) {
    return __builtin_bit_cast(float, x);
}
HIRA_F float __uint_as_float(unsigned x) {
    return __builtin_bit_cast(float, x);
}
HIRA_F long long __double_as_longlong(double x) {
    return __builtin_bit_cast(long long, x);
}
HIRA_F double __longlong_as_double(long long x) {
    return __builtin_bit_cast(double, x);
}
HIRA_F int __double2hiint(double x) {
    return (int)(__double_as_longlong(x) >> 32);
}
HIRA_F int __double2loint(double x) {
    return (int)__double_as_longlong(x);
}
HIRA_F double __hiloint2double(int high, int low) {
    return __longlong_as_double((long long)((unsigned long long)(unsigned)high << 32 | (unsigned)low));
}
