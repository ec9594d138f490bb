/* Qualifiers, sizes and the functions of the C library that kernels have. */
#pragma once
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __grid_constant__ __attribute__((grid_constant))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __CUDACC_RTC__ 1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 0
#define CUDART_VERSION 12000
#ifndef __CUDA_ARCH__
#error "the compiler gives no __CUDA_ARCH__"
#endif

/* Every function here: for the device, local to the program. Its code has the line of the call. */
#define HIRA_F static __inline__ __attribute__((device, always_inline, nodebug))

/* Every member function. */
#define HIRA_M __inline__ __attribute__((device, always_inline, nodebug))

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INT8_TYPE__ int8_t;
typedef __INT16_TYPE__ int16_t;
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

#define NULL __null
#define INT8_MAX 127
#define UINT8_MAX 255
#define INT16_MAX 32767
#define UINT16_MAX 65535
#define INT32_MAX 2147483647
#define INT32_MIN (-2147483647 - 1)
#define UINT32_MAX 4294967295U
#define INT64_MAX 9223372036854775807L
#define INT64_MIN (-9223372036854775807L - 1)
#define UINT64_MAX 18446744073709551615UL
#define CHAR_BIT 8
#define INT_MAX 2147483647
#define INT_MIN (-2147483647 - 1)
#define UINT_MAX 4294967295U
#define LLONG_MAX 9223372036854775807LL
#define ULLONG_MAX 18446744073709551615ULL
#define FLT_MAX __FLT_MAX__
#define FLT_MIN __FLT_MIN__
#define FLT_EPSILON __FLT_EPSILON__
#define DBL_MAX __DBL_MAX__
#define DBL_MIN __DBL_MIN__
#define DBL_EPSILON __DBL_EPSILON__
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define HUGE_VAL __builtin_inf()
#define HUGE_VALF __builtin_inff()
#define M_E 2.71828182845904523536
#define M_LOG2E 1.44269504088896340736
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440

extern "C" {
__device__ int printf(const char*, ...);
__device__ void* malloc(size_t);
__device__ void free(void*);
__device__ __attribute__((noreturn)) void __assertfail(const char*, const char*, unsigned, const char*, size_t);
}

#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) \
    ((condition) ? (void)0 : __assertfail(#condition, __FILE__, __LINE__, __PRETTY_FUNCTION__, 1))
#endif

HIRA_F void* memcpy(void* to, const void* from, size_t bytes) {
    return __builtin_memcpy(to, from, bytes);
}
HIRA_F void* memset(void* to, int value, size_t bytes) {
    return __builtin_memset(to, value, bytes);
}

/* Placement, and memory of the device's heap. */
__device__ inline void* operator new(size_t, void* place) noexcept {
    return place;
}
__device__ inline void* operator new[](size_t, void* place) noexcept {
    return place;
}
__device__ inline void* operator new(size_t bytes) {
    return malloc(bytes);
}
__device__ inline void* operator new[](size_t bytes) {
    return malloc(bytes);
}
__device__ inline void operator delete(void* memory) noexcept {
    free(memory);
}
__device__ inline void operator delete[](void* memory) noexcept {
    free(memory);
}
__device__ inline void operator delete(void* memory, size_t) noexcept {
    free(memory);
}
__device__ inline void operator delete[](void* memory, size_t) noexcept {
    free(memory);
}

/* Tells types apart without a standard library. */
template <bool Condition, class T>
struct hira_if {};
template <class T>
struct hira_if<true, T> {
    typedef T type;
};
