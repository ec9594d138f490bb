package dev.hira.api.opencl.host;

import dev.hira.api.opencl.ClImageDesc;
import dev.hira.api.opencl.ClImageFormat;
import dev.hira.api.opencl.ClMemObjectType;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.ClSizes;
import dev.hira.api.opencl.OpenClException;

/**
 * The kind, format and sizes of an image, and where its texels lie: row after row without gaps. The
 * layers of a 1D array are its rows, those of a 2D array its slices.
 *
 * @param size in texels; 1 in dimensions that the image does not have
 */
public record ImageShape(ClMemObjectType type, ImageFormat format, ClSizes size) {
    /** The bytes in device memory before the texels: the descriptor that kernels read. */
    public static final long DESCRIPTOR_BYTES = 128;

    /** The most texels of a row, and the most rows of a slice, except in 3D images. */
    public static final long MOST_2D = 16_384;

    /** The most texels in each dimension of a 3D image. */
    public static final long MOST_3D = 2048;

    /** The most layers of an array. */
    public static final long MOST_LAYERS = 2048;

    /** The most texels of an image in a buffer. */
    public static final long MOST_IN_BUFFER = 1 << 27;

    /**
     * Returns the shape of an image that is to be created.
     *
     * @throws OpenClException when it is not possible
     */
    public static ImageShape of(ClImageFormat given, ClImageDesc desc) {
        ImageFormat format = ImageFormat.of(given);
        if (desc.num_mip_levels() != 0 || desc.num_samples() != 0) {
            throw wrongDescriptor("there are no images with levels or samples");
        }
        ClSizes size =
                switch (desc.image_type()) {
                    case CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_BUFFER ->
                            new ClSizes(desc.image_width(), 1, 1);
                    case CL_MEM_OBJECT_IMAGE1D_ARRAY ->
                            new ClSizes(desc.image_width(), desc.image_array_size(), 1);
                    case CL_MEM_OBJECT_IMAGE2D ->
                            new ClSizes(desc.image_width(), desc.image_height(), 1);
                    case CL_MEM_OBJECT_IMAGE2D_ARRAY ->
                            new ClSizes(
                                    desc.image_width(),
                                    desc.image_height(),
                                    desc.image_array_size());
                    case CL_MEM_OBJECT_IMAGE3D ->
                            new ClSizes(
                                    desc.image_width(), desc.image_height(), desc.image_depth());
                    default -> throw wrongDescriptor(desc.image_type() + " is no kind of image");
                };
        ImageShape shape = new ImageShape(desc.image_type(), format, size);
        shape.requireSizes();
        return shape;
    }

    private void requireSizes() {
        ClSizes most =
                switch (type) {
                    case CL_MEM_OBJECT_IMAGE1D -> new ClSizes(MOST_2D, 1, 1);
                    case CL_MEM_OBJECT_IMAGE1D_BUFFER -> new ClSizes(MOST_IN_BUFFER, 1, 1);
                    case CL_MEM_OBJECT_IMAGE1D_ARRAY -> new ClSizes(MOST_2D, MOST_LAYERS, 1);
                    case CL_MEM_OBJECT_IMAGE2D_ARRAY -> new ClSizes(MOST_2D, MOST_2D, MOST_LAYERS);
                    case CL_MEM_OBJECT_IMAGE3D -> new ClSizes(MOST_3D, MOST_3D, MOST_3D);
                    default -> new ClSizes(MOST_2D, MOST_2D, 1);
                };
        if (isEmpty(size)) {
            throw wrongDescriptor("the image is empty: " + size);
        }
        if (size.x() > most.x() || size.y() > most.y() || size.z() > most.z()) {
            throw new OpenClException(
                    ClResult.CL_INVALID_IMAGE_SIZE,
                    "an image of this kind has at most " + most + " texels, not " + size);
        }
    }

    private static boolean isEmpty(ClSizes size) {
        return size.x() <= 0 || size.y() <= 0 || size.z() <= 0;
    }

    private static OpenClException wrongDescriptor(String why) {
        return new OpenClException(ClResult.CL_INVALID_IMAGE_DESCRIPTOR, why);
    }

    /** The bytes of a row. */
    public long rowBytes() {
        return size.x() * format.texelBytes();
    }

    /** The bytes of a slice. */
    private long sliceBytes() {
        return size.y() * rowBytes();
    }

    /** The bytes of all texels. */
    public long bytes() {
        return size.z() * sliceBytes();
    }

    /** Whether it is an array of 1D images. */
    public boolean isArrayOfRows() {
        return type == ClMemObjectType.CL_MEM_OBJECT_IMAGE1D_ARRAY;
    }

    /** Whether it has slices: of a 3D image, or the layers of an array. */
    public boolean hasSlices() {
        return switch (type) {
            case CL_MEM_OBJECT_IMAGE3D, CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE1D_ARRAY ->
                    true;
            default -> false;
        };
    }

    /** The bytes from slice to slice; 0 when the image has no slices. */
    public long slicePitch() {
        return !hasSlices() ? 0 : isArrayOfRows() ? rowBytes() : sliceBytes();
    }

    /**
     * Returns where a region of the image lies.
     *
     * @throws OpenClException when it is empty or not inside the image
     */
    public Rect place(ClSizes origin, ClSizes region) {
        if (isEmpty(region)
                || isOutside(origin.x(), region.x(), size.x())
                || isOutside(origin.y(), region.y(), size.y())
                || isOutside(origin.z(), region.z(), size.z())) {
            throw new OpenClException(
                    ClResult.CL_INVALID_VALUE,
                    "the region "
                            + region
                            + " from "
                            + origin
                            + " is not inside the image "
                            + size);
        }
        return Rect.of(inBytes(origin), inBytes(region), rowBytes(), sliceBytes());
    }

    private static boolean isOutside(long from, long count, long all) {
        return from < 0 || from > all || count > all - from;
    }

    /** Returns texels as bytes of a row, rows and slices. */
    ClSizes inBytes(ClSizes texels) {
        return new ClSizes(texels.x() * format.texelBytes(), texels.y(), texels.z());
    }

    /**
     * Returns where a region lies in host memory.
     *
     * @param rowPitch bytes from row to row; 0: as many as a row has
     * @param slicePitch bytes from slice to slice; 0: as many as a slice has
     * @throws OpenClException when the pitches are not possible
     */
    Rect onHost(ClSizes origin, ClSizes region, long rowPitch, long slicePitch) {
        if (slicePitch != 0 && !hasSlices()) {
            throw new OpenClException(
                    ClResult.CL_INVALID_VALUE, "the image has no slices, so their pitch must be 0");
        }
        boolean byLayers = isArrayOfRows() && slicePitch != 0;
        return Rect.of(
                inBytes(origin),
                inBytes(region),
                byLayers ? slicePitch : rowPitch,
                byLayers ? 0 : slicePitch);
    }
}
