package dev.hira.api.opencl.host;

import dev.hira.api.opencl.ClImageFormat;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.OpenClConstants;
import dev.hira.api.opencl.OpenClException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * The format of an image's texels.
 *
 * @param order of the channels, as {@code cl_channel_order}
 * @param type of each channel, as {@code cl_channel_type}
 */
public record ImageFormat(int order, int type) {
    private static final int R = OpenClConstants.CL_R;
    private static final int A = OpenClConstants.CL_A;
    private static final int RG = OpenClConstants.CL_RG;
    private static final int RA = OpenClConstants.CL_RA;
    private static final int RGBA = OpenClConstants.CL_RGBA;
    private static final int BGRA = OpenClConstants.CL_BGRA;
    private static final int ARGB = OpenClConstants.CL_ARGB;
    private static final int INTENSITY = OpenClConstants.CL_INTENSITY;
    private static final int LUMINANCE = OpenClConstants.CL_LUMINANCE;
    private static final int FIRST_ORDER = R;
    private static final int LAST_ORDER = OpenClConstants.CL_ABGR;

    private static final int SNORM_INT8 = OpenClConstants.CL_SNORM_INT8;
    private static final int SNORM_INT16 = OpenClConstants.CL_SNORM_INT16;
    private static final int UNORM_INT8 = OpenClConstants.CL_UNORM_INT8;
    private static final int UNORM_INT16 = OpenClConstants.CL_UNORM_INT16;
    private static final int SIGNED_INT8 = OpenClConstants.CL_SIGNED_INT8;
    private static final int SIGNED_INT16 = OpenClConstants.CL_SIGNED_INT16;
    private static final int SIGNED_INT32 = OpenClConstants.CL_SIGNED_INT32;
    private static final int UNSIGNED_INT8 = OpenClConstants.CL_UNSIGNED_INT8;
    private static final int UNSIGNED_INT16 = OpenClConstants.CL_UNSIGNED_INT16;
    private static final int UNSIGNED_INT32 = OpenClConstants.CL_UNSIGNED_INT32;
    private static final int HALF_FLOAT = OpenClConstants.CL_HALF_FLOAT;
    private static final int FLOAT = OpenClConstants.CL_FLOAT;
    private static final int FIRST_TYPE = SNORM_INT8;
    private static final int LAST_TYPE = OpenClConstants.CL_UNORM_INT_101010_2;

    private static final List<Integer> ALL_TYPES =
            List.of(
                    SNORM_INT8,
                    SNORM_INT16,
                    UNORM_INT8,
                    UNORM_INT16,
                    SIGNED_INT8,
                    SIGNED_INT16,
                    SIGNED_INT32,
                    UNSIGNED_INT8,
                    UNSIGNED_INT16,
                    UNSIGNED_INT32,
                    HALF_FLOAT,
                    FLOAT);
    private static final List<Integer> BYTES =
            List.of(UNORM_INT8, SNORM_INT8, SIGNED_INT8, UNSIGNED_INT8);
    private static final List<Integer> SHADES =
            List.of(UNORM_INT8, UNORM_INT16, SNORM_INT8, SNORM_INT16, HALF_FLOAT, FLOAT);

    private static final List<ImageFormat> SUPPORTED = supportedFormats();

    private static List<ImageFormat> supportedFormats() {
        List<ImageFormat> formats = new ArrayList<>();
        for (int order : List.of(RGBA, R, RG, A, RA)) {
            ALL_TYPES.forEach(type -> formats.add(new ImageFormat(order, type)));
        }
        for (int order : List.of(BGRA, ARGB)) {
            BYTES.forEach(type -> formats.add(new ImageFormat(order, type)));
        }
        for (int order : List.of(INTENSITY, LUMINANCE)) {
            SHADES.forEach(type -> formats.add(new ImageFormat(order, type)));
        }
        return List.copyOf(formats);
    }

    /** Returns the formats that simulated devices support, for all kinds of images. */
    public static List<ImageFormat> supported() {
        return SUPPORTED;
    }

