// A program as native programs are: it opens the driver as OpenCL's loader does, and runs the scenario that its second
// argument names. It prints "ok" when all is as it must be.
#include "opencl.h"

void *(*cl)(const char *);

static int failures;

static void expect(const char *what, long found, long wanted) {
    if (found != wanted) {
        printf("%s: %ld, not %ld\n", what, found, wanted);
        failures++;
    }
}

static cl_object platform, device, context, queue;
static cl_int code;

static const char *source =
    "kernel void add(global const int *a, global const int *b, global int *c) {\n"
    "    size_t i = get_global_id(0);\n"
    "    c[i] = a[i] + b[i];\n"
    "}\n";

static void open_device(void) {
    cl_uint count = 0;
    expect("platforms", CODE("clIcdGetPlatformIDsKHR", 0, (void *)0, &count), CL_SUCCESS);
    expect("number of platforms", count, 1);
    if (failures) {
        exit(1);
    }
    CODE("clIcdGetPlatformIDsKHR", 1, &platform, (void *)0);
    expect("devices", CODE("clGetDeviceIDs", platform, 0xFFFFFFFFUL, 1, &device, (void *)0), CL_SUCCESS);
    context = OBJECT("clCreateContext", (void *)0, 1, &device, (void *)0, (void *)0, &code);
    expect("context", code, CL_SUCCESS);
    queue = OBJECT("clCreateCommandQueue", context, device, 0UL, &code);
    expect("queue", code, CL_SUCCESS);
}

static cl_object buffer(unsigned long flags, size_t size, void *host) {
    cl_object made = OBJECT("clCreateBuffer", context, flags, size, host, &code);
    expect("buffer", code, CL_SUCCESS);
    return made;
}

static cl_object build_with(const char *text, const char *options, cl_int wanted) {
    cl_object program = OBJECT("clCreateProgramWithSource", context, 1, &text, (void *)0, &code);
    expect("program", code, CL_SUCCESS);
    expect("build", CODE("clBuildProgram", program, 0, (void *)0, options, (void *)0, (void *)0), wanted);
    return program;
}

static cl_object build(const char *text, cl_int wanted) {
    return build_with(text, 0, wanted);
}

enum { ITEMS = 1000 };

// Adds two vectors by a kernel, reads the sum, and compares it.
static void add(cl_object program) {
    int a[ITEMS], b[ITEMS], c[ITEMS];
    for (int i = 0; i < ITEMS; i++) {
        a[i] = i;
        b[i] = 7 * i;
        c[i] = -1;
    }
    cl_object in = buffer(CL_MEM_COPY_HOST_PTR, sizeof a, a);
    cl_object used = buffer(CL_MEM_USE_HOST_PTR, sizeof b, b);
    cl_object out = buffer(0, sizeof c, 0);
    cl_object kernel = OBJECT("clCreateKernel", program, "add", &code);
    expect("kernel", code, CL_SUCCESS);
    expect("an argument of 1 TiB", CODE("clSetKernelArg", kernel, 0, (unsigned long)1 << 40, &in), CL_INVALID_ARG_SIZE);
    expect("an argument of -1 bytes", CODE("clSetKernelArg", kernel, 0, ~0UL, &in), CL_INVALID_ARG_SIZE);
    expect("argument", CODE("clSetKernelArg", kernel, 0, sizeof in, &in), CL_SUCCESS);
    expect("argument", CODE("clSetKernelArg", kernel, 1, sizeof used, &used), CL_SUCCESS);
    expect("argument", CODE("clSetKernelArg", kernel, 2, sizeof out, &out), CL_SUCCESS);
    size_t items = ITEMS;
    cl_object ran = 0;
    expect("launch", CODE("clEnqueueNDRangeKernel", queue, kernel, 1, (void *)0, &items, (void *)0, 0, (void *)0, &ran),
        CL_SUCCESS);
    expect("read", CODE("clEnqueueReadBuffer", queue, out, 1, 0UL, sizeof c, c, 1, &ran, (void *)0), CL_SUCCESS);
    int wrong = 0;
    for (int i = 0; i < ITEMS; i++) {
        wrong += c[i] != 8 * i;
    }
    expect("wrong sums", wrong, 0);
    expect("release", CODE("clReleaseEvent", ran), CL_SUCCESS);
    expect("release", CODE("clReleaseKernel", kernel), CL_SUCCESS);
    expect("release", CODE("clReleaseMemObject", in), CL_SUCCESS);
    expect("release", CODE("clReleaseMemObject", used), CL_SUCCESS);
    expect("release", CODE("clReleaseMemObject", out), CL_SUCCESS);
}

