/* Vector loads and stores, half precision in memory, shuffles, copies by a group. */
#define LOAD_OF(n, space, T) \
    T##n IN vload##n(size_t offset, const space T* p) { \
        T##n r; \
        for (int i = 0; i < n; i++) { \
            ((private T*)&r)[i] = p[offset * n + i]; \
        } \
        return r; \
    }
#define STORE_OF(n, space, T) \
    void IN vstore##n(T##n v, size_t offset, space T* p) { \
        for (int i = 0; i < n; i++) { \
            p[offset * n + i] = ((private T*)&v)[i]; \
        } \
    }
#define LOADS_OF(space, T) LENGTHS(LOAD_OF, space, T)
#define STORES_OF(space, T) LENGTHS(STORE_OF, space, T)
#define LOADS_AND_STORES(T) READABLE(LOADS_OF, T) SPACES(STORES_OF, T)
TYPES(LOADS_AND_STORES)

float IN hira_half_to_float(ushort h) {
    float f;
    __asm__("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(h));
    return f;
}
#define TO_HALF(name, rounding) \
    ushort IN hira_to_half##name(float f) { \
        ushort h; \
        __asm__("cvt." rounding ".f16.f32 %0, %1;" : "=h"(h) : "f"(f)); \
        return h; \
    } \
    ushort IN hira_to_half##name(double d) { \
        ushort h; \
        __asm__("cvt." rounding ".f16.f64 %0, %1;" : "=h"(h) : "d"(d)); \
        return h; \
    }
TO_HALF(, "rn")
TO_HALF(_rte, "rn")
TO_HALF(_rtz, "rz")
TO_HALF(_rtp, "rp")
TO_HALF(_rtn, "rm")

/* vload_half3 packs three halves; vloada_half3 has room for four. */
#define HALF_LOAD_OF(n, space, unused) \
    float##n IN vload_half##n(size_t offset, const space half* p) { \
        const space ushort* bits = (const space ushort*)p + offset * n; \
        float##n r; \
        for (int i = 0; i < n; i++) { \
            ((private float*)&r)[i] = hira_half_to_float(bits[i]); \
        } \
        return r; \
    } \
    float##n IN vloada_half##n(size_t offset, const space half* p) { \
        const space ushort* bits = (const space ushort*)p + offset * (n == 3 ? 4 : n); \
        float##n r; \
        for (int i = 0; i < n; i++) { \
            ((private float*)&r)[i] = hira_half_to_float(bits[i]); \
        } \
        return r; \
    }
#define HALF_LOADS(space, unused) \
    float IN vload_half(size_t offset, const space half* p) { \
        return hira_half_to_float(((const space ushort*)p)[offset]); \
    } \
    float IN vloada_half(size_t offset, const space half* p) { \
        return vload_half(offset, p); \
    } \
    LENGTHS(HALF_LOAD_OF, space, )
READABLE(HALF_LOADS, )

#define HALF_STORE_OF(n, space, T, rounding) \
    void IN vstore_half##n##rounding(T##n v, size_t offset, space half* p) { \
        space ushort* bits = (space ushort*)p + offset * n; \
        for (int i = 0; i < n; i++) { \
            bits[i] = hira_to_half##rounding(((private T*)&v)[i]); \
        } \
    } \
    void IN vstorea_half##n##rounding(T##n v, size_t offset, space half* p) { \
        space ushort* bits = (space ushort*)p + offset * (n == 3 ? 4 : n); \
        for (int i = 0; i < n; i++) { \
            bits[i] = hira_to_half##rounding(((private T*)&v)[i]); \
        } \
    }
#define HALF_STORES_ROUNDED(space, T, rounding) \
    void IN vstore_half##rounding(T v, size_t offset, space half* p) { \
        ((space ushort*)p)[offset] = hira_to_half##rounding(v); \
    } \
    void IN vstorea_half##rounding(T v, size_t offset, space half* p) { \
        vstore_half##rounding(v, offset, p); \
    } \
    LENGTHS(HALF_STORE_OF, space, T, rounding)
