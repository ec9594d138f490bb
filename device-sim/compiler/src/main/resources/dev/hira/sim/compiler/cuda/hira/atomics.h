/* Atomic operations: of the device, and with _block and _system of narrower and wider scope. */
#pragma once
#define HIRA_SCOPES(M, ...) \
    M(, __MEMORY_SCOPE_DEVICE, __VA_ARGS__) \
    M(_block, __MEMORY_SCOPE_WRKGRP, __VA_ARGS__) \
    M(_system, __MEMORY_SCOPE_SYSTEM, __VA_ARGS__)

#define HIRA_ATOMIC(suffix, scope, name, operation, type) \
    HIRA_F type name##suffix(type* p, type value) { \
        return __scoped_atomic_##operation(p, value, __ATOMIC_RELAXED, scope); \
    }
#define HIRA_ATOMIC_CAS(suffix, scope, type) \
    HIRA_F type atomicCAS##suffix(type* p, type expected, type value) { \
        __scoped_atomic_compare_exchange_n(p, &expected, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED, scope); \
        return expected; \
    }
#define HIRA_ATOMICS(type) \
    HIRA_SCOPES(HIRA_ATOMIC, atomicAdd, fetch_add, type) \
    HIRA_SCOPES(HIRA_ATOMIC, atomicExch, exchange_n, type) \
    HIRA_SCOPES(HIRA_ATOMIC, atomicMin, fetch_min, type) \
    HIRA_SCOPES(HIRA_ATOMIC, atomicMax, fetch_max, type) \
    HIRA_SCOPES(HIRA_ATOMIC, atomicAnd, fetch_and, type) \
    HIRA_SCOPES(HIRA_ATOMIC, atomicOr, fetch_or, type) \
    HIRA_SCOPES(HIRA_ATOMIC, atomicXor, fetch_xor, type) \
    HIRA_SCOPES(HIRA_ATOMIC, atomicSub, fetch_sub, type) \
    HIRA_SCOPES(HIRA_ATOMIC_CAS, type)
HIRA_ATOMICS(int)
HIRA_ATOMICS(unsigned)
HIRA_ATOMICS(long)
HIRA_ATOMICS(unsigned long)
HIRA_ATOMICS(long long)
HIRA_ATOMICS(unsigned long long)
HIRA_SCOPES(HIRA_ATOMIC, atomicAdd, fetch_add, float)
HIRA_SCOPES(HIRA_ATOMIC, atomicAdd, fetch_add, double)

#define HIRA_ATOMIC_FLOAT(suffix, scope, unused) \
    HIRA_F float atomicExch##suffix(float* p, float value) { \
        return __int_as_float(__scoped_atomic_exchange_n((int*)p, __float_as_int(value), __ATOMIC_RELAXED, scope)); \
    }
HIRA_SCOPES(HIRA_ATOMIC_FLOAT, )

#define HIRA_ATOMIC_WRAP(suffix, unused, ptx) \
    HIRA_F unsigned atomicInc##suffix(unsigned* p, unsigned limit) { \
        unsigned old; \
        asm volatile("atom" ptx ".inc.u32 %0, [%1], %2;" : "=r"(old) : "l"(p), "r"(limit) : "memory"); \
        return old; \
    } \
    HIRA_F unsigned atomicDec##suffix(unsigned* p, unsigned limit) { \
        unsigned old; \
        asm volatile("atom" ptx ".dec.u32 %0, [%1], %2;" : "=r"(old) : "l"(p), "r"(limit) : "memory"); \
        return old; \
    }
HIRA_ATOMIC_WRAP(, , "")
HIRA_ATOMIC_WRAP(_block, , ".cta")
HIRA_ATOMIC_WRAP(_system, , ".sys")

HIRA_F unsigned short atomicCAS(unsigned short* p, unsigned short expected, unsigned short value) {
    unsigned short old;
    asm volatile("atom.cas.b16 %0, [%1], %2, %3;" : "=h"(old) : "l"(p), "h"(expected), "h"(value) : "memory");
    return old;
}