static void vectors(void) {
    open_device();
    cl_object program = build(source, CL_SUCCESS);
    add(program);
    unsigned char *binary = 0;
    size_t size = 0;
    CODE("clGetProgramInfo", program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, (void *)0);
    binary = malloc(size);
    expect("binary", CODE("clGetProgramInfo", program, CL_PROGRAM_BINARIES, sizeof binary, &binary, (void *)0),
        CL_SUCCESS);
    cl_int status = 1;
    cl_object again = OBJECT("clCreateProgramWithBinary", context, 1, &device, &size, &binary, &status, &code);
    expect("program from binary", code, CL_SUCCESS);
    expect("status of binary", status, CL_SUCCESS);
    expect("build", CODE("clBuildProgram", again, 1, &device, "", (void *)0, (void *)0), CL_SUCCESS);
    add(again);
}

// The test has written the file that the source includes.
static void includes(void) {
    open_device();
    add(build_with("#include <add.h>\nkernel void add(global const int *a, global const int *b, global int *c) {\n"
                   "    c[get_global_id(0)] = ADD(a[get_global_id(0)], b[get_global_id(0)]);\n}\n",
        "-cl-mad-enable -I .", CL_SUCCESS));
}

static void build_errors(void) {
    open_device();
    cl_object program = build("kernel void broken() { int x = y; }", CL_BUILD_PROGRAM_FAILURE);
    char log[4096];
    expect("log", CODE("clGetProgramBuildInfo", program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, (void *)0),
        CL_SUCCESS);
    printf("%s\n", log);
}

static void mapped(void) {
    open_device();
    int host[64];
    for (int i = 0; i < 64; i++) {
        host[i] = i;
    }
    cl_object used = buffer(CL_MEM_USE_HOST_PTR, sizeof host, host);
    int *there = OBJECT("clEnqueueMapBuffer", queue, used, 1, 3UL, 32UL, 64UL, 0, (void *)0, (void *)0, &code);
    expect("map", code, CL_SUCCESS);
    expect("address", there == host + 8, 1);
    expect("content", there[0], 8);
    there[0] = 100;
    expect("unmap", CODE("clEnqueueUnmapMemObject", queue, used, there, 0, (void *)0, (void *)0), CL_SUCCESS);
    expect("unmap again", CODE("clEnqueueUnmapMemObject", queue, used, there, 0, (void *)0, (void *)0),
        CL_INVALID_VALUE);
    int back[64];
    CODE("clEnqueueReadBuffer", queue, used, 1, 0UL, sizeof back, back, 0, (void *)0, (void *)0);
    expect("written", back[8], 100);
    expect("not written", back[9], 9);
    size_t origin[] = {0, 0, 0}, region[] = {8, 4, 1};
    char area[64];
    expect("rectangle", CODE("clEnqueueReadBufferRect", queue, used, 1, origin, origin, region, 64UL, 0UL, 16UL, 0UL,
        area, 0, (void *)0, (void *)0), CL_SUCCESS);
    expect("second row", *(int *)(area + 16), 16);
    expect("write beyond the buffer", CODE("clEnqueueWriteBuffer", queue, used, 1, 0UL, 1UL << 40, host, 0, (void *)0,
        (void *)0), CL_INVALID_VALUE);
    size_t beyond[] = {16, 1UL << 30, 1};
    expect("rectangle beyond the buffer", CODE("clEnqueueWriteBufferRect", queue, used, 1, origin, origin, beyond, 0UL,
        0UL, 0UL, 0UL, host, 0, (void *)0, (void *)0), CL_INVALID_VALUE);
}

