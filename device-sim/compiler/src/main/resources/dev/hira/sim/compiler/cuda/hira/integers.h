/* Functions of integers. */
#pragma once
HIRA_F int __clz(int x) {
    return x == 0 ? 32 : __builtin_clz((unsigned)x);
}
HIRA_F int __clzll(long long x) {
    return x == 0 ? 64 : __builtin_clzll((unsigned long long)x);
}
HIRA_F int __ffs(int x) {
    return __builtin_ffs(x);
}
HIRA_F int __ffsll(long long x) {
    return __builtin_ffsll(x);
}
HIRA_F int __popc(unsigned x) {
    return __builtin_popcount(x);
}
HIRA_F int __popcll(unsigned long long x) {
    return __builtin_popcountll(x);
}
HIRA_F unsigned __brev(unsigned x) {
    return __builtin_bitreverse32(x);
}
HIRA_F unsigned long long __brevll(unsigned long long x) {
    return __builtin_bitreverse64(x);
}
HIRA_F unsigned __byte_perm(unsigned a, unsigned b, unsigned selector) {
    return __nvvm_prmt(a, b, selector & 0x7777);
}
HIRA_F unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
    return (unsigned)(((unsigned long long)high << 32 | low) << (shift & 31) >> 32);
}
HIRA_F unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
    return (unsigned)(((unsigned long long)high << 32 | low) >> (shift & 31));
}
HIRA_F unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
    return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
HIRA_F unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
    return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}
HIRA_F int __mulhi(int a, int b) {
    return (int)((long long)a * b >> 32);
}
HIRA_F unsigned __umulhi(unsigned a, unsigned b) {
    return (unsigned)((unsigned long long)a * b >> 32);
}
HIRA_F long long __mul64hi(long long a, long long b) {
    return (long long)((__int128)a * b >> 64);
}
HIRA_F unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return (unsigned long long)((unsigned __int128)a * b >> 64);
}
HIRA_F int __mul24(int a, int b) {
    return (a << 8 >> 8) * (b << 8 >> 8);
}
HIRA_F unsigned __umul24(unsigned a, unsigned b) {
    return (a & 0xffffff) * (b & 0xffffff);
}
HIRA_F unsigned __sad(int a, int b, unsigned c) {
    return c + (a > b ? (unsigned)a - (unsigned)b : (unsigned)b - (unsigned)a);
}
HIRA_F unsigned __usad(unsigned a, unsigned b, unsigned c) {
    return c + (a > b ? a - b : b - a);
}
HIRA_F int __hadd(int a, int b) {
    return (int)(((long long)a + b) >> 1);
}
HIRA_F unsigned __uhadd(unsigned a, unsigned b) {
    return (unsigned)(((unsigned long long)a + b) >> 1);
}
HIRA_F int __rhadd(int a, int b) {
    return (int)(((long long)a + b + 1) >> 1);
}
HIRA_F unsigned __urhadd(unsigned a, unsigned b) {
    return (unsigned)(((unsigned long long)a + b + 1) >> 1);
}
HIRA_F int __dp4a(int a, int b, int c) {
    int d;
    asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    return d;
}
HIRA_F unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
    unsigned d;
    asm("dp4a.u32.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    return d;
}

#define HIRA_INTEGER_CHOICE(type) \
    HIRA_F type min(type a, type b) { \
        return a < b ? a : b; \
    } \
    HIRA_F type max(type a, type b) { \
        return a > b ? a : b; \
    }
HIRA_INTEGER_CHOICE(int)
HIRA_INTEGER_CHOICE(unsigned)
HIRA_INTEGER_CHOICE(long)
HIRA_INTEGER_CHOICE(unsigned long)
HIRA_INTEGER_CHOICE(long long)
HIRA_INTEGER_CHOICE(unsigned long long)
HIRA_F unsigned umin(unsigned a, unsigned b) {
    return min(a, b);
}
HIRA_F unsigned umax(unsigned a, unsigned b) {
    return max(a, b);
}
HIRA_F unsigned min(int a, unsigned b) {
    return min((unsigned)a, b);
}
HIRA_F unsigned min(unsigned a, int b) {
    return min(a, (unsigned)b);
}
HIRA_F unsigned max(int a, unsigned b) {
    return max((unsigned)a, b);
}
HIRA_F unsigned max(unsigned a, int b) {
    return max(a, (unsigned)b);
}

HIRA_F int abs(int x) {
    return x < 0 ? -x : x;
}
HIRA_F long abs(long x) {
    return x < 0 ? -x : x;
}
HIRA_F long long abs(long long x) {
    return x < 0 ? -x : x;
}
HIRA_F long labs(long x) {
    return abs(x);
}
HIRA_F long long llabs(long long x) {
    return abs(x);
}
