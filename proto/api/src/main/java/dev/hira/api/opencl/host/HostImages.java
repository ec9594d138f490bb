package dev.hira.api.opencl.host;

import dev.hira.api.opencl.ClCommandType;
import dev.hira.api.opencl.ClEnqueueMapImageResult;
import dev.hira.api.opencl.ClImageDesc;
import dev.hira.api.opencl.ClImageFormat;
import dev.hira.api.opencl.ClMemFlags;
import dev.hira.api.opencl.ClMemObjectType;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.ClSizes;
import dev.hira.api.opencl.OpenClDriver;
import dev.hira.api.opencl.OpenClException;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The functions of images that the program's own process answers: an image is memory with a shape
 * that the process knows, so its commands become commands for areas of memory.
 */
public interface HostImages extends OpenClDriver {
    /** The memory objects of the process. */
    HostMemory hostMemory();

    @Override
    default void clCreateImageAs(
            long mem,
            long context,
            long flags,
            ClImageFormat image_format,
            ClImageDesc image_desc,
            @Nullable MemorySegment host_ptr) {
        clCreateImageWithPropertiesAs(
                mem, context, new long[0], flags, image_format, image_desc, host_ptr);
    }

    @Override
    default void clCreateImageWithPropertiesAs(
            long mem,
            long context,
            long[] properties,
            long flags,
            ClImageFormat image_format,
            ClImageDesc image_desc,
            @Nullable MemorySegment host_ptr) {
        HostMemory.requireGiven(flags, host_ptr);
        ImageShape shape = ImageShape.of(image_format, image_desc);
        Rect given = given(shape, image_desc, host_ptr);
        boolean inBuffer = shape.type() == ClMemObjectType.CL_MEM_OBJECT_IMAGE1D_BUFFER;
        if (inBuffer != (image_desc.mem_object() != 0)) {
            throw wrongDescriptor("images in buffers, and only they, are of a memory object");
        }
        long size = ImageShape.DESCRIPTOR_BYTES + (inBuffer ? 0 : shape.bytes());
        long address = names().address(context, size, HostSide.ALIGNMENT);
        try {
            clCreateImageHIRAAs(
                    mem,
                    context,
                    properties,
                    flags,
                    image_format,
                    image_desc,
                    image_desc.mem_object(),
                    size,
                    address);
        } catch (RuntimeException refused) {
            names().releaseAddress(address);
            throw refused;
        }
        if (host_ptr != null) {
            initialize(mem, shape, given, host_ptr);
        }
        if (host_ptr != null && (flags & ClMemFlags.CL_MEM_USE_HOST_PTR.value()) != 0) {
            hostMemory().uses(mem, host_ptr, given);
        }
    }

    /** Returns where the content of an image lies in the memory that is given for it. */
    private static Rect given(
            ImageShape shape, ClImageDesc desc, @Nullable MemorySegment host_ptr) {
        if (host_ptr == null && (desc.image_row_pitch() | desc.image_slice_pitch()) != 0) {
            throw wrongDescriptor("there is no host memory, so there are no pitches of it");
        }
        Rect given;
        try {
            given =
                    shape.onHost(
                            new ClSizes(0, 0, 0),
                            shape.size(),
                            desc.image_row_pitch(),
                            desc.image_slice_pitch());
        } catch (OpenClException impossible) {
            throw wrongDescriptor(String.valueOf(impossible.getMessage()));
        }
        if (host_ptr != null && given.reach() > host_ptr.byteSize()) {
            throw new OpenClException(
                    ClResult.CL_INVALID_HOST_PTR,
                    "the image needs "
                            + given.reach()
                            + " bytes of host memory, not "
                            + host_ptr.byteSize());
        }
        return given;
    }

    private static OpenClException wrongDescriptor(String why) {
        return new OpenClException(ClResult.CL_INVALID_IMAGE_DESCRIPTOR, why);
    }

    /** Writes the content of a new image, slices and rows without gaps. */
    private void initialize(long mem, ImageShape shape, Rect given, MemorySegment content) {
        long bytes = shape.bytes();
        if (given.reach() == bytes) {
            clInitializeBufferHIRA(mem, 0, bytes, content.asSlice(0, bytes));
            return;
        }
        MemorySegment row = MemorySegment.ofArray(new byte[Math.toIntExact(shape.rowBytes())]);
        for (long z = 0; z < shape.size().z(); z++) {
            for (long y = 0; y < shape.size().y(); y++) {
                long from = z * given.slicePitch() + y * given.rowPitch();
                row.copyFrom(content.asSlice(from, row.byteSize()));
                long to = (z * shape.size().y() + y) * row.byteSize();
                clInitializeBufferHIRA(mem, to, row.byteSize(), row);
            }
        }
    }

