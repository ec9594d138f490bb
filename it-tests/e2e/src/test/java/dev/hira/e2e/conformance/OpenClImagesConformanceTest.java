package dev.hira.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.opencl.ClMemObjectType;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.ClSizes;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Kernels that read and write images, beside a reference. */
final class OpenClImagesConformanceTest extends OpenClImages {
    private static final String KERNELS =
            """
            #define SAMPLE(name, image_t, n) \\
                kernel void name(read_only image_t image, sampler_t s, global const float* at, global float4* out) { \\
                    size_t i = get_global_id(0); \\
                    out[i] = read_imagef(image, s, COORDINATES_##n(at + 4 * i)); \\
                }
            #define COORDINATES_1(p) (p)[0]
            #define COORDINATES_2(p) (float2)((p)[0], (p)[1])
            #define COORDINATES_4(p) (float4)((p)[0], (p)[1], (p)[2], 0)
            SAMPLE(line, image1d_t, 1)
            SAMPLE(flat, image2d_t, 2)
            SAMPLE(deep, image3d_t, 4)
            SAMPLE(lines, image1d_array_t, 2)
            SAMPLE(sheets, image2d_array_t, 4)
            #define FETCH(suffix, T) \\
                kernel void fetch_##suffix(read_only image2d_t image, global T* out) { \\
                    int2 at = (int2)(get_global_id(0) % 16, get_global_id(0) / 16) - 1; \\
                    const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST; \\
                    out[get_global_id(0)] = read_image##suffix(image, s, at); \\
                } \\
                kernel void put_##suffix(write_only image2d_t image, global const T* in) { \\
                    int2 at = (int2)(get_global_id(0) % 16, get_global_id(0) / 16) - 1; \\
                    write_image##suffix(image, at, in[get_global_id(0)]); \\
                }
            FETCH(f, float4)
            FETCH(i, int4)
            FETCH(ui, uint4)
            kernel void in_buffer(read_only image1d_buffer_t image, write_only image3d_t deep, global float4* out) {
                int i = get_global_id(0);
                out[i] = read_imagef(image, i) + get_image_width(image);
                write_imagef(deep, (int4)(i % 2, i / 2 % 2, i / 4, 0), (float4)(i, 0, 0, 1));
            }
            kernel void ask(read_only image2d_t flat, write_only image3d_t deep, read_only image2d_array_t sheets,
                            read_only image1d_array_t lines, global int* out) {
                out[0] = get_image_width(flat);
                out[1] = get_image_height(flat);
                out[2] = get_image_depth(deep);
                out[3] = (int)get_image_array_size(sheets);
                out[4] = (int)get_image_array_size(lines);
                out[5] = get_image_channel_order(flat);
                out[6] = get_image_channel_data_type(flat);
                out[7] = get_image_dim(flat).y;
                out[8] = get_image_dim(deep).z;
            }
            """;

    private long program;

    private long kernelOf(String name) {
        if (program == 0) {
            program = cl.clCreateProgramWithSource(context, List.of(KERNELS));
            cl.clBuildProgram(program, NONE, "");
        }
        return cl.clCreateKernel(program, name);
    }

    private int[] run(long kernel, int items, long out) {
        cl.clEnqueueNDRangeKernel(queue, kernel, 1, null, sizes(items), null, NONE, 0);
        return readInts(out, 4 * items);
    }

    private static List<ImageReference.Sampler> samplers() {
        List<ImageReference.Sampler> samplers = new ArrayList<>();
        for (boolean linear : new boolean[] {false, true}) {
            for (int mode : new int[] {ImageReference.CLAMP_TO_EDGE, ImageReference.CLAMP}) {
                samplers.add(new ImageReference.Sampler(false, mode, linear));
                samplers.add(new ImageReference.Sampler(true, mode, linear));
            }
            samplers.add(new ImageReference.Sampler(true, ImageReference.REPEAT, linear));
            samplers.add(new ImageReference.Sampler(true, ImageReference.MIRRORED_REPEAT, linear));
        }
        return samplers;
    }

