package dev.hira.e2e.conformance;

import static dev.hira.e2e.conformance.OpenClProvocation.always;
import static dev.hira.e2e.conformance.OpenClProvocation.with;
import static dev.hira.e2e.conformance.OpenClScene.NONE;

import dev.hira.api.opencl.ClArea;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.ClSizes;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.Stream;

/** Provocations of functions that enqueue commands or wait for them. */
final class OpenClCommandProvocations {
    private static final ClResult VALUE = ClResult.CL_INVALID_VALUE;

    private static final String RANGE = "clEnqueueNDRangeKernel";
    private static final String[] KERNELS = {RANGE, "clEnqueueTask"};

    /** Commands with an offset and a size. */
    private static final String[] STRETCHES = {
        "clEnqueueReadBuffer",
        "clReadBufferHIRA",
        "clReadBufferLateHIRA",
        "clEnqueueWriteBuffer",
        "clWriteBufferHIRA",
        "clEnqueueFillBuffer",
        "clEnqueueMapBuffer"
    };

    /** Commands with a region of two or three dimensions. */
    private static final String[] REGIONS = {
        "clEnqueueReadBufferRect",
        "clReadAreaHIRA",
        "clEnqueueWriteBufferRect",
        "clWriteAreaHIRA",
        "clEnqueueCopyBufferRect",
        "clEnqueueReadImage",
        "clEnqueueWriteImage",
        "clEnqueueFillImage",
        "clFillAreaHIRA",
        "clEnqueueCopyImage",
        "clEnqueueCopyImageToBuffer",
        "clEnqueueCopyBufferToImage",
        "clCopyAreaHIRA",
        "clEnqueueMapImage"
    };

    private static final String[] IMAGES = {
        "clEnqueueReadImage", "clEnqueueWriteImage", "clEnqueueFillImage", "clEnqueueMapImage"
    };

    private static final String[] HIDDEN_BUFFER = {
        "clEnqueueReadBuffer",
        "clReadBufferHIRA",
        "clReadBufferLateHIRA",
        "clEnqueueReadBufferRect",
        "clEnqueueWriteBuffer",
        "clWriteBufferHIRA",
        "clEnqueueWriteBufferRect",
        "clWriteAreaHIRA",
        "clEnqueueMapBuffer"
    };

    private static final String FREE = "clEnqueueSVMFree";

    private OpenClCommandProvocations() {}

    static List<OpenClProvocation> all() {
        return Stream.of(transfers(), copies(), images(), maps(), shared(), kernels(), others())
                .flatMap(each -> each)
                .flatMap(List::stream)
                .toList();
    }

    private static Stream<List<OpenClProvocation>> transfers() {
        return Stream.of(
                OpenClProvocation.of(VALUE, "offset", 2000, STRETCHES),
                OpenClProvocation.of(VALUE, "offset", -8, STRETCHES),
                OpenClProvocation.of(VALUE, "size", -1, STRETCHES),
                OpenClProvocation.of(VALUE, "size", Long.MIN_VALUE, STRETCHES),
                OpenClProvocation.of(VALUE, "size", Long.MAX_VALUE, STRETCHES),
                OpenClProvocation.of(VALUE, "region", new ClSizes(0, 1, 1), REGIONS),
                OpenClProvocation.of(VALUE, "region", new ClSizes(1, 1, -1), REGIONS),
                OpenClProvocation.of(VALUE, "region", new ClSizes(4096, 4096, 1), REGIONS),
                OpenClProvocation.of(VALUE, "region", new ClSizes(1L << 62, 1L << 62, 4), REGIONS),
                OpenClProvocation.of(VALUE, "buffer_row_pitch", 1, "clEnqueueReadBufferRect"),
                OpenClProvocation.of(VALUE, "host_row_pitch", 1, "clEnqueueWriteBufferRect"),
                OpenClProvocation.of(VALUE, "src_slice_pitch", 1, "clEnqueueCopyBufferRect"),
                OpenClProvocation.of(
                        VALUE,
                        "area",
                        new ClArea(-1, 16, 4, 0, 0),
                        "clReadAreaHIRA",
                        "clFillAreaHIRA"),
                OpenClProvocation.of(
                        VALUE,
                        "host",
                        new ClArea(64, 16, 4, 0, 0),
                        "clReadAreaHIRA",
                        "clWriteAreaHIRA"),
                with(ClResult.CL_INVALID_OPERATION, "buffer", scene -> scene.secret, HIDDEN_BUFFER),
                with(VALUE, "pattern", _ -> OpenClScene.bytes(3), "clEnqueueFillBuffer"),
                with(VALUE, "pattern", _ -> OpenClScene.bytes(0), "clEnqueueFillBuffer"),
                with(VALUE, "pattern", _ -> OpenClScene.bytes(256), "clEnqueueFillBuffer"),
                with(VALUE, "pattern", _ -> OpenClScene.bytes(0), "clFillAreaHIRA"),
                with(VALUE, "ptr", _ -> OpenClScene.bytes(3), "clEnqueueReadBuffer"),
                with(VALUE, "ptr", _ -> OpenClScene.bytes(3), "clEnqueueWriteBuffer"));
    }