static const char *turning =
    "kernel void turn(read_only image2d_t from, write_only image2d_t to, sampler_t nearest) {\n"
    "    int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
    "    int2 last = (int2)(get_image_width(from) - 1, get_image_height(from) - 1);\n"
    "    uint4 texel = read_imageui(from, nearest, last - at);\n"
    "    write_imageui(to, at, texel + 1);\n"
    "}\n";

enum { WIDTH = 5, HEIGHT = 3, TEXELS = WIDTH * HEIGHT };

static cl_image_format bytes = {CL_RGBA, CL_UNSIGNED_INT8};

static cl_object image(unsigned long flags, cl_image_desc *desc, void *host, cl_int wanted) {
    cl_object made = OBJECT("clCreateImage", context, flags, &bytes, desc, host, &code);
    expect("image", code, wanted);
    return made;
}

// A kernel reads an image whose rows have a pitch, through a sampler, and writes another one, which is read and mapped.
static void images(void) {
    open_device();
    cl_uint formats = 0;
    expect("formats", CODE("clGetSupportedImageFormats", context, 1UL, CL_MEM_OBJECT_IMAGE2D, 0, (void *)0, &formats),
        CL_SUCCESS);
    expect("some formats", formats >= 20, 1);
    unsigned given[HEIGHT][8], back[TEXELS];
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < 8; x++) {
            given[y][x] = x < WIDTH ? 10 * y + x : 255;
        }
    }
    cl_image_desc desc = {.type = CL_MEM_OBJECT_IMAGE2D, .width = WIDTH, .height = HEIGHT};
    desc.row_pitch = sizeof given[0];
    cl_object from = image(CL_MEM_COPY_HOST_PTR, &desc, given, CL_SUCCESS);
    desc.row_pitch = 0;
    cl_object to = image(0, &desc, 0, CL_SUCCESS);
    cl_object nearest = OBJECT("clCreateSampler", context, 0, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, &code);
    expect("sampler", code, CL_SUCCESS);
    cl_object kernel = OBJECT("clCreateKernel", build(turning, CL_SUCCESS), "turn", &code);
    expect("kernel", code, CL_SUCCESS);
    CODE("clSetKernelArg", kernel, 0, sizeof from, &from);
    CODE("clSetKernelArg", kernel, 1, sizeof to, &to);
    expect("argument", CODE("clSetKernelArg", kernel, 2, sizeof nearest, &nearest), CL_SUCCESS);
    size_t origin[] = {0, 0, 0}, second[] = {1, 0, 0}, region[] = {WIDTH, HEIGHT, 1}, texel[] = {1, 1, 1};
    expect("launch", CODE("clEnqueueNDRangeKernel", queue, kernel, 2, (void *)0, region, (void *)0, 0, (void *)0,
        (void *)0), CL_SUCCESS);
    unsigned colour[] = {1, 2, 3, 4};
    expect("fill", CODE("clEnqueueFillImage", queue, to, colour, second, texel, 0, (void *)0, (void *)0), CL_SUCCESS);
    expect("read", CODE("clEnqueueReadImage", queue, to, 1, origin, region, 0UL, 0UL, back, 0, (void *)0, (void *)0),
        CL_SUCCESS);
    expect("first", back[0], 24 + 0x01010101);
    expect("filled", back[1], 0x04030201);
    expect("last", back[TEXELS - 1], 0x01010101);
    size_t pitch = 0;
    unsigned *there = OBJECT("clEnqueueMapImage", queue, to, 1, 3UL, origin, region, &pitch, (void *)0, 0, (void *)0,
        (void *)0, &code);
    expect("map", code, CL_SUCCESS);
    expect("mapped", there[pitch / 4 * 2], back[2 * WIDTH]);
    there[3] = 77;
    expect("unmap", CODE("clEnqueueUnmapMemObject", queue, to, there, 0, (void *)0, (void *)0), CL_SUCCESS);
    CODE("clEnqueueReadImage", queue, to, 1, origin, region, 0UL, 0UL, back, 0, (void *)0, (void *)0);
    expect("written", back[3], 77);
    OBJECT("clEnqueueMapImage", queue, to, 1, 3UL, origin, region, (void *)0, (void *)0, 0, (void *)0, (void *)0,
        &code);
    expect("no place for the pitch", code, CL_INVALID_VALUE);
    cl_image_desc layers = {
        .type = CL_MEM_OBJECT_IMAGE2D_ARRAY, .width = WIDTH, .height = HEIGHT, .array_size = 2};
    cl_object array = image(0, &layers, 0, CL_SUCCESS);
    OBJECT("clEnqueueMapImage", queue, array, 1, 3UL, origin, region, &pitch, (void *)0, 0, (void *)0, (void *)0,
        &code);
    expect("no place for the pitch of slices", code, CL_INVALID_VALUE);
    cl_object texels = buffer(0, 64, 0), found = 0;
    cl_image_desc in_buffer = {.type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .width = 16};
    in_buffer.mem_object = texels;
    cl_object row = image(0, &in_buffer, 0, CL_SUCCESS);
    CODE("clGetImageInfo", row, CL_IMAGE_BUFFER, sizeof found, &found, (void *)0);
    expect("the image's buffer", found == texels, 1);
    in_buffer.mem_object = queue;
    image(0, &in_buffer, 0, CL_INVALID_IMAGE_DESCRIPTOR);
    image(0, 0, 0, CL_INVALID_IMAGE_DESCRIPTOR);
    desc.type = 7;
    image(0, &desc, 0, CL_INVALID_IMAGE_DESCRIPTOR);
    expect("no format", (long)OBJECT("clCreateImage", context, 0UL, (void *)0, &desc, (void *)0, &code), 0);
    expect("its code", code, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
}