    /** Coordinates at edges and in between, some outside; four floats for each item. */
    private static float[] coordinates(Random random, boolean normalized, int[] size, int items) {
        float[] edges = {0, 0.5f, 1, -0.5f, -0.0f, 1.5f, 2, 0.999999f, -1, 0.25f};
        float[] at = new float[4 * items];
        for (int i = 0; i < at.length; i++) {
            int texels = i % 4 < size.length ? size[i % 4] : 1;
            float part =
                    i / 4 < 20 ? edges[random.nextInt(edges.length)] : random.nextFloat() * 3 - 1;
            at[i] = normalized ? part : part * texels;
        }
        return at;
    }

    private void shouldSample(
            String kernel, ClMemObjectType kind, int order, int type, Random random, int... size) {
        int items = 96;
        int texels = IntStream.of(size).reduce(1, (a, b) -> a * b);
        MemorySegment content = random(random, texels * ImageReference.texelBytes(order, type));
        if (type == ImageReference.FLOAT) {
            for (long i = 0; i < content.byteSize(); i += 4) {
                content.set(ValueLayout.JAVA_FLOAT_UNALIGNED, i, random.nextFloat() * 8 - 4);
            }
        }
        boolean layers = kind == LINES || kind == SHEETS;
        ImageReference reference = new ImageReference(order, type, layers, size, bytes(content));
        long y = size.length > 1 ? size[1] : 1;
        long z = size.length > 2 ? size[2] : 1;
        long image = image(order, type, desc(kind, size[0], y, z), 4 | COPY_HOST_PTR, content);
        long ready = kernelOf(kernel);
        long out = buffer(16L * items);
        long points = buffer(16L * items);
        setMem(ready, 0, image);
        setMem(ready, 2, points);
        setMem(ready, 3, out);
        for (ImageReference.Sampler sampler : samplers()) {
            long handle =
                    cl.clCreateSampler(
                            context,
                            sampler.normalized(),
                            sampler.addressing(),
                            sampler.linear() ? 0x1141 : 0x1140);
            float[] at = coordinates(random, sampler.normalized(), size, items);
            if (layers) {
                for (int i = size.length - 1; i < at.length; i += 4) {
                    at[i] = random.nextInt(5) - 1 + random.nextInt(3) * 0.3f;
                }
            }
            MemorySegment coordinates = MemorySegment.ofArray(at);
            cl.clEnqueueWriteBuffer(
                    queue, points, false, 0, coordinates.byteSize(), coordinates, NONE, 0);
            setSampler(ready, 1, handle);
            int[] colours = run(ready, items, out);
            for (int i = 0; i < items; i++) {
                float[] point = Arrays.copyOfRange(at, 4 * i, 4 * i + 4);
                assertThat(Arrays.copyOfRange(colours, 4 * i, 4 * i + 4))
                        .as("%s, %s at %s, seed %d", kernel, sampler, Arrays.toString(point), SEED)
                        .isEqualTo(reference.sample(sampler, point));
            }
            cl.clReleaseSampler(handle);
        }
        cl.clReleaseKernel(ready);
        cl.clReleaseMemObject(image);
        cl.clReleaseMemObject(out);
        cl.clReleaseMemObject(points);
    }

    @Test
    void shouldSampleLikeTheReference() {
        Random random = new Random(SEED);
        shouldSample("line", LINE, ImageReference.RGBA, ImageReference.UNORM_INT8, random, 13);
        shouldSample("flat", FLAT, ImageReference.RGBA, ImageReference.UNORM_INT8, random, 7, 5);
        shouldSample("flat", FLAT, ImageReference.R, ImageReference.FLOAT, random, 8, 8);
        shouldSample(
                "flat", FLAT, ImageReference.LUMINANCE, ImageReference.SNORM_INT16, random, 1, 3);
        shouldSample("deep", DEEP, ImageReference.BGRA, ImageReference.UNORM_INT8, random, 5, 4, 3);
        shouldSample("lines", LINES, ImageReference.RG, ImageReference.UNORM_INT16, random, 6, 3);
        shouldSample(
                "sheets", SHEETS, ImageReference.A, ImageReference.SNORM_INT8, random, 4, 3, 2);
    }

