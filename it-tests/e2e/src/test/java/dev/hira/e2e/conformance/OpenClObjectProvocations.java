package dev.hira.e2e.conformance;

import static dev.hira.e2e.conformance.OpenClProvocation.always;
import static dev.hira.e2e.conformance.OpenClProvocation.with;
import static dev.hira.e2e.conformance.OpenClScene.NONE;

import dev.hira.api.opencl.ClBufferCreateType;
import dev.hira.api.opencl.ClCommandQueueInfo;
import dev.hira.api.opencl.ClContextInfo;
import dev.hira.api.opencl.ClImageDesc;
import dev.hira.api.opencl.ClImageFormat;
import dev.hira.api.opencl.ClMemObjectType;
import dev.hira.api.opencl.ClResult;
import java.util.List;
import java.util.stream.Stream;

/** Provocations of functions for devices, contexts, queues, memory objects, samplers and events. */
final class OpenClObjectProvocations {
    private static final String[] CONTEXTS = {"clCreateContext", "clCreateContextFromType"};
    private static final String[] BUFFERS = {
        "clCreateBuffer", "clCreateBufferWithProperties", "clCreateBufferHIRA"
    };
    private static final String[] IMAGES = {
        "clCreateImage", "clCreateImageWithProperties", "clCreateImageHIRA"
    };
    private static final String[] LISTED = {
        "clCreateBufferWithProperties",
        "clCreateBufferHIRA",
        "clCreateImageWithProperties",
        "clCreateImageHIRA"
    };
    private static final String[] GIVEN = {
        "clCreateBuffer",
        "clCreateBufferWithProperties",
        "clCreateImage",
        "clCreateImageWithProperties"
    };
    private static final String[] PLACED = {"clCreateBufferHIRA", "clCreateImageHIRA"};

    /** All memory of a small device, of which other buffers have a part. */
    private static final long[] NO_PROPERTY = {1, 2, 0};

    private OpenClObjectProvocations() {}

    static List<OpenClProvocation> all() {
        return Stream.of(devices(), contexts(), queues(), buffers(), images(), others())
                .flatMap(each -> each)
                .flatMap(List::stream)
                .toList();
    }

    private static Stream<List<OpenClProvocation>> devices() {
        String[] typed = {"clGetDeviceIDs", "clCreateContextFromType"};
        return Stream.of(
                OpenClProvocation.of(ClResult.CL_INVALID_DEVICE_TYPE, "device_type", 0, typed),
                OpenClProvocation.of(
                        ClResult.CL_INVALID_DEVICE_TYPE, "device_type", 1L << 40, typed),
                OpenClProvocation.of(ClResult.CL_DEVICE_NOT_FOUND, "device_type", 2, typed),
                always(ClResult.CL_INVALID_VALUE, "clCreateSubDevices"),
                always(
                        ClResult.CL_INVALID_OPERATION,
                        "clGetDeviceAndHostTimer",
                        "clGetHostTimer",
                        "clSetDefaultDeviceCommandQueue",
                        "clCreatePipe"),
                always(ClResult.CL_INVALID_MEM_OBJECT, "clGetPipeInfo"),
                OpenClProvocation.of(ClResult.CL_INVALID_VALUE, "svm_pointer", 64, "clSVMFree"),
                with(
                        ClResult.CL_INVALID_VALUE,
                        "svm_pointer",
                        scene -> scene.sharedAddress() + 8,
                        "clSVMFree"),
                OpenClProvocation.of(ClResult.CL_INVALID_VALUE, "flags", 3, "clSVMAlloc"),
                OpenClProvocation.of(ClResult.CL_INVALID_VALUE, "flags", 1 << 10, "clSVMAlloc"),
                OpenClProvocation.of(ClResult.CL_INVALID_VALUE, "alignment", 3, "clSVMAlloc"),
                OpenClProvocation.of(ClResult.CL_INVALID_VALUE, "alignment", 256, "clSVMAlloc"),
                OpenClProvocation.of(ClResult.CL_INVALID_BUFFER_SIZE, "size", 0, "clSVMAlloc"),
                OpenClProvocation.of(ClResult.CL_INVALID_BUFFER_SIZE, "size", -1, "clSVMAlloc"),
                with(
                        ClResult.CL_MEM_OBJECT_ALLOCATION_FAILURE,
                        "size",
                        OpenClScene::moreThanIsLeft,
                        "clSVMAlloc"));
    }

    private static Stream<List<OpenClProvocation>> contexts() {
        long platform = ClContextInfo.CL_CONTEXT_PLATFORM.value();
        long sync = ClContextInfo.CL_CONTEXT_INTEROP_USER_SYNC.value();
        ClResult property = ClResult.CL_INVALID_PROPERTY;
        return Stream.of(
                with(
                        ClResult.CL_INVALID_PLATFORM,
                        "properties",
                        _ -> new long[] {platform, 7, 0},
                        CONTEXTS),
                with(property, "properties", _ -> NO_PROPERTY, CONTEXTS),
                with(property, "properties", _ -> new long[] {sync, 2, 0}, CONTEXTS),
                with(property, "properties", _ -> new long[] {sync, 1}, CONTEXTS),
                with(
                        property,
                        "properties",
                        scene -> new long[] {platform, scene.platform, platform, 7, 0},
                        CONTEXTS),
                with(ClResult.CL_INVALID_VALUE, "devices", _ -> NONE, "clCreateContext"));
    }

