package dev.hira.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.opencl.ClCommandType;
import dev.hira.api.opencl.ClDeviceInfo;
import dev.hira.api.opencl.ClEnqueueMapImageResult;
import dev.hira.api.opencl.ClEventInfo;
import dev.hira.api.opencl.ClImageDesc;
import dev.hira.api.opencl.ClImageFormat;
import dev.hira.api.opencl.ClImageInfo;
import dev.hira.api.opencl.ClMemInfo;
import dev.hira.api.opencl.ClMemObjectType;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.ClSamplerInfo;
import dev.hira.api.opencl.ClSizes;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Images and samplers without kernels: their commands, properties and failures. */
final class OpenClImageCommandsConformanceTest extends OpenClImages {
    @Test
    void shouldMoveRegionsOfAllKindsOfImages() {
        Random random = new Random(SEED);
        for (ClMemObjectType kind : List.of(LINE, LINES, FLAT, SHEETS, DEEP)) {
            int y = kind == LINE ? 1 : 5;
            int z = kind == DEEP || kind == SHEETS ? 3 : 1;
            ClSizes all = new ClSizes(9, y, z);
            int bytes = 9 * y * z * 4;
            MemorySegment content = random(random, bytes);
            long image = image(0x10B5, 0x10DA, desc(kind, 9, y, z), 1 | COPY_HOST_PTR, content);
            assertThat(read(image, all, bytes)).as("%s", kind).isEqualTo(bytes(content));
            ClSizes from = new ClSizes(2, y / 2, z / 2);
            ClSizes part = new ClSizes(5, y - y / 2, z - z / 2);
            int rows = (int) (part.y() * part.z());
            MemorySegment other = random(random, 5 * rows * 4);
            cl.clEnqueueWriteImage(queue, image, false, from, part, 0, 0, other, NONE, 0);
            byte[] expected = bytes(content);
            for (int row = 0; row < rows; row++) {
                int at = place(row, from, part, y);
                MemorySegment.copy(other, ValueLayout.JAVA_BYTE, 20L * row, expected, at, 20);
            }
            assertThat(read(image, all, bytes)).as("written %s", kind).isEqualTo(expected);
            long copy = image(0x10B5, 0x10DA, desc(kind, 9, y, z), 1 | COPY_HOST_PTR, content);
            cl.clEnqueueCopyImage(queue, image, copy, from, from, part, NONE, 0);
            assertThat(read(copy, all, bytes)).as("copied %s", kind).isEqualTo(expected);
            long buffer = buffer(4 + 20L * rows);
            cl.clEnqueueCopyImageToBuffer(queue, image, buffer, from, part, 4, NONE, 0);
            byte[] back = new byte[20 * rows];
            cl.clEnqueueReadBuffer(
                    queue, buffer, true, 4, back.length, MemorySegment.ofArray(back), NONE, 0);
            assertThat(back).as("to a buffer %s", kind).isEqualTo(bytes(other));
            cl.clEnqueueWriteImage(queue, copy, false, ORIGIN, all, 0, 0, content, NONE, 0);
            cl.clEnqueueCopyBufferToImage(queue, buffer, copy, 4, from, part, NONE, 0);
            assertThat(read(copy, all, bytes)).as("from a buffer %s", kind).isEqualTo(expected);
            shouldMap(copy, kind, from, part, expected, y);
            for (long mem : new long[] {image, copy, buffer}) {
                cl.clReleaseMemObject(mem);
            }
        }
    }

    /** Returns the first byte of a row of a region of an image 9 texels wide. */
    private static int place(int row, ClSizes from, ClSizes part, int height) {
        long z = from.z() + row / part.y();
        long y = from.y() + row % part.y();
        return (int) (((z * height + y) * 9 + from.x()) * 4);
    }