    /**
     * Returns a format that simulated devices support.
     *
     * @throws OpenClException when it does not exist or is not supported
     */
    public static ImageFormat of(ClImageFormat given) {
        ImageFormat format =
                new ImageFormat(given.image_channel_order(), given.image_channel_data_type());
        if (SUPPORTED.contains(format)) {
            return format;
        }
        boolean exists =
                format.order >= FIRST_ORDER
                        && format.order <= LAST_ORDER
                        && format.type >= FIRST_TYPE
                        && format.type <= LAST_TYPE;
        throw new OpenClException(
                exists
                        ? ClResult.CL_IMAGE_FORMAT_NOT_SUPPORTED
                        : ClResult.CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                "images with the channels "
                        + hex(format.order)
                        + " of the type "
                        + hex(format.type)
                        + (exists ? " are not supported" : " do not exist"));
    }

    private static String hex(int number) {
        return "0x" + Integer.toHexString(number);
    }

    /** The number of channels. */
    private int channels() {
        return switch (order) {
            case R, A, INTENSITY, LUMINANCE -> 1;
            case RG, RA -> 2;
            default -> 4;
        };
    }

    private int channelBytes() {
        return switch (type) {
            case SNORM_INT8, UNORM_INT8, SIGNED_INT8, UNSIGNED_INT8 -> 1;
            case SIGNED_INT32, UNSIGNED_INT32, FLOAT -> 4;
            default -> 2;
        };
    }

    /** The size of a texel in bytes: 1, 2, 4, 8 or 16. */
    public int texelBytes() {
        return channels() * channelBytes();
    }

    /**
     * Returns a texel of a colour.
     *
     * @param colour red, green, blue and alpha: four floats, or integers for integer formats
     */
    MemorySegment texel(MemorySegment colour) {
        if (colour.byteSize() < 4 * Integer.BYTES) {
            throw new OpenClException(
                    ClResult.CL_INVALID_VALUE,
                    "a colour has 4 numbers of 4 bytes, not " + colour.byteSize() + " bytes");
        }
        int[] sources =
                switch (order) {
                    case A -> new int[] {3};
                    case RA -> new int[] {0, 3};
                    case BGRA -> new int[] {2, 1, 0, 3};
                    case ARGB -> new int[] {3, 0, 1, 2};
                    default -> new int[] {0, 1, 2, 3};
                };
        ByteBuffer texel = ByteBuffer.allocate(texelBytes()).order(ByteOrder.LITTLE_ENDIAN);
        for (int channel = 0; channel < channels(); channel++) {
            put(texel, colour.get(ValueLayout.JAVA_INT_UNALIGNED, 4L * sources[channel]));
        }
        return MemorySegment.ofArray(texel.array());
    }

    private void put(ByteBuffer texel, int bits) {
        float number = Float.intBitsToFloat(bits);
        switch (type) {
            case UNORM_INT8 -> texel.put((byte) scaled(number, 255, 0));
            case UNORM_INT16 -> texel.putShort((short) scaled(number, 65535, 0));
            case SNORM_INT8 -> texel.put((byte) scaled(number, 127, -128));
            case SNORM_INT16 -> texel.putShort((short) scaled(number, 32767, -32768));
            case SIGNED_INT8 -> texel.put((byte) Math.clamp(bits, -128, 127));
            case SIGNED_INT16 -> texel.putShort((short) Math.clamp(bits, -32768, 32767));
            case UNSIGNED_INT8 -> texel.put((byte) Math.min(Integer.toUnsignedLong(bits), 255));
            case UNSIGNED_INT16 ->
                    texel.putShort((short) Math.min(Integer.toUnsignedLong(bits), 65535));
            case HALF_FLOAT -> texel.putShort(Float.floatToFloat16(number));
            default -> texel.putInt(bits);
        }
    }

    /** Returns a number scaled to integers, rounded to the nearest even one; 0 for NaN. */
    private static int scaled(float number, float scale, float least) {
        float scaled = number * scale;
        return Float.isNaN(scaled) ? 0 : (int) Math.rint(Math.clamp(scaled, least, scale));
    }
}