    private static Stream<List<OpenClProvocation>> queues() {
        String listed = "clCreateCommandQueueWithProperties";
        long properties = ClCommandQueueInfo.CL_QUEUE_PROPERTIES.value();
        ClResult unsupported = ClResult.CL_INVALID_QUEUE_PROPERTIES;
        ClResult value = ClResult.CL_INVALID_VALUE;
        return Stream.of(
                OpenClProvocation.of(value, "properties", 1 << 20, "clCreateCommandQueue"),
                OpenClProvocation.of(unsupported, "properties", 4, "clCreateCommandQueue"),
                with(value, "properties", _ -> NO_PROPERTY, listed),
                with(value, "properties", _ -> new long[] {properties, 1 << 20, 0}, listed),
                with(unsupported, "properties", _ -> new long[] {properties, 4, 0}, listed),
                OpenClProvocation.of(
                        ClResult.CL_INVALID_COMMAND_QUEUE,
                        "param_name",
                        ClCommandQueueInfo.CL_QUEUE_SIZE,
                        "clGetCommandQueueInfo"));
    }

    private static Stream<List<OpenClProvocation>> buffers() {
        ClResult value = ClResult.CL_INVALID_VALUE;
        ClResult size = ClResult.CL_INVALID_BUFFER_SIZE;
        ClResult host = ClResult.CL_INVALID_HOST_PTR;
        String region = "clCreateSubBuffer";
        return Stream.of(
                OpenClProvocation.of(value, "flags", 1L << 40, BUFFERS),
                OpenClProvocation.of(value, "flags", 3, BUFFERS),
                OpenClProvocation.of(size, "size", 0, BUFFERS),
                OpenClProvocation.of(size, "size", -1, BUFFERS),
                OpenClProvocation.of(size, "size", Long.MAX_VALUE, BUFFERS),
                OpenClProvocation.of(host, "flags", 8, GIVEN),
                with(host, "host_ptr", _ -> OpenClScene.bytes(OpenClScene.BYTES), GIVEN),
                with(ClResult.CL_INVALID_PROPERTY, "properties", _ -> NO_PROPERTY, LISTED),
                OpenClProvocation.of(
                        value,
                        "an address in use",
                        PLACED,
                        (scene, valid) -> {
                            valid.run(scene.cl);
                            return valid;
                        }),
                OpenClProvocation.of(
                        ClResult.CL_MEM_OBJECT_ALLOCATION_FAILURE,
                        "more than is left",
                        new String[] {"clCreateBuffer", "clCreateBufferWithProperties"},
                        (scene, valid) -> valid.with("size", scene.moreThanIsLeft())),
                OpenClProvocation.of(
                        ClResult.CL_MEM_OBJECT_ALLOCATION_FAILURE,
                        "more than is left",
                        new String[] {"clCreateBufferHIRA"},
                        (scene, valid) -> {
                            long bytes = scene.moreThanIsLeft();
                            return valid.with("size", bytes).with("address", scene.address(bytes));
                        }),
                OpenClProvocation.of(
                        size,
                        "more than a quarter of the memory",
                        BUFFERS,
                        (_, valid) -> valid.with("size", OpenClScene.LARGEST_BUFFER + 1)),
                OpenClProvocation.of(value, "offset", 2000, "clInitializeBufferHIRA"),
                OpenClProvocation.of(value, "offset", -1, "clInitializeBufferHIRA"),
                OpenClProvocation.of(value, "size", 65, "clInitializeBufferHIRA"),
                OpenClProvocation.of(value, "origin", 4096, region),
                OpenClProvocation.of(value, "size", -1, region),
                OpenClProvocation.of(value, "flags", 3, region),
                OpenClProvocation.of(
                        value,
                        "buffer_create_type",
                        ClBufferCreateType.CL_BUFFER_CREATE_TYPE_NONE,
                        region),
                OpenClProvocation.of(size, "size", 0, region),
                OpenClProvocation.of(ClResult.CL_MISALIGNED_SUB_BUFFER_OFFSET, "origin", 8, region),
                with(
                        ClResult.CL_INVALID_MEM_OBJECT,
                        "buffer",
                        scene -> scene.region(scene.buffer),
                        region),
                with(ClResult.CL_INVALID_MEM_OBJECT, "buffer", scene -> scene.image, region));
    }