    private void shouldMap(
            long image, ClMemObjectType kind, ClSizes from, ClSizes part, byte[] content, int y) {
        ClEnqueueMapImageResult mapped =
                cl.clEnqueueMapImage(queue, image, true, 3, from, part, NONE, 0);
        MemorySegment memory = mapped.mapped_ptr();
        assertThat(mapped.image_row_pitch()).isEqualTo(20);
        boolean layered = kind == LINES || kind == SHEETS || kind == DEEP;
        assertThat(mapped.image_slice_pitch())
                .as("%s", kind)
                .isEqualTo(kind == LINES ? 20 : layered ? 20 * part.y() : 0);
        byte[] expected = content.clone();
        for (int row = 0; row < part.y() * part.z(); row++) {
            int at = place(row, from, part, y);
            assertThat(bytes(memory.asSlice(20L * row, 20)))
                    .as("mapped %s", kind)
                    .isEqualTo(Arrays.copyOfRange(content, at, at + 20));
            Arrays.fill(expected, at, at + 20, (byte) (row + 1));
            memory.asSlice(20L * row, 20).fill((byte) (row + 1));
        }
        cl.clEnqueueUnmapMemObject(queue, image, memory, NONE, 0);
        ClSizes all =
                new ClSizes(9, y, content.length / (9 * 4 * y)); // the slices of the whole image
        assertThat(read(image, all, content.length)).as("unmapped %s", kind).isEqualTo(expected);
    }

    @Test
    void shouldTakePitchesOfHostMemory() {
        Random random = new Random(SEED);
        MemorySegment given = random(random, 3 * 2 * 64);
        ClImageDesc pitched = desc(SHEETS, 5, 2, 3, 32, 128, 0);
        long image = image(0x10B5, 0x10D2, pitched, 1 | USE_HOST_PTR, given);
        byte[] back = new byte[given.asByteBuffer().capacity()];
        cl.clEnqueueReadImage(
                queue,
                image,
                true,
                ORIGIN,
                new ClSizes(5, 2, 3),
                32,
                128,
                MemorySegment.ofArray(back),
                NONE,
                0);
        for (int row = 0; row < 6; row++) {
            int at = row / 2 * 128 + row % 2 * 32;
            assertThat(Arrays.copyOfRange(back, at, at + 20))
                    .isEqualTo(bytes(given.asSlice(at, 20)));
        }
        ClEnqueueMapImageResult mapped =
                cl.clEnqueueMapImage(
                        queue, image, true, 1, new ClSizes(1, 1, 1), new ClSizes(2, 1, 2), NONE, 0);
        assertThat(mapped.image_row_pitch()).isEqualTo(32);
        assertThat(mapped.image_slice_pitch()).isEqualTo(128);
        assertThat(mapped.mapped_ptr().heapBase()).isEqualTo(given.heapBase());
        assertThat(
                        number((size, value) ->
                                cl.clGetMemObjectInfo(image, ClMemInfo.CL_MEM_SIZE, size, value)))
                .isEqualTo(5 * 2 * 3 * 4);
        cl.clEnqueueUnmapMemObject(queue, image, mapped.mapped_ptr(), NONE, 0);
        cl.clFinish(queue);
    }

    private long ofImage(long image, ClImageInfo info) {
        return number((size, value) -> cl.clGetImageInfo(image, info, size, value));
    }