// Handles that are wrong in every way are errors.
static void handles(void) {
    open_device();
    char nothing[256] = {0};
    void *wrong[] = {0, nothing, (void *)1, (void *)-1L, platform, device, queue, (char *)context + 8,
        (char *)context + 64000};
    for (int i = 0; i < 9; i++) {
        expect("wrong context", CODE("clRetainContext", wrong[i]), CL_INVALID_CONTEXT);
        expect("wrong program", CODE("clReleaseProgram", wrong[i]), CL_INVALID_PROGRAM);
        expect("wrong kernel", CODE("clRetainKernel", wrong[i]), CL_INVALID_KERNEL);
        expect("wrong buffer", CODE("clReleaseMemObject", wrong[i]), CL_INVALID_MEM_OBJECT);
        expect("wrong event", CODE("clReleaseEvent", wrong[i]), CL_INVALID_EVENT);
        expect("wrong queue", wrong[i] == queue ? CL_INVALID_COMMAND_QUEUE : CODE("clFinish", wrong[i]),
            CL_INVALID_COMMAND_QUEUE);
        code = 1;
        expect("wrong context of a buffer", (long)OBJECT("clCreateBuffer", wrong[i], 0UL, 64UL, (void *)0, &code), 0);
        expect("its code", code, CL_INVALID_CONTEXT);
        expect("wrong wait list", CODE("clEnqueueMarkerWithWaitList", queue, 1, &wrong[i], (void *)0),
            CL_INVALID_EVENT_WAIT_LIST);
    }
    expect("wrong device", CODE("clGetDeviceInfo", context, CL_DEVICE_NAME, 0UL, (void *)0, (void *)0),
        CL_INVALID_DEVICE);
    cl_object freed = buffer(0, 64, 0);
    expect("release", CODE("clReleaseMemObject", freed), CL_SUCCESS);
    expect("released", CODE("clReleaseMemObject", freed), CL_INVALID_MEM_OBJECT);
    expect("not the old one", buffer(0, 64, 0) != freed, 1);
}