    private static Stream<List<OpenClProvocation>> copies() {
        ClResult overlap = ClResult.CL_MEM_COPY_OVERLAP;
        String buffers = "clEnqueueCopyBuffer";
        return Stream.of(
                OpenClProvocation.of(VALUE, "src_offset", 2000, buffers),
                OpenClProvocation.of(VALUE, "dst_offset", -1, buffers),
                OpenClProvocation.of(VALUE, "size", Long.MAX_VALUE, buffers),
                with(overlap, "dst_buffer", scene -> scene.buffer, buffers),
                with(overlap, "dst_buffer", scene -> scene.buffer, "clEnqueueCopyBufferRect"),
                with(overlap, "dst_image", scene -> scene.image, "clEnqueueCopyImage"),
                with(overlap, "dst", scene -> scene.image, "clCopyAreaHIRA"),
                OpenClProvocation.of(
                        VALUE, "dst_area", new ClArea(64, 16, 4, 0, 0), "clCopyAreaHIRA"),
                with(
                        ClResult.CL_IMAGE_FORMAT_MISMATCH,
                        "dst_image",
                        scene -> scene.image(0x10B0, OpenClScene.UNORM_INT8, 0),
                        "clEnqueueCopyImage"),
                OpenClProvocation.of(VALUE, "dst_offset", 2000, "clEnqueueCopyImageToBuffer"),
                OpenClProvocation.of(VALUE, "src_offset", -1, "clEnqueueCopyBufferToImage"),
                with(VALUE, "mem_objects", _ -> NONE, "clEnqueueMigrateMemObjects"),
                OpenClProvocation.of(VALUE, "flags", 1L << 20, "clEnqueueMigrateMemObjects"));
    }

    private static Stream<List<OpenClProvocation>> images() {
        ClResult noImage = ClResult.CL_INVALID_MEM_OBJECT;
        return Stream.of(
                OpenClProvocation.of(VALUE, "origin", new ClSizes(1, 0, 0), IMAGES),
                OpenClProvocation.of(VALUE, "origin", new ClSizes(0, -1, 0), IMAGES),
                OpenClProvocation.of(VALUE, "origin", new ClSizes(0, 0, Long.MAX_VALUE), IMAGES),
                OpenClProvocation.of(VALUE, "row_pitch", 1, "clEnqueueReadImage"),
                OpenClProvocation.of(VALUE, "input_row_pitch", -1, "clEnqueueWriteImage"),
                OpenClProvocation.of(VALUE, "input_slice_pitch", 64, "clEnqueueWriteImage"),
                with(VALUE, "fill_color", _ -> OpenClScene.bytes(15), "clEnqueueFillImage"),
                with(
                        ClResult.CL_INVALID_OPERATION,
                        "image",
                        scene -> scene.secretImage,
                        "clEnqueueReadImage",
                        "clEnqueueWriteImage",
                        "clEnqueueMapImage"),
                with(noImage, "image", scene -> scene.buffer, IMAGES),
                with(noImage, "src_image", scene -> scene.buffer, "clEnqueueCopyImage"),
                with(noImage, "dst_image", scene -> scene.buffer, "clEnqueueCopyImage"),
                with(noImage, "src_image", scene -> scene.buffer, "clEnqueueCopyImageToBuffer"),
                with(noImage, "dst_buffer", scene -> scene.image, "clEnqueueCopyImageToBuffer"),
                with(noImage, "dst_image", scene -> scene.buffer, "clEnqueueCopyBufferToImage"),
                with(noImage, "src_buffer", scene -> scene.image, "clEnqueueCopyBufferToImage"));
    }

    private static Stream<List<OpenClProvocation>> maps() {
        return Stream.of(
                OpenClProvocation.of(
                        VALUE, "map_flags", 1 << 9, "clEnqueueMapBuffer", "clEnqueueMapImage"),
                OpenClProvocation.of(
                        VALUE, "map_flags", 5, "clEnqueueMapBuffer", "clEnqueueMapImage"),
                with(VALUE, "mapped_ptr", _ -> OpenClScene.bytes(64), "clEnqueueUnmapMemObject"),
                with(VALUE, "memobj", scene -> scene.other, "clEnqueueUnmapMemObject"),
                OpenClProvocation.of(
                        VALUE,
                        "memory that is no longer mapped",
                        new String[] {"clEnqueueUnmapMemObject"},
                        (scene, valid) -> {
                            valid.run(scene.cl);
                            return valid;
                        }));
    }