    @Test
    void shouldTellThePropertiesOfImagesAndSamplers() {
        long image = image(0x10B5, 0x10DD, desc(SHEETS, 5, 4, 3), 4, null);
        assertThat(ofImage(image, ClImageInfo.CL_IMAGE_FORMAT)).isEqualTo(0x10DD_0000_10B5L);
        assertThat(ofImage(image, ClImageInfo.CL_IMAGE_ELEMENT_SIZE)).isEqualTo(8);
        assertThat(ofImage(image, ClImageInfo.CL_IMAGE_ROW_PITCH)).isEqualTo(40);
        assertThat(ofImage(image, ClImageInfo.CL_IMAGE_SLICE_PITCH)).isEqualTo(160);
        assertThat(ofImage(image, ClImageInfo.CL_IMAGE_WIDTH)).isEqualTo(5);
        assertThat(ofImage(image, ClImageInfo.CL_IMAGE_HEIGHT)).isEqualTo(4);
        assertThat(ofImage(image, ClImageInfo.CL_IMAGE_DEPTH)).isZero();
        assertThat(ofImage(image, ClImageInfo.CL_IMAGE_ARRAY_SIZE)).isEqualTo(3);
        assertThat(ofImage(image, ClImageInfo.CL_IMAGE_BUFFER)).isZero();
        assertThat(
                        small((size, value) ->
                                cl.clGetMemObjectInfo(image, ClMemInfo.CL_MEM_TYPE, size, value)))
                .isEqualTo(SHEETS.value());
        shouldFail(
                ClResult.CL_INVALID_VALUE,
                () -> cl.clGetImageInfo(image, ClImageInfo.CL_IMAGE_INFO_NONE, 0, null));
        long buffer = buffer(64);
        shouldFail(
                ClResult.CL_INVALID_MEM_OBJECT,
                () -> cl.clGetImageInfo(buffer, ClImageInfo.CL_IMAGE_WIDTH, 0, null));
        long[] list = {0x1152, 0, 0x1153, 0x1131, 0x1154, 0x1141, 0};
        long sampler = cl.clCreateSamplerWithProperties(context, list);
        assertThat(ofSampler(sampler, ClSamplerInfo.CL_SAMPLER_NORMALIZED_COORDS)).isZero();
        assertThat(ofSampler(sampler, ClSamplerInfo.CL_SAMPLER_ADDRESSING_MODE)).isEqualTo(0x1131);
        assertThat(ofSampler(sampler, ClSamplerInfo.CL_SAMPLER_FILTER_MODE)).isEqualTo(0x1141);
        cl.clRetainSampler(sampler);
        assertThat(ofSampler(sampler, ClSamplerInfo.CL_SAMPLER_REFERENCE_COUNT)).isEqualTo(2);
        cl.clReleaseSampler(sampler);
        cl.clReleaseSampler(sampler);
        shouldFail(ClResult.CL_INVALID_SAMPLER, () -> cl.clRetainSampler(sampler));
        shouldFail(ClResult.CL_INVALID_SAMPLER, () -> cl.clReleaseSampler(sampler));
        shouldFail(
                ClResult.CL_INVALID_SAMPLER,
                () -> cl.clGetSamplerInfo(sampler, ClSamplerInfo.CL_SAMPLER_CONTEXT, 0, null));
        assertThat(
                        small((size, value) ->
                                cl.clGetDeviceInfo(
                                        device, ClDeviceInfo.CL_DEVICE_IMAGE_SUPPORT, size, value)))
                .isOne();
        assertThat(
                        number((size, value) ->
                                cl.clGetDeviceInfo(
                                        device,
                                        ClDeviceInfo.CL_DEVICE_IMAGE2D_MAX_WIDTH,
                                        size,
                                        value)))
                .isGreaterThanOrEqualTo(8192);
    }

    private int ofSampler(long sampler, ClSamplerInfo info) {
        return small((size, value) -> cl.clGetSamplerInfo(sampler, info, size, value));
    }

