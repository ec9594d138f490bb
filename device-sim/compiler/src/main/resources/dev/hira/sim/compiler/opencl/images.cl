/*
 * Images and samplers. An image is the address of its descriptor (docs/opencl.md#images); the value of a sampler is its
 * bits. All kinds of images are boxes of texels, in which the layers of arrays are the slices.
 */
#pragma OPENCL FP_CONTRACT OFF

typedef struct {
    ulong texels;
    ulong row_pitch;
    ulong slice_pitch;
    uint width;
    uint height;
    uint depth;
    uint order;
    uint type;
    uint texel_bytes;
} hira_image;

typedef global const hira_image* hira_image_p;

#define HIRA_IMAGE(image) ((hira_image_p)__builtin_astype(image, ulong))
#define HIRA_SAMPLER(sampler) ((uint)__builtin_astype(sampler, ulong))
#define HEAVY __attribute__((overloadable, noinline))

constant void* __translate_sampler_initializer(int bits) {
    return (constant void*)(ulong)(uint)bits;
}

float OV hira_half_to_float(ushort h);
ushort OV hira_to_half(float f);

bool IN hira_outside(hira_image_p image, int4 at) {
    return (uint)at.x >= image->width || (uint)at.y >= image->height || (uint)at.z >= image->depth;
}

global uchar* IN hira_texel(hira_image_p image, int4 at) {
    return (global uchar*)(image->texels + at.z * image->slice_pitch + at.y * image->row_pitch +
                           (ulong)at.x * image->texel_bytes);
}

/* The channels of a texel, in the order of memory. */
float IN hira_channel_f(global const uchar* p, uint type, uint n) {
    switch (type) {
        case CLK_UNORM_INT8:
            return p[n] / 255.0f;
        case CLK_UNORM_INT16:
            return ((global const ushort*)p)[n] / 65535.0f;
        case CLK_SNORM_INT8:
            return fmax(((global const char*)p)[n] / 127.0f, -1.0f);
        case CLK_SNORM_INT16:
            return fmax(((global const short*)p)[n] / 32767.0f, -1.0f);
        case CLK_HALF_FLOAT:
            return hira_half_to_float(((global const ushort*)p)[n]);
        default:
            return ((global const float*)p)[n];
    }
}
uint IN hira_channel_ui(global const uchar* p, uint type, uint n) {
    switch (type) {
        case CLK_SIGNED_INT8:
            return (uint)(int)((global const char*)p)[n];
        case CLK_SIGNED_INT16:
            return (uint)(int)((global const short*)p)[n];
        case CLK_UNSIGNED_INT8:
            return p[n];
        case CLK_UNSIGNED_INT16:
            return ((global const ushort*)p)[n];
        default:
            return ((global const uint*)p)[n];
    }
}

