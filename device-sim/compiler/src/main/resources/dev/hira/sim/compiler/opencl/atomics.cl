/* Atomic operations of OpenCL 1.x: atomic_ on 32 bits, atom_ on 32 and 64 bits. */
#define ATOMIC2(prefix, name, operation, space, T) \
    T IN prefix##name(volatile space T* p, T value) { \
        return __scoped_atomic_##operation((space T*)p, value, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE); \
    }
#define ATOMICS_OF(prefix, space, T) \
    ATOMIC2(prefix, add, fetch_add, space, T) \
    ATOMIC2(prefix, sub, fetch_sub, space, T) \
    ATOMIC2(prefix, xchg, exchange_n, space, T) \
    ATOMIC2(prefix, min, fetch_min, space, T) \
    ATOMIC2(prefix, max, fetch_max, space, T) \
    ATOMIC2(prefix, and, fetch_and, space, T) \
    ATOMIC2(prefix, or, fetch_or, space, T) \
    ATOMIC2(prefix, xor, fetch_xor, space, T) \
    T IN prefix##inc(volatile space T* p) { \
        return prefix##add(p, (T)1); \
    } \
    T IN prefix##dec(volatile space T* p) { \
        return prefix##sub(p, (T)1); \
    } \
    T IN prefix##cmpxchg(volatile space T* p, T expected, T value) { \
        __scoped_atomic_compare_exchange_n((space T*)p, &expected, value, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED, \
                                           __MEMORY_SCOPE_DEVICE); \
        return expected; \
    }
ATOMICS_OF(atomic_, global, int)
ATOMICS_OF(atomic_, global, uint)
ATOMICS_OF(atomic_, local, int)
ATOMICS_OF(atomic_, local, uint)
ATOMICS_OF(atom_, global, int)
ATOMICS_OF(atom_, global, uint)
ATOMICS_OF(atom_, local, int)
ATOMICS_OF(atom_, local, uint)
ATOMICS_OF(atom_, global, long)
ATOMICS_OF(atom_, global, ulong)
ATOMICS_OF(atom_, local, long)
ATOMICS_OF(atom_, local, ulong)
float IN atomic_xchg(volatile global float* p, float value) {
    return as_float(atomic_xchg((volatile global int*)p, as_int(value)));
}
float IN atomic_xchg(volatile local float* p, float value) {
    return as_float(atomic_xchg((volatile local int*)p, as_int(value)));
}