    @Test
    void shouldRefuseImagesAndSamplersThatAreNotPossible() {
        MemorySegment memory = MemorySegment.ofArray(new byte[64]);
        ClImageDesc flat = desc(FLAT, 4, 4, 1);
        long buffer = buffer(64);
        shouldFail(ClResult.CL_INVALID_CONTEXT, () -> create(queue, 1, 0x10D2, flat, null));
        shouldFail(ClResult.CL_INVALID_VALUE, () -> create(context, 3, 0x10D2, flat, null));
        shouldFail(
                ClResult.CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                () -> create(context, 1, 7, flat, null));
        shouldFail(
                ClResult.CL_IMAGE_FORMAT_NOT_SUPPORTED,
                () -> create(context, 1, 0x10D4, flat, null));
        shouldFail(ClResult.CL_INVALID_HOST_PTR, () -> create(context, 1, 0x10D2, flat, memory));
        shouldFail(
                ClResult.CL_INVALID_HOST_PTR,
                () -> create(context, 1 | COPY_HOST_PTR, 0x10D2, flat, null));
        shouldFail(
                ClResult.CL_INVALID_HOST_PTR,
                () -> create(context, 1 | COPY_HOST_PTR, 0x10D2, flat, memory.asSlice(0, 63)));
        for (ClImageDesc wrong :
                List.of(
                        desc(FLAT, 0, 4, 1),
                        desc(ClMemObjectType.CL_MEM_OBJECT_BUFFER, 4, 4, 1),
                        desc(FLAT, 4, 4, 1, 16, 0, 0),
                        desc(FLAT, 4, 4, 1, 0, 0, buffer),
                        desc(IN_BUFFER, 4, 1, 1),
                        desc(IN_BUFFER, 17, 1, 1, 0, 0, buffer))) {
            shouldFail(
                    ClResult.CL_INVALID_IMAGE_DESCRIPTOR,
                    () -> create(context, 1, 0x10D2, wrong, null));
        }
        shouldFail(
                ClResult.CL_INVALID_IMAGE_DESCRIPTOR,
                () ->
                        create(
                                context,
                                1 | COPY_HOST_PTR,
                                0x10D2,
                                desc(FLAT, 4, 4, 1, 15, 0, 0),
                                memory));
        shouldFail(
                ClResult.CL_INVALID_IMAGE_SIZE,
                () -> create(context, 1, 0x10D2, desc(FLAT, 16_385, 1, 1), null));
        long image = create(context, 1, 0x10D2, flat, null);
        shouldFail(
                ClResult.CL_INVALID_MEM_OBJECT,
                () -> create(context, 1, 0x10D2, desc(IN_BUFFER, 4, 1, 1, 0, 0, image), null));
        shouldFail(
                ClResult.CL_INVALID_PROPERTY,
                () ->
                        cl.clCreateImageWithProperties(
                                context,
                                new long[] {1, 2, 0},
                                1,
                                new ClImageFormat(0x10B5, 0x10D2),
                                flat,
                                null));
        shouldFail(
                ClResult.CL_INVALID_VALUE,
                () ->
                        cl.clGetSupportedImageFormats(
                                context, 1, ClMemObjectType.CL_MEM_OBJECT_BUFFER));
        shouldFail(
                ClResult.CL_INVALID_VALUE, () -> cl.clGetSupportedImageFormats(context, 3, FLAT));
        shouldFail(
                ClResult.CL_INVALID_CONTEXT, () -> cl.clGetSupportedImageFormats(queue, 1, FLAT));
        shouldFail(
                ClResult.CL_INVALID_VALUE,
                () -> cl.clCreateSampler(context, false, ImageReference.REPEAT, 0x1140));
        shouldFail(
                ClResult.CL_INVALID_VALUE, () -> cl.clCreateSampler(context, true, 0x1135, 0x1140));
        shouldFail(
                ClResult.CL_INVALID_VALUE, () -> cl.clCreateSampler(context, true, 0x1131, 0x1142));
        shouldFail(
                ClResult.CL_INVALID_CONTEXT, () -> cl.clCreateSampler(queue, true, 0x1131, 0x1140));
        shouldFail(
                ClResult.CL_INVALID_VALUE,
                () -> cl.clCreateSamplerWithProperties(context, new long[] {0x1150, 1, 0}));
    }

    private long create(
            long in, long flags, int type, ClImageDesc desc, @Nullable MemorySegment memory) {
        return cl.clCreateImage(in, flags, new ClImageFormat(0x10B5, type), desc, memory);
    }