/* Reads a texel; the border colour lies outside. */
#define TEXEL_OF(T, f, one) \
    T##4 HEAVY hira_read_##f(hira_image_p image, int4 at) { \
        uint order = image->order; \
        bool opaque = order == CLK_R || order == CLK_RG || order == CLK_LUMINANCE; \
        if (hira_outside(image, at)) { \
            return (T##4)(0, 0, 0, opaque ? one : 0); \
        } \
        global const uchar* p = hira_texel(image, at); \
        uint type = image->type; \
        T first = hira_channel_##f(p, type, 0); \
        switch (order) { \
            case CLK_R: \
                return (T##4)(first, 0, 0, one); \
            case CLK_A: \
                return (T##4)(0, 0, 0, first); \
            case CLK_INTENSITY: \
                return (T##4)(first); \
            case CLK_LUMINANCE: \
                return (T##4)(first, first, first, one); \
        } \
        T second = hira_channel_##f(p, type, 1); \
        if (order == CLK_RG) { \
            return (T##4)(first, second, 0, one); \
        } \
        if (order == CLK_RA) { \
            return (T##4)(first, 0, 0, second); \
        } \
        T third = hira_channel_##f(p, type, 2); \
        T fourth = hira_channel_##f(p, type, 3); \
        switch (order) { \
            case CLK_BGRA: \
                return (T##4)(third, second, first, fourth); \
            case CLK_ARGB: \
                return (T##4)(second, third, fourth, first); \
            default: \
                return (T##4)(first, second, third, fourth); \
        } \
    }
TEXEL_OF(float, f, 1.0f)
TEXEL_OF(uint, ui, 1u)

/* A float that was scaled to integers, rounded to the nearest even one and clamped; NaN is 0. */
int IN hira_scaled(float value, float scale, float least) {
    return (int)rint(isnan(value) ? 0.0f : clamp(value * scale, least, scale));
}
void IN hira_put(global uchar* p, uint type, uint n, float value) {
    switch (type) {
        case CLK_UNORM_INT8:
            p[n] = (uchar)hira_scaled(value, 255.0f, 0.0f);
            break;
        case CLK_UNORM_INT16:
            ((global ushort*)p)[n] = (ushort)hira_scaled(value, 65535.0f, 0.0f);
            break;
        case CLK_SNORM_INT8:
            ((global char*)p)[n] = (char)hira_scaled(value, 127.0f, -128.0f);
            break;
        case CLK_SNORM_INT16:
            ((global short*)p)[n] = (short)hira_scaled(value, 32767.0f, -32768.0f);
            break;
        case CLK_HALF_FLOAT:
            ((global ushort*)p)[n] = hira_to_half(value);
            break;
        case CLK_FLOAT:
            ((global float*)p)[n] = value;
            break;
    }
}
void IN hira_put(global uchar* p, uint type, uint n, int value) {
    switch (type) {
        case CLK_SIGNED_INT8:
            ((global char*)p)[n] = (char)clamp(value, -128, 127);
            break;
        case CLK_SIGNED_INT16:
            ((global short*)p)[n] = (short)clamp(value, -32768, 32767);
            break;
        case CLK_SIGNED_INT32:
            ((global int*)p)[n] = value;
            break;
    }
}
void IN hira_put(global uchar* p, uint type, uint n, uint value) {
    switch (type) {
        case CLK_UNSIGNED_INT8:
            p[n] = (uchar)min(value, 255u);
            break;
        case CLK_UNSIGNED_INT16:
            ((global ushort*)p)[n] = (ushort)min(value, 65535u);
            break;
        case CLK_UNSIGNED_INT32:
            ((global uint*)p)[n] = value;
            break;
    }
}

/* Writes a texel; nothing is written outside. */
#define PUT_OF(T) \
    void HEAVY hira_write(hira_image_p image, int4 at, T##4 colour) { \
        if (hira_outside(image, at)) { \
            return; \
        } \
        global uchar* p = hira_texel(image, at); \
        uint order = image->order; \
        uint type = image->type; \
        switch (order) { \
            case CLK_A: \
                hira_put(p, type, 0, colour.w); \
                return; \
            case CLK_BGRA: \
                colour = colour.zyxw; \
                break; \
            case CLK_ARGB: \
                colour = colour.wxyz; \
                break; \
            case CLK_RA: \
                colour = colour.xwyz; \
                break; \
        } \
        hira_put(p, type, 0, colour.x); \
        if (order == CLK_R || order == CLK_INTENSITY || order == CLK_LUMINANCE) { \
            return; \
        } \
        hira_put(p, type, 1, colour.y); \
        if (order == CLK_RG || order == CLK_RA) { \
            return; \
        } \
        hira_put(p, type, 2, colour.z); \
        hira_put(p, type, 3, colour.w); \
    }
PUT_OF(float)
PUT_OF(int)
PUT_OF(uint)

/* The whole number below a coordinate; what is far outside stays outside. */
int IN hira_floor(float u) {
    return (int)clamp(floor(u), -16777216.0f, 16777216.0f);
}

/* One coordinate in texels: scaled and folded as normalized modes say. */
float IN hira_scale(float s, uint sampler, uint size) {
    if (!(sampler & CLK_NORMALIZED_COORDS_TRUE)) {
        return s;
    }
    uint mode = sampler & 0xE;
    if (mode == CLK_ADDRESS_REPEAT) {
        s = s - floor(s);
    } else if (mode == CLK_ADDRESS_MIRRORED_REPEAT) {
        s = fabs(s - 2.0f * rint(0.5f * s));
    }
    return s * size;
}

/* The number of a texel, moved into the image or to its border. */
int IN hira_address(int i, uint sampler, uint size) {
    int last = (int)size - 1;
    switch (sampler & 0xE) {
        case CLK_ADDRESS_CLAMP:
            return clamp(i, -1, last + 1);
        case CLK_ADDRESS_REPEAT:
            return i < 0 ? i + (int)size : i > last ? i - (int)size : i;
        case CLK_ADDRESS_CLAMP_TO_EDGE:
        case CLK_ADDRESS_MIRRORED_REPEAT:
            return clamp(i, 0, last);
        default:
            return i;
    }
}

/* The texels around a coordinate and the weight of the second one. */
int2 IN hira_around(float u, uint sampler, uint size, private float* weight) {
    float v = u - 0.5f;
    int i = hira_floor(v);
    *weight = v - floor(v);
    return (int2)(hira_address(i, sampler, size), hira_address(i + 1, sampler, size));
}

/* The layer of an array. */
int IN hira_layer(float layer, uint layers) {
    return clamp(hira_floor(rint(layer)), 0, (int)layers - 1);
}
int IN hira_layer(int layer, uint layers) {
    return clamp(layer, 0, (int)layers - 1);
}

/*
 * The texel at coordinates: in the first dims dimensions as the sampler says, in the others it is given by at.
 */
int4 IN hira_nearest(hira_image_p image, uint sampler, float4 u, int4 at, uint dims) {
    at.x = hira_address(hira_floor(u.x), sampler, image->width);
    if (dims > 1) {
        at.y = hira_address(hira_floor(u.y), sampler, image->height);
    }
    if (dims > 2) {
        at.z = hira_address(hira_floor(u.z), sampler, image->depth);
    }
    return at;
}
float4 IN hira_linear_x(hira_image_p image, int2 x, float a, int4 at) {
    at.x = x.x;
    float4 first = hira_read_f(image, at);
    at.x = x.y;
    float4 second = hira_read_f(image, at);
    return (1.0f - a) * first + a * second;
}
float4 IN hira_linear_y(hira_image_p image, int2 x, float a, int2 y, float b, int4 at) {
    at.y = y.x;
    float4 first = hira_linear_x(image, x, a, at);
    at.y = y.y;
    float4 second = hira_linear_x(image, x, a, at);
    return (1.0f - b) * first + b * second;
}
float4 HEAVY hira_sample_f(hira_image_p image, uint sampler, float4 s, int4 at, uint dims) {
    float4 u = (float4)(hira_scale(s.x, sampler, image->width), hira_scale(s.y, sampler, image->height),
                        hira_scale(s.z, sampler, image->depth), 0);
    if (!(sampler & CLK_FILTER_LINEAR)) {
        return hira_read_f(image, hira_nearest(image, sampler, u, at, dims));
    }
    float a;
    float b;
    float c;
    int2 x = hira_around(u.x, sampler, image->width, &a);
    if (dims == 1) {
        return hira_linear_x(image, x, a, at);
    }
    int2 y = hira_around(u.y, sampler, image->height, &b);
    if (dims == 2) {
        return hira_linear_y(image, x, a, y, b, at);
    }
    int2 z = hira_around(u.z, sampler, image->depth, &c);
    at.z = z.x;
    float4 first = hira_linear_y(image, x, a, y, b, at);
    at.z = z.y;
    float4 second = hira_linear_y(image, x, a, y, b, at);
    return (1.0f - c) * first + c * second;
}
uint4 HEAVY hira_sample_ui(hira_image_p image, uint sampler, float4 s, int4 at, uint dims) {
    float4 u = (float4)(hira_scale(s.x, sampler, image->width), hira_scale(s.y, sampler, image->height),
                        hira_scale(s.z, sampler, image->depth), 0);
    return hira_read_ui(image, hira_nearest(image, sampler, u, at, dims));
}
int4 IN hira_addressed(hira_image_p image, uint sampler, int4 at, uint dims) {
    at.x = hira_address(at.x, sampler, image->width);
    if (dims > 1) {
        at.y = hira_address(at.y, sampler, image->height);
    }
    if (dims > 2) {
        at.z = hira_address(at.z, sampler, image->depth);
    }
    return at;
}

/* Coordinates as boxes of texels have them: those of layers are moved to z. */
#define POINT_1D(image, c) ((int4)(c, 0, 0, 0))
#define POINT_2D(image, c) ((int4)((c).x, (c).y, 0, 0))
#define POINT_3D(image, c) ((int4)((c).x, (c).y, (c).z, 0))
#define POINT_1D_ARRAY(image, c) ((int4)((c).x, 0, (c).y, 0))
#define POINT_2D_ARRAY(image, c) ((int4)((c).x, (c).y, (c).z, 0))
#define LAYER_1D(image, c) ((int4)(0))
#define LAYER_2D(image, c) ((int4)(0))
#define LAYER_3D(image, c) ((int4)(0))
#define LAYER_1D_ARRAY(image, c) ((int4)(0, 0, hira_layer((c).y, (image)->depth), 0))
#define LAYER_2D_ARRAY(image, c) ((int4)(0, 0, hira_layer((c).z, (image)->depth), 0))
#define FLOATS_1D(c) ((float4)(c, 0, 0, 0))
#define FLOATS_2D(c) ((float4)((c).x, (c).y, 0, 0))
#define FLOATS_3D(c) ((float4)((c).x, (c).y, (c).z, 0))
#define FLOATS_1D_ARRAY(c) ((float4)((c).x, 0, 0, 0))
#define FLOATS_2D_ARRAY(c) ((float4)((c).x, (c).y, 0, 0))

#define SAMPLED_AS(name, f, T, image_t, KIND, n, dims) \
    T IN name(read_only image_t image, sampler_t sampler, float##n c) { \
        hira_image_p it = HIRA_IMAGE(image); \
        return __builtin_astype( \
            hira_sample_##f(it, HIRA_SAMPLER(sampler), FLOATS_##KIND(c), LAYER_##KIND(it, c), dims), T); \
    } \
    T IN name(read_only image_t image, sampler_t sampler, int##n c) { \
        hira_image_p it = HIRA_IMAGE(image); \
        int4 at = hira_addressed(it, HIRA_SAMPLER(sampler), POINT_##KIND(it, c), dims); \
        at.z = dims == 3 ? at.z : LAYER_##KIND(it, c).z; \
        return __builtin_astype(hira_read_##f(it, at), T); \
    }
#define PLAIN_AS(name, f, T, image_t, KIND, n) \
    T IN name(read_only image_t image, int##n c) { \
        hira_image_p it = HIRA_IMAGE(image); \
        return __builtin_astype(hira_read_##f(it, POINT_##KIND(it, c)), T); \
    }
#define WRITTEN_AS(name, T, image_t, KIND, n) \
    void IN name(write_only image_t image, int##n c, T colour) { \
        hira_image_p it = HIRA_IMAGE(image); \
        hira_write(it, POINT_##KIND(it, c), colour); \
    }
#define PLAIN(image_t, KIND, n) \
    PLAIN_AS(read_imagef, f, float4, image_t, KIND, n) \
    PLAIN_AS(read_imagei, ui, int4, image_t, KIND, n) \
    PLAIN_AS(read_imageui, ui, uint4, image_t, KIND, n) \
    WRITTEN_AS(write_imagef, float4, image_t, KIND, n) \
    WRITTEN_AS(write_imagei, int4, image_t, KIND, n) \
    WRITTEN_AS(write_imageui, uint4, image_t, KIND, n)
#define SAMPLED(image_t, KIND, n, dims) \
    SAMPLED_AS(read_imagef, f, float4, image_t, KIND, n, dims) \
    SAMPLED_AS(read_imagei, ui, int4, image_t, KIND, n, dims) \
    SAMPLED_AS(read_imageui, ui, uint4, image_t, KIND, n, dims) \
    PLAIN(image_t, KIND, n)
SAMPLED(image1d_t, 1D, , 1)
SAMPLED(image2d_t, 2D, 2, 2)
SAMPLED(image3d_t, 3D, 4, 3)
SAMPLED(image1d_array_t, 1D_ARRAY, 2, 1)
SAMPLED(image2d_array_t, 2D_ARRAY, 4, 2)
PLAIN(image1d_buffer_t, 1D, )

#define QUERY(access, image_t, name, T, value) \
    T IN name(access image_t image) { \
        hira_image_p it = HIRA_IMAGE(image); \
        return value; \
    }
#define QUERIES_OF(access, image_t) \
    QUERY(access, image_t, get_image_width, int, (int)it->width) \
    QUERY(access, image_t, get_image_channel_data_type, int, (int)it->type) \
    QUERY(access, image_t, get_image_channel_order, int, (int)it->order)
#define QUERIES(access) \
    QUERIES_OF(access, image1d_t) \
    QUERIES_OF(access, image1d_buffer_t) \
    QUERIES_OF(access, image1d_array_t) \
    QUERIES_OF(access, image2d_t) \
    QUERIES_OF(access, image2d_array_t) \
    QUERIES_OF(access, image3d_t) \
    QUERY(access, image2d_t, get_image_height, int, (int)it->height) \
    QUERY(access, image2d_array_t, get_image_height, int, (int)it->height) \
    QUERY(access, image3d_t, get_image_height, int, (int)it->height) \
    QUERY(access, image3d_t, get_image_depth, int, (int)it->depth) \
    QUERY(access, image1d_array_t, get_image_array_size, size_t, it->depth) \
    QUERY(access, image2d_array_t, get_image_array_size, size_t, it->depth) \
    QUERY(access, image2d_t, get_image_dim, int2, (int2)((int)it->width, (int)it->height)) \
    QUERY(access, image2d_array_t, get_image_dim, int2, (int2)((int)it->width, (int)it->height)) \
    QUERY(access, image3d_t, get_image_dim, int4, (int4)((int)it->width, (int)it->height, (int)it->depth, 0))
QUERIES(read_only)
QUERIES(write_only)