// A context that its program has released lives as long as its queue, which still tells it.
static void counts(void) {
    open_device();
    cl_object found = 0;
    cl_uint count = 0;
    expect("retain", CODE("clRetainContext", context), CL_SUCCESS);
    CODE("clGetContextInfo", context, CL_CONTEXT_REFERENCE_COUNT, 4UL, &count, (void *)0);
    expect("count", count, 2);
    expect("release", CODE("clReleaseContext", context), CL_SUCCESS);
    expect("release", CODE("clReleaseContext", context), CL_SUCCESS);
    expect("release too often", CODE("clReleaseContext", context), CL_INVALID_CONTEXT);
    CODE("clGetCommandQueueInfo", queue, CL_QUEUE_CONTEXT, 8UL, &found, (void *)0);
    expect("the queue's context", found == context, 1);
    CODE("clGetContextInfo", context, CL_CONTEXT_DEVICES, 8UL, &found, (void *)0);
    expect("the context's device", found == device, 1);
    expect("retain", CODE("clRetainContext", context), CL_SUCCESS);
    expect("release", CODE("clReleaseCommandQueue", queue), CL_SUCCESS);
    expect("release", CODE("clReleaseContext", context), CL_SUCCESS);
    expect("gone", CODE("clRetainContext", context), CL_INVALID_CONTEXT);
}

static volatile int called;
static volatile cl_int called_status;

static void ended(cl_object event, cl_int status, void *data) {
    cl_int state = -1;
    CODE("clGetEventInfo", event, CL_EVENT_COMMAND_EXECUTION_STATUS, 4UL, &state, (void *)0);
    expect("state in the function", state, CL_COMPLETE);
    called_status = status;
    called = *(int *)data;
}

static void destroyed(cl_object mem, void *data) {
    called = mem == *(cl_object *)data ? 2 : -1;
}

static void await(int wanted) {
    for (int i = 0; i < 20000 && called != wanted; i++) {
        usleep(1000);
    }
    expect("called", called, wanted);
}

static void callbacks(void) {
    open_device();
    int one = 1;
    called_status = 77;
    cl_object user = OBJECT("clCreateUserEvent", context, &code);
    cl_object marker = 0;
    CODE("clEnqueueMarkerWithWaitList", queue, 1, &user, &marker);
    expect("set", CODE("clSetEventCallback", marker, CL_COMPLETE, ended, &one), CL_SUCCESS);
    expect("release", CODE("clReleaseEvent", marker), CL_SUCCESS);
    expect("not yet", called, 0);
    expect("status", CODE("clSetUserEventStatus", user, CL_COMPLETE), CL_SUCCESS);
    await(1);
    expect("status in the function", called_status, CL_COMPLETE);
    cl_object doomed = buffer(0, 64, 0);
    expect("set", CODE("clSetMemObjectDestructorCallback", doomed, destroyed, &doomed), CL_SUCCESS);
    CODE("clReleaseMemObject", doomed);
    CODE("clFinish", queue);
    await(2);
}

static const char *following =
    "struct node { global struct node *next; int value; };\n"
    "kernel void total(global struct node *first, global int *out) {\n"
    "    int sum = 0;\n"
    "    for (global struct node *each = first; each; each = each->next) {\n"
    "        sum += each->value;\n"
    "    }\n"
    "    *out = sum;\n"
    "}\n";