    /** Colours with edges: integers for integer formats, else bits of floats. */
    private static int[] colours(Random random, int type, int count) {
        int[] numbers = new int[4 * count];
        float[] edges = {0, 1, -1, 0.5f, 2, -2, Float.POSITIVE_INFINITY, 1e-9f, 0.00196f};
        for (int i = 0; i < numbers.length; i++) {
            boolean edge = random.nextInt(3) == 0;
            if (ImageReference.isInteger(type)) {
                numbers[i] = edge ? random.nextInt(600) - 300 : random.nextInt();
            } else {
                float value =
                        edge
                                ? edges[random.nextInt(edges.length)]
                                : random.nextFloat() * 2.4f - 1.2f;
                numbers[i] = Float.floatToRawIntBits(value);
            }
        }
        return numbers;
    }

    private static String suffix(int type) {
        return !ImageReference.isInteger(type) ? "f" : ImageReference.isSigned(type) ? "i" : "ui";
    }

    @Test
    void shouldWriteReadAndFillEveryFormatLikeTheReference() {
        int[] formats = cl.clGetSupportedImageFormats(context, 1, FLAT);
        assertThat(formats).hasSizeGreaterThanOrEqualTo(2 * 24);
        Random random = new Random(SEED);
        int width = 14;
        int height = 6;
        int items = 16 * 8;
        for (int f = 0; f < formats.length; f += way == Way.DIRECT ? 2 : 22) {
            int order = formats[f];
            int type = formats[f + 1];
            int bytes = ImageReference.texelBytes(order, type);
            String format = Integer.toHexString(order) + " " + Integer.toHexString(type);
            long image = image(order, type, desc(FLAT, width, height, 1), 1, null);
            int[] colours = colours(random, type, items);
            long in = buffer(colours);
            long put = kernelOf("put_" + suffix(type));
            setMem(put, 0, image);
            setMem(put, 1, in);
            cl.clEnqueueNDRangeKernel(queue, put, 1, null, sizes(items), null, NONE, 0);
            byte[] texels = read(image, new ClSizes(width, height, 1), width * height * bytes);
            for (int i = 0; i < width * height; i++) {
                int item = (i / width + 1) * 16 + i % width + 1;
                assertThat(Arrays.copyOfRange(texels, bytes * i, bytes * (i + 1)))
                        .as("written, format %s, seed %d", format, SEED)
                        .isEqualTo(
                                ImageReference.packed(
                                        order,
                                        type,
                                        Arrays.copyOfRange(colours, 4 * item, 4 * item + 4)));
            }
            ImageReference reference =
                    new ImageReference(order, type, false, new int[] {width, height}, texels);
            long fetch = kernelOf("fetch_" + suffix(type));
            setMem(fetch, 0, image);
            setMem(fetch, 1, in);
            int[] fetched = run(fetch, items, in);
            for (int i = 0; i < items; i++) {
                assertThat(Arrays.copyOfRange(fetched, 4 * i, 4 * i + 4))
                        .as("read, format %s, item %d, seed %d", format, i, SEED)
                        .isEqualTo(reference.texel(i % 16 - 1, i / 16 - 1));
            }
            shouldFill(image, order, type, random, texels, width, height);
            cl.clReleaseKernel(put);
            cl.clReleaseKernel(fetch);
            cl.clReleaseMemObject(in);
            cl.clReleaseMemObject(image);
        }
    }

    private void shouldFill(
            long image, int order, int type, Random random, byte[] before, int width, int height) {
        int bytes = ImageReference.texelBytes(order, type);
        int[] colour = colours(random, type, 1);
        ClSizes from = new ClSizes(3, 1, 0);
        ClSizes region = new ClSizes(7, 3, 1);
        cl.clEnqueueFillImage(queue, image, MemorySegment.ofArray(colour), from, region, NONE, 0);
        byte[] expected = before.clone();
        byte[] texel = ImageReference.packed(order, type, colour);
        for (int i = 0; i < 21; i++) {
            int at = bytes * ((1 + i / 7) * width + 3 + i % 7);
            System.arraycopy(texel, 0, expected, at, bytes);
        }
        assertThat(read(image, new ClSizes(width, height, 1), expected.length))
                .as("filled, format %x %x, seed %d", order, type, SEED)
                .isEqualTo(expected);
    }