#define HALF_STORES(space, T) \
    HALF_STORES_ROUNDED(space, T, ) \
    HALF_STORES_ROUNDED(space, T, _rte) \
    HALF_STORES_ROUNDED(space, T, _rtz) \
    HALF_STORES_ROUNDED(space, T, _rtp) \
    HALF_STORES_ROUNDED(space, T, _rtn)
SPACES(HALF_STORES, float)
SPACES(HALF_STORES, double)

#define SHUFFLE(T, I, m, n) \
    T##n IN shuffle(T##m x, I##n mask) { \
        T##n r; \
        for (int i = 0; i < n; i++) { \
            ((private T*)&r)[i] = ((private T*)&x)[((private I*)&mask)[i] & (m - 1)]; \
        } \
        return r; \
    } \
    T##n IN shuffle2(T##m x, T##m y, I##n mask) { \
        T##n r; \
        for (int i = 0; i < n; i++) { \
            uint from = ((private I*)&mask)[i] & (2 * m - 1); \
            ((private T*)&r)[i] = from < m ? ((private T*)&x)[from] : ((private T*)&y)[from - m]; \
        } \
        return r; \
    }
#define SHUFFLES_TO(T, I, n) SHUFFLE(T, I, 2, n) SHUFFLE(T, I, 4, n) SHUFFLE(T, I, 8, n) SHUFFLE(T, I, 16, n)
#define SHUFFLES(T, I) SHUFFLES_TO(T, I, 2) SHUFFLES_TO(T, I, 4) SHUFFLES_TO(T, I, 8) SHUFFLES_TO(T, I, 16)
SHUFFLES(char, uchar)
SHUFFLES(uchar, uchar)
SHUFFLES(short, ushort)
SHUFFLES(ushort, ushort)
SHUFFLES(int, uint)
SHUFFLES(uint, uint)
SHUFFLES(float, uint)
SHUFFLES(long, ulong)
SHUFFLES(ulong, ulong)
SHUFFLES(double, ulong)

/* The items of a group share the copy; the event is only a token, and waiting is a barrier. */
size_t get_local_linear_id(void) OV;
#define GROUP_ITEMS (get_local_size(0) * get_local_size(1) * get_local_size(2))
#define GROUP_COPY_OF(n, T) \
    event_t IN async_work_group_copy(local T##n* to, const global T##n* from, size_t count, event_t event) { \
        for (size_t i = get_local_linear_id(); i < count; i += GROUP_ITEMS) { \
            to[i] = from[i]; \
        } \
        return event; \
    } \
    event_t IN async_work_group_copy(global T##n* to, const local T##n* from, size_t count, event_t event) { \
        for (size_t i = get_local_linear_id(); i < count; i += GROUP_ITEMS) { \
            to[i] = from[i]; \
        } \
        return event; \
    } \
    event_t IN async_work_group_strided_copy(local T##n* to, const global T##n* from, size_t count, size_t stride, \
                                             event_t event) { \
        for (size_t i = get_local_linear_id(); i < count; i += GROUP_ITEMS) { \
            to[i] = from[i * stride]; \
        } \
        return event; \
    } \
    event_t IN async_work_group_strided_copy(global T##n* to, const local T##n* from, size_t count, size_t stride, \
                                             event_t event) { \
        for (size_t i = get_local_linear_id(); i < count; i += GROUP_ITEMS) { \
            to[i * stride] = from[i]; \
        } \
        return event; \
    } \
    void IN prefetch(const global T##n* p, size_t count) {}
#define GROUP_COPIES(T) GROUP_COPY_OF(, T) LENGTHS(GROUP_COPY_OF, T)
TYPES(GROUP_COPIES)
void IN wait_group_events(int count, private event_t* events) {
    __syncthreads();
}
void IN wait_group_events(int count, local event_t* events) {
    __syncthreads();
}
void IN wait_group_events(int count, global event_t* events) {
    __syncthreads();
}