struct node {
    struct node *next;
    int value;
};

static void freed(cl_object of, cl_uint count, void **memory, void *data) {
    CODE("clSVMFree", context, memory[0]);
    called = of == queue && count == 1 ? *(int *)data : -1;
}

// A list of the program, whose pointers a kernel follows.
static void shared_memory(void) {
    open_device();
    size_t size = 10 * sizeof(struct node);
    struct node *nodes = OBJECT("clSVMAlloc", context, 0UL, size, 0);
    int *out = OBJECT("clSVMAlloc", context, 0UL, 64UL, 0);
    expect("memory", nodes != 0 && out != 0, 1);
    expect("flags", (long)OBJECT("clSVMAlloc", context, 3UL, size, 0), 0);
    expect("no bytes", (long)OBJECT("clSVMAlloc", context, 0UL, 0UL, 0), 0);
    expect("too many bytes", (long)OBJECT("clSVMAlloc", context, 0UL, ~0UL, 0), 0);
    expect("alignment", (long)OBJECT("clSVMAlloc", context, 0UL, size, 3), 0);
    expect("no context", (long)OBJECT("clSVMAlloc", queue, 0UL, size, 0), 0);
    expect("map", CODE("clEnqueueSVMMap", queue, 1, (cl_ulong)CL_MAP_WRITE, nodes, size, 0, (void *)0, (void *)0),
        CL_SUCCESS);
    for (int i = 0; i < 10; i++) {
        nodes[i].next = i < 9 ? &nodes[i + 1] : 0;
        nodes[i].value = i;
    }
    cl_object written = 0;
    expect("unmap", CODE("clEnqueueSVMUnmap", queue, nodes, 0, (void *)0, &written), CL_SUCCESS);
    cl_object kernel = OBJECT("clCreateKernel", build(following, CL_SUCCESS), "total", &code);
    expect("argument", CODE("clSetKernelArgSVMPointer", kernel, 0, nodes + 5), CL_SUCCESS);
    expect("argument", CODE("clSetKernelArgSVMPointer", kernel, 1, out + 2), CL_SUCCESS);
    size_t bytes = sizeof nodes;
    expect("used", CODE("clSetKernelExecInfo", kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, bytes, &nodes), CL_SUCCESS);
    size_t one = 1;
    expect("launch", CODE("clEnqueueNDRangeKernel", queue, kernel, 1, (void *)0, &one, (void *)0, 1, &written,
        (void *)0), CL_SUCCESS);
    int sum = 0;
    expect("copy", CODE("clEnqueueSVMMemcpy", queue, 1, &sum, out + 2, 4UL, 0, (void *)0, (void *)0), CL_SUCCESS);
    expect("sum", sum, 5 + 6 + 7 + 8 + 9);
    int pattern = 77, two = 2;
    expect("fill", CODE("clEnqueueSVMMemFill", queue, out, &pattern, 4UL, 8UL, 0, (void *)0, (void *)0), CL_SUCCESS);
    expect("migrate", CODE("clEnqueueSVMMigrateMem", queue, 1, &out, (void *)0, 0UL, 0, (void *)0, (void *)0),
        CL_SUCCESS);
    expect("copy", CODE("clEnqueueSVMMemcpy", queue, 1, &sum, out + 1, 4UL, 0, (void *)0, (void *)0), CL_SUCCESS);
    expect("filled", sum, 77);
    expect("other memory", CODE("clEnqueueSVMUnmap", queue, &sum, 0, (void *)0, (void *)0), CL_INVALID_VALUE);
    expect("free", CODE("clEnqueueSVMFree", queue, 1, &nodes, freed, &two, 0, (void *)0, (void *)0), CL_SUCCESS);
    await(2);
    expect("free", CODE("clEnqueueSVMFree", queue, 1, &out, (void *)0, (void *)0, 0, (void *)0, (void *)0), CL_SUCCESS);
    expect("finish", CODE("clFinish", queue), CL_SUCCESS);
    expect("gone", CODE("clEnqueueSVMMemFill", queue, out, &pattern, 4UL, 8UL, 0, (void *)0, (void *)0),
        CL_INVALID_VALUE);
}

