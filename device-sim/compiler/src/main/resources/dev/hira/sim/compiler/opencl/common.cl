/* Common and geometric functions. */
#define COMMON_OF(T) \
    T IN degrees(T radians) { \
        return (T)57.295779513082320877 * radians; \
    } \
    MAP1(degrees, T, T) \
    T IN radians(T degrees) { \
        return (T)0.017453292519943295769 * degrees; \
    } \
    MAP1(radians, T, T) \
    T IN sign(T x) { \
        return x > 0 ? (T)1 : x < 0 ? (T)-1 : x == 0 ? x : (T)0; \
    } \
    MAP1(sign, T, T) \
    T IN mix(T x, T y, T a) { \
        return x + (y - x) * a; \
    } \
    MAP3(mix, T, T, T, T) \
    T IN step(T edge, T x) { \
        return x < edge ? (T)0 : (T)1; \
    } \
    MAP2(step, T, T, T) \
    T IN smoothstep(T edge0, T edge1, T x) { \
        T t = clamp((x - edge0) / (edge1 - edge0), (T)0, (T)1); \
        return t * t * (3 - 2 * t); \
    } \
    MAP3(smoothstep, T, T, T, T) \
    LENGTHS(COMMON_SPREAD, T)
#define COMMON_SPREAD(n, T) \
    T##n IN mix(T##n x, T##n y, T a) { \
        return mix(x, y, (T##n)a); \
    } \
    T##n IN step(T edge, T##n x) { \
        return step((T##n)edge, x); \
    } \
    T##n IN smoothstep(T edge0, T edge1, T##n x) { \
        return smoothstep((T##n)edge0, (T##n)edge1, x); \
    }
FLOATS(COMMON_OF)

#define GEOMETRY(T) \
    T IN dot(T a, T b) { \
        return a * b; \
    } \
    T IN dot(T##2 a, T##2 b) { \
        return a.x * b.x + a.y * b.y; \
    } \
    T IN dot(T##3 a, T##3 b) { \
        return a.x * b.x + a.y * b.y + a.z * b.z; \
    } \
    T IN dot(T##4 a, T##4 b) { \
        return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; \
    } \
    T##3 IN cross(T##3 a, T##3 b) { \
        return (T##3)(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x); \
    } \
    T##4 IN cross(T##4 a, T##4 b) { \
        return (T##4)(cross(a.xyz, b.xyz), 0); \
    } \
    LENGTH_OF(T, T) \
    LENGTH_OF(T, T##2) \
    LENGTH_OF(T, T##3) \
    LENGTH_OF(T, T##4)
/* Lengths of floats are computed in double, where squares neither overflow nor vanish. */
double IN squares(float a) {
    return (double)a * a;
}
double IN squares(float2 a) {
    return squares(a.x) + squares(a.y);
}
double IN squares(float3 a) {
    return squares(a.x) + squares(a.y) + squares(a.z);
}
double IN squares(float4 a) {
    return squares(a.lo) + squares(a.hi);
}
float IN length(float a) {
    return fabs(a);
}
double IN length(double a) {
    return fabs(a);
}
#define FLOAT_LENGTH(V) \
    float IN length(V a) { \
        return (float)sqrt(squares(a)); \
    }
FLOAT_LENGTH(float2)
FLOAT_LENGTH(float3)
FLOAT_LENGTH(float4)
double IN length(double2 a) {
    return hypot(a.x, a.y);
}
double IN length(double3 a) {
    return hypot(hypot(a.x, a.y), a.z);
}
double IN length(double4 a) {
    return hypot(length(a.lo), length(a.hi));
}
#define LENGTH_OF(T, V) \
    T IN distance(V a, V b) { \
        return length(a - b); \
    } \
    V IN normalize(V a) { \
        T size = length(a); \
        return size == 0 ? a : size < (T)INFINITY ? a / size : a * (T)0; \
    }
GEOMETRY(float)
GEOMETRY(double)
#define FAST_OF(V) \
    float IN fast_length(V a) { \
        return sqrt(dot(a, a)); \
    } \
    float IN fast_distance(V a, V b) { \
        return fast_length(a - b); \
    } \
    V IN fast_normalize(V a) { \
        return a * rsqrt(dot(a, a)); \
    }
FAST_OF(float)
FAST_OF(float2)
FAST_OF(float3)
FAST_OF(float4)
