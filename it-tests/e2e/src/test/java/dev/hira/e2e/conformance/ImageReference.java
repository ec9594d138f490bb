package dev.hira.e2e.conformance;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Images as the specification of OpenCL 1.2 describes them (sections 8.2 and 8.3), texel by texel.
 *
 * @param order as {@code cl_channel_order}
 * @param type as {@code cl_channel_type}
 * @param layers whether the last dimension counts the layers of an array
 * @param size texels in each dimension; as many numbers as the image has dimensions
 * @param texels without gaps
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ImageReference(int order, int type, boolean layers, int[] size, byte[] texels) {
    static final int CLAMP_TO_EDGE = 0x1131;
    static final int CLAMP = 0x1132;
    static final int REPEAT = 0x1133;
    static final int MIRRORED_REPEAT = 0x1134;

    static final int R = 0x10B0;
    static final int A = 0x10B1;
    static final int RG = 0x10B2;
    static final int RA = 0x10B3;
    static final int RGBA = 0x10B5;
    static final int BGRA = 0x10B6;
    static final int ARGB = 0x10B7;
    static final int INTENSITY = 0x10B8;
    static final int LUMINANCE = 0x10B9;

    static final int SNORM_INT8 = 0x10D0;
    static final int SNORM_INT16 = 0x10D1;
    static final int UNORM_INT8 = 0x10D2;
    static final int UNORM_INT16 = 0x10D3;
    static final int SIGNED_INT8 = 0x10D7;
    static final int SIGNED_INT16 = 0x10D8;
    static final int SIGNED_INT32 = 0x10D9;
    static final int UNSIGNED_INT8 = 0x10DA;
    static final int UNSIGNED_INT16 = 0x10DB;
    static final int UNSIGNED_INT32 = 0x10DC;
    static final int HALF_FLOAT = 0x10DD;
    static final int FLOAT = 0x10DE;

    /** How an image is read. */
    record Sampler(boolean normalized, int addressing, boolean linear) {}

    static int channels(int order) {
        return switch (order) {
            case R, A, INTENSITY, LUMINANCE -> 1;
            case RG, RA -> 2;
            default -> 4;
        };
    }

    static int channelBytes(int type) {
        return switch (type) {
            case SNORM_INT8, UNORM_INT8, SIGNED_INT8, UNSIGNED_INT8 -> 1;
            case SIGNED_INT32, UNSIGNED_INT32, FLOAT -> 4;
            default -> 2;
        };
    }

    static int texelBytes(int order, int type) {
        return channels(order) * channelBytes(type);
    }

    /** Whether kernels read it as integers. */
    static boolean isInteger(int type) {
        return type >= SIGNED_INT8 && type <= UNSIGNED_INT32;
    }

    static boolean isSigned(int type) {
        return type >= SIGNED_INT8 && type <= SIGNED_INT32;
    }

    private int sizeOf(int dimension) {
        return dimension < size.length ? size[dimension] : 1;
    }

    /** Returns the four numbers of a texel: bits of floats or integers. */
    int[] texel(int... at) {
        long index = 0;
        for (int d = size.length - 1; d >= 0; d--) {
            if (at[d] < 0 || at[d] >= sizeOf(d)) {
                return border();
            }
            index = index * size[d] + at[d];
        }
        ByteBuffer in = ByteBuffer.wrap(texels).order(ByteOrder.LITTLE_ENDIAN);
        in.position((int) (index * texelBytes(order, type)));
        int[] c = new int[4];
        for (int i = 0; i < channels(order); i++) {
            c[i] = channel(in);
        }
        int one = isInteger(type) ? 1 : Float.floatToRawIntBits(1);
        return switch (order) {
            case R -> new int[] {c[0], 0, 0, one};
            case A -> new int[] {0, 0, 0, c[0]};
            case RG -> new int[] {c[0], c[1], 0, one};
            case RA -> new int[] {c[0], 0, 0, c[1]};
            case BGRA -> new int[] {c[2], c[1], c[0], c[3]};
            case ARGB -> new int[] {c[1], c[2], c[3], c[0]};
            case INTENSITY -> new int[] {c[0], c[0], c[0], c[0]};
            case LUMINANCE -> new int[] {c[0], c[0], c[0], one};
            default -> c;
        };
    }

    private int[] border() {
        boolean opaque = order == R || order == RG || order == LUMINANCE;
        int one = isInteger(type) ? 1 : Float.floatToRawIntBits(1);
        return new int[] {0, 0, 0, opaque ? one : 0};
    }

    private int channel(ByteBuffer in) {
        return switch (type) {
            case UNORM_INT8 -> bits((in.get() & 0xFF) / 255f);
            case UNORM_INT16 -> bits((in.getShort() & 0xFFFF) / 65535f);
            case SNORM_INT8 -> bits(Math.max(-1f, in.get() / 127f));
            case SNORM_INT16 -> bits(Math.max(-1f, in.getShort() / 32767f));
            case HALF_FLOAT -> bits(Float.float16ToFloat(in.getShort()));
            case SIGNED_INT8 -> in.get();
            case UNSIGNED_INT8 -> in.get() & 0xFF;
            case SIGNED_INT16 -> in.getShort();
            case UNSIGNED_INT16 -> in.getShort() & 0xFFFF;
            default -> in.getInt();
        };
    }

    private static int bits(float value) {
        return Float.floatToRawIntBits(value);
    }

    /** Returns what a kernel reads at coordinates; the last one may be a layer. */
    int[] sample(Sampler sampler, float... at) {
        int sampled = layers ? size.length - 1 : size.length;
        int[] layer = new int[size.length];
        if (layers) {
            layer[sampled] = (int) Math.clamp(Math.rint(at[sampled]), 0, size[sampled] - 1);
        }
        return mixed(sampler, at, layer, sampled - 1);
    }

    /** Mixes the texels in the dimensions up to one, where those above are chosen. */
    private int[] mixed(Sampler sampler, float[] at, int[] chosen, int dimension) {
        if (dimension < 0) {
            return texel(chosen);
        }
        int w = size[dimension];
        float s = at[dimension];
        float u = s;
        if (sampler.normalized) {
            u =
                    switch (sampler.addressing) {
                        case REPEAT -> (s - (float) Math.floor(s)) * w;
                        case MIRRORED_REPEAT -> Math.abs(s - 2f * (float) Math.rint(0.5f * s)) * w;
                        default -> s * w;
                    };
        }
        int[] with = chosen.clone();
        if (!sampler.linear) {
            with[dimension] = nearest(sampler, u, w);
            return mixed(sampler, at, with, dimension - 1);
        }
        int first = (int) Math.floor(u - 0.5f);
        int second = first + 1;
        switch (sampler.addressing) {
            case CLAMP_TO_EDGE -> {
                first = Math.clamp(first, 0, w - 1);
                second = Math.clamp(second, 0, w - 1);
            }
            case REPEAT -> {
                first = first < 0 ? w + first : first;
                second = second > w - 1 ? second - w : second;
            }
            case MIRRORED_REPEAT -> {
                first = Math.max(first, 0);
                second = Math.min(second, w - 1);
            }
            default -> {
                first = Math.clamp(first, -1, w);
                second = Math.clamp(second, -1, w);
            }
        }
        float weight = (u - 0.5f) - (float) Math.floor(u - 0.5f);
        with[dimension] = first;
        int[] low = mixed(sampler, at, with, dimension - 1);
        with[dimension] = second;
        int[] high = mixed(sampler, at, with, dimension - 1);
        int[] result = new int[4];
        for (int i = 0; i < 4; i++) {
            float a = (1f - weight) * Float.intBitsToFloat(low[i]);
            float b = weight * Float.intBitsToFloat(high[i]);
            result[i] = bits(a + b);
        }
        return result;
    }

    private static int nearest(Sampler sampler, float u, int w) {
        int i = (int) Math.floor(u);
        return switch (sampler.addressing) {
            case CLAMP_TO_EDGE -> Math.clamp(i, 0, w - 1);
            case REPEAT -> i > w - 1 ? i - w : i;
            case MIRRORED_REPEAT -> Math.min(i, w - 1);
            default -> Math.clamp(i, -1, w);
        };
    }

    /** Returns the bytes of a texel with a colour: bits of floats or integers. */
    static byte[] packed(int order, int type, int[] colour) {
        int[] from =
                switch (order) {
                    case A -> new int[] {3};
                    case RA -> new int[] {0, 3};
                    case BGRA -> new int[] {2, 1, 0, 3};
                    case ARGB -> new int[] {3, 0, 1, 2};
                    default -> new int[] {0, 1, 2, 3};
                };
        ByteBuffer out =
                ByteBuffer.allocate(texelBytes(order, type)).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < channels(order); i++) {
            int bits = colour[from[i]];
            float value = Float.intBitsToFloat(bits);
            switch (type) {
                case UNORM_INT8 -> out.put((byte) rounded(value * 255f, 0, 255));
                case UNORM_INT16 -> out.putShort((short) rounded(value * 65535f, 0, 65535));
                case SNORM_INT8 -> out.put((byte) rounded(value * 127f, -128, 127));
                case SNORM_INT16 -> out.putShort((short) rounded(value * 32767f, -32768, 32767));
                case SIGNED_INT8 -> out.put((byte) Math.clamp(bits, -128, 127));
                case SIGNED_INT16 -> out.putShort((short) Math.clamp(bits, -32768, 32767));
                case UNSIGNED_INT8 -> out.put((byte) Math.min(bits & 0xFFFFFFFFL, 255));
                case UNSIGNED_INT16 -> out.putShort((short) Math.min(bits & 0xFFFFFFFFL, 65535));
                case HALF_FLOAT -> out.putShort(Float.floatToFloat16(value));
                default -> out.putInt(bits);
            }
        }
        return out.array();
    }

    /** As {@code convert_T_sat_rte}. */
    private static int rounded(float value, int least, int most) {
        return Float.isNaN(value) ? 0 : (int) Math.clamp(Math.rint(value), least, most);
    }
}