struct failures_told {
    int count;
    char last[512];
};

static void note_failure(const char *what, const void *data, size_t size, void *told) {
    struct failures_told *to = told;
    to->count++;
    strncpy(to->last, what, sizeof to->last - 1);
    expect("more about a failure", data != 0 || size != 0, 0);
}

static void expect_told(struct failures_told *by, int count, const char *function) {
    expect(function, by->count, count);
    if (strncmp(by->last, function, strlen(function))) {
        printf("told: %s\n", by->last);
        failures++;
    }
}

// Failures that no argument explains are told to the function of their context, and to no other.
static void failures_of_contexts(void) {
    open_device();
    static struct failures_told mine, other;
    void *none = 0;
    OBJECT("clCreateContext", none, 1, &device, none, &mine, &code);
    expect("data without a function", code, CL_INVALID_VALUE);
    context = OBJECT("clCreateContext", none, 1, &device, note_failure, &mine, &code);
    expect("context", code, CL_SUCCESS);
    cl_object second = OBJECT("clCreateContextFromType", none, 0xFFFFFFFFUL, note_failure, &other, &code);
    expect("second context", code, CL_SUCCESS);
    queue = OBJECT("clCreateCommandQueue", context, device, 0UL, &code);
    OBJECT("clCreateBuffer", context, 0UL, 0UL, none, &code);
    expect("empty buffer", code, CL_INVALID_BUFFER_SIZE);
    expect("a mistake is told", mine.count, 0);

    cl_ulong most = 0;
    CODE("clGetDeviceInfo", device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, none);
    cl_object kept[64];
    int count = 0;
    while (count < 64 && (kept[count] = OBJECT("clCreateBuffer", context, 0UL, most, none, &code))) {
        count++;
    }
    expect("too much memory", code, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    expect_told(&mine, 1, "clCreateBuffer fails: ");
    while (count > 0) {
        CODE("clReleaseMemObject", kept[--count]);
    }

    cl_object lost = build("kernel void lost(ulong at) { *(global int *)at = 1; }", CL_SUCCESS);
    cl_object kernel = OBJECT("clCreateKernel", lost, "lost", &code);
    cl_ulong nowhere = 64;
    CODE("clSetKernelArg", kernel, 0, sizeof nowhere, &nowhere);
    size_t one = 1;
    cl_object ran = 0;
    expect("launch", CODE("clEnqueueNDRangeKernel", queue, kernel, 1, none, &one, none, 0, none, &ran), CL_SUCCESS);
    expect("finish", CODE("clFinish", queue), CL_OUT_OF_RESOURCES);
    expect_told(&mine, 2, "clFinish fails: ");
    CODE("clWaitForEvents", 1, &ran);
    expect_told(&mine, 3, "clWaitForEvents fails: ");
    expect("the other context", other.count, 0);
    expect("release", CODE("clReleaseContext", second), CL_SUCCESS);
}

static void leave(cl_object event, cl_int status, void *data) {
    (void)event;
    (void)status;
    printf("ok\n");
    fflush(0);
    exit(*(int *)data);
}

// Ends the process in a function that OpenCL calls.
static void exits(void) {
    open_device();
    int status = 42;
    cl_object marker = 0;
    CODE("clEnqueueMarkerWithWaitList", queue, 0, (void *)0, &marker);
    CODE("clSetEventCallback", marker, CL_COMPLETE, leave, &status);
    CODE("clFinish", queue);
    for (int i = 0; i < 20000; i++) {
        usleep(1000);
    }
}

// A child of a fork has no driver any more, and says so; its parent goes on.
static void forks(void) {
    open_device();
    cl_int (*finish)() = (cl_int (*)())cl("clFinish");
    cl_object (*create)() = (cl_object (*)())cl("clCreateUserEvent");
    int child = fork();
    if (child == 0) {
        int before = failures;
        expect("child", finish(queue), CL_OUT_OF_HOST_MEMORY);
        code = 1;
        expect("object in child", (long)create(context, &code), 0);
        expect("its code", code, CL_OUT_OF_HOST_MEMORY);
        fflush(0);
        _exit(failures == before ? 5 : 6);
    }
    int status = 0;
    waitpid(child, &status, 0);
    expect("child", status >> 8, 5);
    add(build(source, CL_SUCCESS));
}

static void first_in_child(void) {
    int child = fork();
    if (child == 0) {
        open_device();
        add(build(source, CL_SUCCESS));
        fflush(0);
        _exit(failures ? 6 : 5);
    }
    int status = 0;
    waitpid(child, &status, 0);
    expect("child", status >> 8, 5);
    open_device();
}

static void *adding(void *program) {
    for (int i = 0; i < 5; i++) {
        add(program);
    }
    return 0;
}

static void threads(void) {
    open_device();
    cl_object program = build(source, CL_SUCCESS);
    cl_ulong all[8];
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 8; i++) {
            pthread_create(&all[i], 0, adding, program);
        }
        for (int i = 0; i < 8; i++) {
            pthread_join(all[i], 0);
        }
    }
}