    @Override
    default void clEnqueueReadImage(
            long command_queue,
            long image,
            boolean blocking_read,
            ClSizes origin,
            ClSizes region,
            long row_pitch,
            long slice_pitch,
            MemorySegment ptr,
            long[] event_wait_list,
            long event) {
        CallbackRule.require(blocking_read, "clEnqueueReadImage");
        ImageShape shape = hostMemory().image(image, HostMemory.UNREADABLE);
        Rect from = shape.place(origin, region);
        Rect to = shape.onHost(new ClSizes(0, 0, 0), region, row_pitch, slice_pitch);
        HostCommands.run(
                this,
                command_queue,
                blocking_read,
                ClCommandType.CL_COMMAND_READ_IMAGE,
                event,
                standing ->
                        clReadAreaHIRA(
                                command_queue,
                                image,
                                from.area(),
                                to.area(),
                                from.travelling(),
                                ptr,
                                event_wait_list,
                                standing,
                                false));
    }

    @Override
    default void clEnqueueWriteImage(
            long command_queue,
            long image,
            boolean blocking_write,
            ClSizes origin,
            ClSizes region,
            long input_row_pitch,
            long input_slice_pitch,
            MemorySegment ptr,
            long[] event_wait_list,
            long event) {
        CallbackRule.require(blocking_write, "clEnqueueWriteImage");
        ImageShape shape = hostMemory().image(image, HostMemory.UNWRITABLE);
        Rect to = shape.place(origin, region);
        Rect from = shape.onHost(new ClSizes(0, 0, 0), region, input_row_pitch, input_slice_pitch);
        clWriteAreaHIRA(
                command_queue,
                image,
                to.area(),
                from.area(),
                to.travelling(),
                ptr,
                event_wait_list,
                event,
                false);
    }

    @Override
    default void clEnqueueFillImage(
            long command_queue,
            long image,
            MemorySegment fill_color,
            ClSizes origin,
            ClSizes region,
            long[] event_wait_list,
            long event) {
        ImageShape shape = hostMemory().image(image, 0);
        Rect to = shape.place(origin, region);
        clFillAreaHIRA(
                command_queue,
                image,
                shape.format().texel(fill_color),
                to.area(),
                to.travelling(),
                event_wait_list,
                event);
    }

    @Override
    default void clEnqueueCopyImage(
            long command_queue,
            long src_image,
            long dst_image,
            ClSizes src_origin,
            ClSizes dst_origin,
            ClSizes region,
            long[] event_wait_list,
            long event) {
        ImageShape source = hostMemory().image(src_image, 0);
        ImageShape target = hostMemory().image(dst_image, 0);
        if (!source.format().equals(target.format())) {
            throw new OpenClException(
                    ClResult.CL_IMAGE_FORMAT_MISMATCH,
                    "the formats of the images are " + source.format() + " and " + target.format());
        }
        copy(
                command_queue,
                src_image,
                dst_image,
                source.place(src_origin, region),
                target.place(dst_origin, region),
                event_wait_list,
                event);
    }

    @Override
    default void clEnqueueCopyImageToBuffer(
            long command_queue,
            long src_image,
            long dst_buffer,
            ClSizes src_origin,
            ClSizes region,
            long dst_offset,
            long[] event_wait_list,
            long event) {
        hostMemory().requireBuffer(dst_buffer);
        Rect from = hostMemory().image(src_image, 0).place(src_origin, region);
        copy(
                command_queue,
                src_image,
                dst_buffer,
                from,
                inBuffer(from, dst_offset),
                event_wait_list,
                event);
    }

    @Override
    default void clEnqueueCopyBufferToImage(
            long command_queue,
            long src_buffer,
            long dst_image,
            long src_offset,
            ClSizes dst_origin,
            ClSizes region,
            long[] event_wait_list,
            long event) {
        hostMemory().requireBuffer(src_buffer);
        Rect to = hostMemory().image(dst_image, 0).place(dst_origin, region);
        copy(
                command_queue,
                src_buffer,
                dst_image,
                inBuffer(to, src_offset),
                to,
                event_wait_list,
                event);
    }

    private static Rect inBuffer(Rect image, long offset) {
        return Rect.of(new ClSizes(offset, 0, 0), image.region(), 0, 0);
    }

    private void copy(
            long queue, long source, long target, Rect from, Rect to, long[] waits, long event) {
        clCopyAreaHIRA(
                queue, source, target, from.area(), to.area(), from.travelling(), waits, event);
    }

    @Override
    default ClEnqueueMapImageResult clEnqueueMapImage(
            long command_queue,
            long image,
            boolean blocking_map,
            long map_flags,
            ClSizes origin,
            ClSizes region,
            long[] event_wait_list,
            long event) {
        CallbackRule.require(blocking_map, "clEnqueueMapImage");
        HostMemory.Mapping mapping = hostMemory().mapImage(image, map_flags, origin, region);
        try {
            HostCommands.run(
                    this,
                    command_queue,
                    blocking_map,
                    ClCommandType.CL_COMMAND_MAP_IMAGE,
                    event,
                    standing ->
                            mapping.read(this, command_queue, image, event_wait_list, standing));
        } catch (RuntimeException refused) {
            hostMemory().unmap(image, mapping.memory());
            throw refused;
        }
        return new ClEnqueueMapImageResult(
                mapping.memory(), mapping.rowPitch(), mapping.slicePitch());
    }
}