    /** Shared virtual memory. */
    private static Stream<List<OpenClProvocation>> shared() {
        String[] addressed = {"clEnqueueSVMMemFill", "clEnqueueSVMMap", "clEnqueueSVMUnmap"};
        String[] sized = {"clEnqueueSVMMemcpy", "clEnqueueSVMMemFill", "clEnqueueSVMMap"};
        String[] listed = {"clEnqueueSVMFree", "clEnqueueSVMMigrateMem"};
        String migrate = "clEnqueueSVMMigrateMem";
        String copy = "clEnqueueSVMMemcpy";
        return Stream.of(
                OpenClProvocation.of(VALUE, "svm_ptr", 64, addressed),
                OpenClProvocation.of(VALUE, "svm_ptr", -1, addressed),
                OpenClProvocation.of(VALUE, "size", OpenClScene.BYTES + 8, sized),
                OpenClProvocation.of(VALUE, "size", -8, sized),
                OpenClProvocation.of(VALUE, "size", Long.MAX_VALUE, sized),
                OpenClProvocation.of(VALUE, "size", 7, "clEnqueueSVMMemFill"),
                with(VALUE, "pattern", _ -> OpenClScene.bytes(3), "clEnqueueSVMMemFill"),
                with(VALUE, "pattern", _ -> OpenClScene.bytes(0), "clEnqueueSVMMemFill"),
                OpenClProvocation.of(VALUE, "flags", 5, "clEnqueueSVMMap"),
                with(VALUE, "svm_pointers", _ -> new long[] {64}, listed),
                with(VALUE, "svm_pointers", scene -> new long[] {scene.sharedAddress() + 8}, FREE),
                with(VALUE, "svm_pointers", _ -> NONE, migrate),
                with(VALUE, "sizes", _ -> new long[] {1 << 20}, migrate),
                with(VALUE, "sizes", _ -> new long[2], migrate),
                OpenClProvocation.of(VALUE, "flags", 1L << 20, migrate),
                with(VALUE, "dst_ptr", _ -> OpenClScene.bytes(3), copy),
                OpenClProvocation.of(
                        ClResult.CL_MEM_COPY_OVERLAP,
                        "the same memory",
                        new String[] {copy},
                        (scene, valid) -> {
                            MemorySegment memory = scene.shared(scene.context);
                            return valid.with("dst_ptr", memory).with("src_ptr", memory);
                        }));
    }

    private static Stream<List<OpenClProvocation>> kernels() {
        ClResult global = ClResult.CL_INVALID_GLOBAL_WORK_SIZE;
        ClResult group = ClResult.CL_INVALID_WORK_GROUP_SIZE;
        ClResult offset = ClResult.CL_INVALID_GLOBAL_OFFSET;
        return Stream.of(
                with(
                        ClResult.CL_INVALID_KERNEL_ARGS,
                        "kernel",
                        scene -> scene.kernel("mixed"),
                        KERNELS),
                with(
                        ClResult.CL_OUT_OF_RESOURCES,
                        "kernel",
                        OpenClScene::kernelWithTooMuchLocalMemory,
                        KERNELS),
                with(group, "kernel", scene -> scene.kernel("eights"), "clEnqueueTask"),
                OpenClProvocation.of(ClResult.CL_INVALID_WORK_DIMENSION, "work_dim", 0, RANGE),
                OpenClProvocation.of(ClResult.CL_INVALID_WORK_DIMENSION, "work_dim", 4, RANGE),
                OpenClProvocation.of(global, "global_work_size", new ClSizes(-1, 1, 1), RANGE),
                OpenClProvocation.of(
                        global, "global_work_size", new ClSizes(Long.MAX_VALUE, 1, 1), RANGE),
                OpenClProvocation.of(offset, "global_work_offset", new ClSizes(-1, 0, 0), RANGE),
                OpenClProvocation.of(
                        offset, "global_work_offset", new ClSizes(Long.MAX_VALUE, 0, 0), RANGE),
                OpenClProvocation.of(group, "local_work_size", new ClSizes(0, 1, 1), RANGE),
                OpenClProvocation.of(group, "local_work_size", new ClSizes(-1, 1, 1), RANGE),
                OpenClProvocation.of(
                        ClResult.CL_INVALID_WORK_ITEM_SIZE,
                        "local_work_size",
                        new ClSizes(4096, 1, 1),
                        RANGE));
    }

    private static Stream<List<OpenClProvocation>> others() {
        return Stream.of(
                with(VALUE, "event_list", _ -> NONE, "clEnqueueWaitForEvents"),
                with(
                        ClResult.CL_INVALID_CONTEXT,
                        "event_list",
                        scene -> scene.userEvent(scene.foreignContext),
                        "clEnqueueWaitForEvents"),
                with(
                        ClResult.CL_INVALID_EVENT_WAIT_LIST,
                        "event_wait_list",
                        OpenClScene::unusedEvent,
                        "clEnqueueMarkerWithWaitList"),
                with(
                        ClResult.CL_OUT_OF_RESOURCES,
                        "command_queue",
                        OpenClScene::queueOfFailedContext,
                        "clFinish"),
                always(ClResult.CL_INVALID_OPERATION, "clEnqueueNativeKernel"));
    }
}