    private static Stream<List<OpenClProvocation>> images() {
        ClResult value = ClResult.CL_INVALID_VALUE;
        ClResult descriptor = ClResult.CL_INVALID_IMAGE_DESCRIPTOR;
        return Stream.of(
                OpenClProvocation.of(value, "flags", 1L << 40, IMAGES),
                OpenClProvocation.of(value, "flags", 3, IMAGES),
                OpenClProvocation.of(
                        ClResult.CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                        "image_format",
                        new ClImageFormat(1, 1),
                        IMAGES),
                OpenClProvocation.of(
                        ClResult.CL_IMAGE_FORMAT_NOT_SUPPORTED,
                        "image_format",
                        new ClImageFormat(0x10BD, 0x10DE),
                        IMAGES),
                OpenClProvocation.of(descriptor, "image_desc", OpenClScene.desc(4, 0), IMAGES),
                OpenClProvocation.of(descriptor, "image_desc", OpenClScene.desc(-1, 4), IMAGES),
                OpenClProvocation.of(descriptor, "size", 1, "clCreateImageHIRA"),
                OpenClProvocation.of(
                        ClResult.CL_INVALID_IMAGE_SIZE,
                        "image_desc",
                        OpenClScene.desc(1 << 20, 4),
                        IMAGES),
                OpenClProvocation.of(
                        ClResult.CL_INVALID_MEM_OBJECT,
                        "image_desc",
                        inBuffer(7),
                        "clCreateImage",
                        "clCreateImageWithProperties"),
                OpenClProvocation.of(
                        ClResult.CL_MEM_OBJECT_ALLOCATION_FAILURE,
                        "4 GiB",
                        IMAGES,
                        (_, valid) -> huge(valid)),
                OpenClProvocation.of(
                        value,
                        "image_type",
                        ClMemObjectType.CL_MEM_OBJECT_BUFFER,
                        "clGetSupportedImageFormats"),
                OpenClProvocation.of(value, "flags", 1L << 40, "clGetSupportedImageFormats"),
                with(
                        ClResult.CL_INVALID_MEM_OBJECT,
                        "image",
                        scene -> scene.buffer,
                        "clGetImageInfo"));
    }

    private static ClImageDesc inBuffer(long buffer) {
        ClMemObjectType type = ClMemObjectType.CL_MEM_OBJECT_IMAGE1D_BUFFER;
        return new ClImageDesc(type, 4, 0, 0, 0, 0, 0, 0, 0, buffer);
    }

    private static OpenClCall huge(OpenClCall valid) {
        OpenClCall huge =
                valid.with("image_format", new ClImageFormat(OpenClScene.RGBA, 0x10DE))
                        .with("image_desc", OpenClScene.desc(16_384, 16_384));
        return valid.method().getName().equals("clCreateImageHIRA")
                ? huge.with("size", 128 + (4L << 30))
                : huge;
    }

    private static Stream<List<OpenClProvocation>> others() {
        ClResult value = ClResult.CL_INVALID_VALUE;
        return Stream.of(
                OpenClProvocation.of(value, "addressing_mode", 1, "clCreateSampler"),
                OpenClProvocation.of(value, "filter_mode", 1, "clCreateSampler"),
                OpenClProvocation.of(value, "addressing_mode", 0x1133, "clCreateSampler"),
                with(
                        value,
                        "sampler_properties",
                        _ -> NO_PROPERTY,
                        "clCreateSamplerWithProperties"),
                OpenClProvocation.of(value, "execution_status", 1, "clSetUserEventStatus"),
                with(
                        ClResult.CL_INVALID_EVENT,
                        "event",
                        OpenClScene::markedEvent,
                        "clSetUserEventStatus"),
                with(
                        ClResult.CL_INVALID_OPERATION,
                        "event",
                        scene -> scene.failedEvent(scene.context),
                        "clSetUserEventStatus"),
                with(value, "event_list", _ -> NONE, "clWaitForEvents"),
                with(
                        ClResult.CL_INVALID_CONTEXT,
                        "event_list",
                        scene ->
                                new long[] {
                                    scene.failedEvent(scene.context),
                                    scene.failedEvent(scene.foreignContext)
                                },
                        "clWaitForEvents"),
                with(
                        ClResult.CL_INVALID_EVENT,
                        "event_list",
                        OpenClScene::unusedEvent,
                        "clWaitForEvents"),
                with(
                        ClResult.CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
                        "event_list",
                        scene -> scene.failedEvent(scene.context),
                        "clWaitForEvents"),
                with(
                        ClResult.CL_PROFILING_INFO_NOT_AVAILABLE,
                        "event",
                        scene -> scene.userEvent(scene.context),
                        "clGetEventProfilingInfo"),
                OpenClProvocation.of(value, "command_exec_callback_type", 9, "clSetEventCallback"),
                OpenClProvocation.of(value, "command_exec_callback_type", -1, "clSetEventCallback"),
                with(
                        ClResult.CL_INVALID_EVENT,
                        "event",
                        OpenClScene::unusedEvent,
                        "clSetEventCallback"));
    }
}
