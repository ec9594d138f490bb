package dev.hira.sim.opencl;

import dev.hira.api.BlockingBan;
import dev.hira.api.opencl.ClImageDesc;
import dev.hira.api.opencl.ClImageFormat;
import dev.hira.api.opencl.ClImageInfo;
import dev.hira.api.opencl.ClMemFlags;
import dev.hira.api.opencl.ClMemObjectType;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.OpenClException;
import dev.hira.api.opencl.host.ImageFormat;
import dev.hira.api.opencl.host.ImageShape;
import dev.hira.sim.driver.object.SimContext;
import dev.hira.sim.engine.ChannelOperation;
import dev.hira.sim.memory.Allocation;
import dev.hira.sim.opencl.device.DeviceProperties;
import dev.hira.sim.opencl.device.InfoValue;
import dev.hira.sim.opencl.object.ClContext;
import dev.hira.sim.opencl.object.ClMem;
import dev.hira.sim.opencl.object.OpenClFailures;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Images. The memory of an image begins with a descriptor for kernels:
 *
 * <pre>
 *  0             8             16            24      28      32
 * +-------------+-------------+-------------+-------+-------+
 * | texels      | row pitch   | slice pitch | width | height|
 * +-------+-----+-+-------+---+---+---------+-------+-------+
 * | depth | order | type  | bytes of a texel |
 * +-------+-------+-------+------------------+
 * 32      36      40      44                48
 * </pre>
 */