    @Test
    void shouldRefuseCommandsThatAreNotPossible() {
        long image = image(0x10B5, 0x10D2, desc(FLAT, 4, 4, 1), 1, null);
        long other = image(0x10B5, 0x10D8, desc(FLAT, 4, 4, 1), 1, null);
        long hidden = image(0x10B5, 0x10D2, desc(FLAT, 4, 4, 1), 1 | 0x200, null);
        long buffer = buffer(64);
        MemorySegment memory = MemorySegment.ofArray(new byte[64]);
        ClSizes all = new ClSizes(4, 4, 1);
        ClSizes wide = new ClSizes(5, 4, 1);
        ClSizes none = new ClSizes(0, 4, 1);
        for (ClSizes wrong : List.of(wide, none)) {
            shouldFail(
                    ClResult.CL_INVALID_VALUE,
                    () ->
                            cl.clEnqueueReadImage(
                                    queue, image, true, ORIGIN, wrong, 0, 0, memory, NONE, 0));
            shouldFail(
                    ClResult.CL_INVALID_VALUE,
                    () ->
                            cl.clEnqueueWriteImage(
                                    queue, image, true, ORIGIN, wrong, 0, 0, memory, NONE, 0));
            shouldFail(
                    ClResult.CL_INVALID_VALUE,
                    () -> cl.clEnqueueFillImage(queue, image, memory, ORIGIN, wrong, NONE, 0));
            shouldFail(
                    ClResult.CL_INVALID_VALUE,
                    () ->
                            cl.clEnqueueCopyImage(
                                    queue, image, image, ORIGIN, ORIGIN, wrong, NONE, 0));
            shouldFail(
                    ClResult.CL_INVALID_VALUE,
                    () -> cl.clEnqueueMapImage(queue, image, true, 1, ORIGIN, wrong, NONE, 0));
        }
        shouldFail(
                ClResult.CL_INVALID_VALUE,
                () ->
                        cl.clEnqueueReadImage(
                                queue, image, true, ORIGIN, all, 15, 0, memory, NONE, 0));
        shouldFail(
                ClResult.CL_INVALID_VALUE,
                () ->
                        cl.clEnqueueReadImage(
                                queue, image, true, ORIGIN, all, 0, 64, memory, NONE, 0));
        shouldFail(
                ClResult.CL_INVALID_MEM_OBJECT,
                () ->
                        cl.clEnqueueReadImage(
                                queue, buffer, true, ORIGIN, all, 0, 0, memory, NONE, 0));
        shouldFail(
                ClResult.CL_INVALID_MEM_OBJECT,
                () -> cl.clEnqueueReadBuffer(queue, image, true, 0, 4, memory, NONE, 0));
        shouldFail(
                ClResult.CL_INVALID_MEM_OBJECT,
                () -> cl.clEnqueueFillBuffer(queue, image, memory, 0, 64, NONE, 0));
        shouldFail(
                ClResult.CL_INVALID_OPERATION,
                () ->
                        cl.clEnqueueReadImage(
                                queue, hidden, true, ORIGIN, all, 0, 0, memory, NONE, 0));
        shouldFail(
                ClResult.CL_INVALID_OPERATION,
                () -> cl.clEnqueueMapImage(queue, hidden, true, 1, ORIGIN, all, NONE, 0));
        shouldFail(
                ClResult.CL_IMAGE_FORMAT_MISMATCH,
                () -> cl.clEnqueueCopyImage(queue, image, other, ORIGIN, ORIGIN, all, NONE, 0));
        shouldFail(
                ClResult.CL_MEM_COPY_OVERLAP,
                () ->
                        cl.clEnqueueCopyImage(
                                queue,
                                image,
                                image,
                                ORIGIN,
                                new ClSizes(1, 1, 0),
                                new ClSizes(2, 2, 1),
                                NONE,
                                0));
        shouldFail(
                ClResult.CL_INVALID_VALUE,
                () -> cl.clEnqueueCopyImageToBuffer(queue, image, buffer, ORIGIN, all, 1, NONE, 0));
        shouldFail(
                ClResult.CL_INVALID_EVENT_WAIT_LIST,
                () -> cl.clEnqueueFillImage(queue, image, memory, ORIGIN, all, new long[] {7}, 0));
        long foreign = cl.clCreateContext(NONE, new long[] {device});
        long there = cl.clCreateCommandQueue(foreign, device, 0);
        shouldFail(
                ClResult.CL_INVALID_CONTEXT,
                () -> cl.clEnqueueFillImage(there, image, memory, ORIGIN, all, NONE, 0));
        long event = cl.clCreateEventHIRA(queue, ClCommandType.CL_COMMAND_FILL_IMAGE);
        cl.clEnqueueFillImage(queue, image, memory, ORIGIN, all, NONE, event);
        assertThat(
                        small((size, value) ->
                                cl.clGetEventInfo(
                                        event, ClEventInfo.CL_EVENT_COMMAND_TYPE, size, value)))
                .isEqualTo(ClCommandType.CL_COMMAND_FILL_IMAGE.value());
    }
}