    @Test
    void shouldSeeTheTexelsOfABufferAndAnswerKernels() {
        float[] numbers = {1, 2, 3, 4, 5, 6, 7, 8};
        MemorySegment content = MemorySegment.ofArray(numbers);
        long buffer = cl.clCreateBuffer(context, 1 | COPY_HOST_PTR, 32, content);
        long image = image(0x10B0, 0x10DE, desc(IN_BUFFER, 8, 0, 0, 0, 0, buffer), 0, null);
        long deep = image(0x10B5, 0x10DE, desc(DEEP, 2, 2, 2), 1, null);
        long out = buffer(16 * 8);
        long kernel = kernelOf("in_buffer");
        setMem(kernel, 0, image);
        setMem(kernel, 1, deep);
        setMem(kernel, 2, out);
        cl.clReleaseMemObject(buffer);
        int[] read = run(kernel, 8, out);
        MemorySegment boxes = MemorySegment.ofArray(new float[32]);
        cl.clEnqueueReadImage(
                queue, deep, true, ORIGIN, new ClSizes(2, 2, 2), 0, 0, boxes, NONE, 0);
        for (int i = 0; i < 8; i++) {
            assertThat(Float.intBitsToFloat(read[4 * i])).isEqualTo(numbers[i] + 8);
            assertThat(boxes.getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, 4L * i)).isEqualTo(i);
        }
        long sheets = image(0x10B5, 0x10D2, desc(SHEETS, 3, 4, 5), 1, null);
        long lines = image(0x10B5, 0x10D2, desc(LINES, 3, 6, 1), 1, null);
        long flat = image(0x10B6, 0x10D2, desc(FLAT, 11, 12, 1), 1, null);
        long ask = kernelOf("ask");
        long[] arguments = {flat, deep, sheets, lines, out};
        for (int i = 0; i < arguments.length; i++) {
            setMem(ask, i, arguments[i]);
        }
        assertThat(Arrays.copyOf(run(ask, 1, out), 4)).containsExactly(11, 12, 2, 5);
        assertThat(Arrays.copyOfRange(readInts(out, 9), 4, 9))
                .containsExactly(6, 0x10B6, 0x10D2, 12, 2);
    }

    @Test
    void shouldRefuseArgumentsThatDoNotFitTheKernel() {
        long kernel = kernelOf("flat");
        long put = kernelOf("put_f");
        long flat = image(0x10B5, 0x10D2, desc(FLAT, 4, 4, 1), 1, null);
        long deep = image(0x10B5, 0x10D2, desc(DEEP, 4, 4, 1), 1, null);
        long written = image(0x10B5, 0x10D2, desc(FLAT, 4, 4, 1), 2, null);
        long readable = image(0x10B5, 0x10D2, desc(FLAT, 4, 4, 1), 4, null);
        long sampler = cl.clCreateSampler(context, true, ImageReference.CLAMP, 0x1140);
        long buffer = buffer(64);
        shouldFail(ClResult.CL_INVALID_MEM_OBJECT, () -> setMem(kernel, 0, buffer));
        shouldFail(ClResult.CL_INVALID_MEM_OBJECT, () -> setMem(kernel, 0, deep));
        shouldFail(ClResult.CL_INVALID_MEM_OBJECT, () -> setMem(kernel, 2, flat));
        shouldFail(ClResult.CL_INVALID_ARG_VALUE, () -> setMem(kernel, 0, written));
        shouldFail(ClResult.CL_INVALID_ARG_VALUE, () -> setMem(put, 0, readable));
        shouldFail(ClResult.CL_INVALID_ARG_VALUE, () -> setSampler(kernel, 2, sampler));
        shouldFail(ClResult.CL_INVALID_SAMPLER, () -> setMem(kernel, 1, buffer));
        shouldFail(ClResult.CL_INVALID_ARG_SIZE, () -> setInt(kernel, 1, 3));
        setMem(kernel, 0, flat);
        setSampler(kernel, 1, sampler);
        shouldFail(
                ClResult.CL_INVALID_KERNEL_ARGS,
                () -> cl.clEnqueueNDRangeKernel(queue, kernel, 1, null, sizes(1), null, NONE, 0));
    }
}