interface ImageCalls extends OpenClCalls {
    @Override
    default void clCreateImageHIRAAs(
            long mem,
            long context,
            long[] properties,
            long flags,
            ClImageFormat image_format,
            ClImageDesc image_desc,
            long buffer,
            long size,
            long address) {
        BlockingBan.require();
        ClContext of = lane().context(context);
        BufferCalls.requireNoProperties(properties);
        BufferCalls.requireFlags(
                flags, BufferCalls.BY_KERNELS | BufferCalls.BY_HOST | BufferCalls.HOST_MEMORY);
        ImageShape shape = ImageShape.of(image_format, image_desc);
        @Nullable ClMem in = buffer == 0 ? null : lane().buffer(buffer);
        if (in != null) {
            requireRoom(of, in, flags, shape);
        }
        long wanted = ImageShape.DESCRIPTOR_BYTES + (in == null ? shape.bytes() : 0);
        if (size != wanted || (in == null) == isInBuffer(shape)) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_IMAGE_DESCRIPTOR,
                    "the image needs " + wanted + " bytes, and a buffer only if it lies in one");
        }
        if (shape.bytes() > DeviceProperties.mostBytes(of.device().device().profile())) {
            throw OpenClFailures.of(
                    ClResult.CL_MEM_OBJECT_ALLOCATION_FAILURE,
                    "the device has no memory for an image of " + shape.bytes() + " bytes");
        }
        long own = in == null ? flags : BufferCalls.inherited(in, flags);
        lane().on(of, cuda -> cuda.cuMemAllocAs(address, size));
        ClMem made =
                lane().objects()
                        .enterKept(ClMem.image(mem, of, in, own, address, shape, properties));
        try {
            describe(of.device(), made, shape);
            hostMemory().createdImage(mem, address, flags, shape, buffer);
        } finally {
            lane().objects().done(made);
        }
    }

    private static boolean isInBuffer(ImageShape shape) {
        return shape.type() == ClMemObjectType.CL_MEM_OBJECT_IMAGE1D_BUFFER;
    }

    private static void requireRoom(ClContext context, ClMem buffer, long flags, ImageShape shape) {
        if (!buffer.context().equals(context)) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_CONTEXT, "the buffer is of another context");
        }
        if ((flags & BufferCalls.HOST_MEMORY) != 0) {
            throw OpenClFailures.invalidValue("an image in a buffer has no host memory of its own");
        }
        if (shape.bytes() > buffer.size()) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_IMAGE_DESCRIPTOR,
                    "the image needs "
                            + shape.bytes()
                            + " bytes, but the buffer has "
                            + buffer.size());
        }
    }

    /** Writes the descriptor of an image, after work that still used its memory. */
    private void describe(SimContext context, ClMem image, ImageShape shape) {
        ByteBuffer bytes =
                ByteBuffer.allocate((int) ImageShape.DESCRIPTOR_BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(image.address())
                        .putLong(shape.rowBytes())
                        .putLong(shape.slicePitch())
                        .putInt((int) shape.size().x())
                        .putInt((int) (shape.isArrayOfRows() ? 1 : shape.size().y()))
                        .putInt((int) (shape.isArrayOfRows() ? shape.size().y() : shape.size().z()))
                        .putInt(shape.format().order())
                        .putInt(shape.format().type())
                        .putInt(shape.format().texelBytes());
        Allocation<ChannelOperation> memory =
                context.memory().find(image.argument(), ImageShape.DESCRIPTOR_BYTES);
        if (memory == null) {
            throw ended();
        }
        memory.successorOf().forEach(each -> lane().state().await(context.channels(), each));
        long at = memory.offset(image.argument());
        try {
            MemorySegment.copy(
                    MemorySegment.ofArray(bytes.array()),
                    0,
                    memory.segment(),
                    at,
                    ImageShape.DESCRIPTOR_BYTES);
        } catch (IllegalStateException closed) {
            throw ended();
        }
        memory.wrote(at, ImageShape.DESCRIPTOR_BYTES);
    }

    private static OpenClException ended() {
        return OpenClFailures.of(
                ClResult.CL_INVALID_CONTEXT, "the context ended while the image was created");
    }

    @Override
    default int[] clGetSupportedImageFormats(long context, long flags, ClMemObjectType image_type) {
        lane().context(context);
        BufferCalls.requireFlags(
                flags & ~ClMemFlags.CL_MEM_KERNEL_READ_AND_WRITE.value(),
                BufferCalls.BY_KERNELS | BufferCalls.BY_HOST | BufferCalls.HOST_MEMORY);
        boolean readsAndWrites = (flags & ClMemFlags.CL_MEM_KERNEL_READ_AND_WRITE.value()) != 0;
        return switch (image_type) {
            case CL_MEM_OBJECT_NONE, CL_MEM_OBJECT_BUFFER, CL_MEM_OBJECT_PIPE ->
                    throw OpenClFailures.invalidValue(image_type + " is no kind of image");
            default -> readsAndWrites ? new int[0] : numbers(ImageFormat.supported());
        };
    }

    private static int[] numbers(List<ImageFormat> formats) {
        int[] numbers = new int[2 * formats.size()];
        for (int i = 0; i < formats.size(); i++) {
            numbers[2 * i] = formats.get(i).order();
            numbers[2 * i + 1] = formats.get(i).type();
        }
        return numbers;
    }

    @Override
    default long clGetImageInfo(
            long image,
            ClImageInfo param_name,
            long param_value_size,
            @Nullable MemorySegment param_value) {
        ClMem it = lane().mem(image);
        @Nullable ImageShape shape = it.shape();
        if (shape == null) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_MEM_OBJECT, "the memory object is a buffer");
        }
        return property(it, shape, param_name).give(param_value_size, param_value);
    }

    private static InfoValue property(ClMem image, ImageShape shape, ClImageInfo info) {
        boolean hasRows =
                switch (shape.type()) {
                    case CL_MEM_OBJECT_IMAGE2D,
                            CL_MEM_OBJECT_IMAGE2D_ARRAY,
                            CL_MEM_OBJECT_IMAGE3D ->
                            true;
                    default -> false;
                };
        boolean isDeep = shape.type() == ClMemObjectType.CL_MEM_OBJECT_IMAGE3D;
        long layers = shape.isArrayOfRows() ? shape.size().y() : shape.size().z();
        boolean isArray = shape.hasSlices() && !isDeep;
        @Nullable ClMem buffer = image.whole();
        return switch (info) {
            case CL_IMAGE_FORMAT ->
                    InfoValue.ofLong(
                            Integer.toUnsignedLong(shape.format().order())
                                    | (long) shape.format().type() << Integer.SIZE);
            case CL_IMAGE_ELEMENT_SIZE -> InfoValue.ofLong(shape.format().texelBytes());
            case CL_IMAGE_ROW_PITCH -> InfoValue.ofLong(shape.rowBytes());
            case CL_IMAGE_SLICE_PITCH -> InfoValue.ofLong(shape.slicePitch());
            case CL_IMAGE_WIDTH -> InfoValue.ofLong(shape.size().x());
            case CL_IMAGE_HEIGHT -> InfoValue.ofLong(hasRows ? shape.size().y() : 0);
            case CL_IMAGE_DEPTH -> InfoValue.ofLong(isDeep ? shape.size().z() : 0);
            case CL_IMAGE_ARRAY_SIZE -> InfoValue.ofLong(isArray ? layers : 0);
            case CL_IMAGE_BUFFER -> InfoValue.ofLong(buffer == null ? 0 : buffer.name());
            case CL_IMAGE_NUM_MIP_LEVELS, CL_IMAGE_NUM_SAMPLES -> InfoValue.ofInt(0);
            case CL_IMAGE_INFO_NONE ->
                    throw OpenClFailures.invalidValue("0 is no property of an image");
        };
    }
}
