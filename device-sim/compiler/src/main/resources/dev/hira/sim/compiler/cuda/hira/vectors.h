/* Vector types with their alignment in CUDA, and make_* for each. */
#pragma once
#define HIRA_VECTORS(name, type, align2, align4) \
    struct name##1 { \
        type x; \
    }; \
    struct __align__(align2) name##2 { \
        type x, y; \
    }; \
    struct name##3 { \
        type x, y, z; \
    }; \
    struct __align__(align4) name##4 { \
        type x, y, z, w; \
    }; \
    static __inline__ __attribute__((device, host)) name##1 make_##name##1(type x) { \
        return {x}; \
    } \
    static __inline__ __attribute__((device, host)) name##2 make_##name##2(type x, type y) { \
        return {x, y}; \
    } \
    static __inline__ __attribute__((device, host)) name##3 make_##name##3(type x, type y, type z) { \
        return {x, y, z}; \
    } \
    static __inline__ __attribute__((device, host)) name##4 make_##name##4(type x, type y, type z, type w) { \
        return {x, y, z, w}; \
    }

HIRA_VECTORS(char, signed char, 2, 4)
HIRA_VECTORS(uchar, unsigned char, 2, 4)
HIRA_VECTORS(short, short, 4, 8)
HIRA_VECTORS(ushort, unsigned short, 4, 8)
HIRA_VECTORS(int, int, 8, 16)
HIRA_VECTORS(uint, unsigned, 8, 16)
HIRA_VECTORS(long, long, 16, 16)
HIRA_VECTORS(ulong, unsigned long, 16, 16)
HIRA_VECTORS(longlong, long long, 16, 16)
HIRA_VECTORS(ulonglong, unsigned long long, 16, 16)
HIRA_VECTORS(float, float, 8, 16)
HIRA_VECTORS(double, double, 16, 16)

struct dim3 {
    unsigned x, y, z;
    constexpr __attribute__((device, host)) dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
    constexpr __attribute__((device, host)) dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr __attribute__((device, host)) operator uint3() const {
        return {x, y, z};
    }
};