static void *finishing(void *finish) {
    return (void *)(long)((cl_int (*)())finish)(queue);
}

// A thread whose stack is too small gets an error; one with 512 KiB does not.
static void small_stacks(void) {
    open_device();
    void *finish = cl("clFinish");
    for (size_t size = 64 << 10; size <= 512 << 10; size *= 2) {
        cl_ulong thread, attributes[7];
        void *result = 0;
        pthread_attr_init(attributes);
        expect("stack size", pthread_attr_setstacksize(attributes, size), 0);
        int created = pthread_create(&thread, attributes, finishing, finish);
        expect("create", created, 0);
        if (created) {
            return;
        }
        pthread_join(thread, &result);
        if (size != 256 << 10) {
            expect("finish", (cl_int)(long)result, size < 256 << 10 ? CL_OUT_OF_HOST_MEMORY : CL_SUCCESS);
        }
    }
    add(build(source, CL_SUCCESS));
}

static volatile int signals;

static void count_signal(int number) {
    signals += number == 10;
}

// The program's own signals reach its own functions.
static void own_signals(void) {
    signal(10, count_signal);
    open_device();
    raise(10);
    expect("signals", signals, 1);
    add(build(source, CL_SUCCESS));
}

static struct { const char *name; void (*run)(void); } scenarios[] = {
    {"vectors", vectors}, {"build_errors", build_errors}, {"mapped", mapped}, {"images", images},
    {"shared_memory", shared_memory}, {"failures_of_contexts", failures_of_contexts},
    {"handles", handles},
    {"counts", counts}, {"includes", includes}, {"callbacks", callbacks}, {"exits", exits}, {"forks", forks},
    {"first_in_child", first_in_child}, {"threads", threads},
    {"small_stacks", small_stacks}, {"own_signals", own_signals},
};

int run(int count, char **arguments) {
    void *library = dlopen(arguments[1], 2);
    cl = library ? dlsym(library, "clGetExtensionFunctionAddress") : 0;
    if (!cl || count != 3) {
        printf("no library\n");
        return 2;
    }
    for (size_t i = 0; i < sizeof scenarios / sizeof scenarios[0]; i++) {
        if (!strcmp(scenarios[i].name, arguments[2])) {
            scenarios[i].run();
            printf(failures ? "failed\n" : "ok\n");
            fflush(0);
            return failures != 0;
        }
    }
    printf("no scenario\n");
    return 2;
}
