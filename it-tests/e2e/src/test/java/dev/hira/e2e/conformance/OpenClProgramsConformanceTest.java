package dev.hira.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.opencl.ClBuildStatus;
import dev.hira.api.opencl.ClDeviceInfo;
import dev.hira.api.opencl.ClKernelArgAccessQualifier;
import dev.hira.api.opencl.ClKernelArgAddressQualifier;
import dev.hira.api.opencl.ClKernelArgInfo;
import dev.hira.api.opencl.ClKernelInfo;
import dev.hira.api.opencl.ClKernelWorkGroupInfo;
import dev.hira.api.opencl.ClProgramBinaryType;
import dev.hira.api.opencl.ClProgramBuildInfo;
import dev.hira.api.opencl.ClProgramInfo;
import dev.hira.api.opencl.ClResult;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Programs in OpenCL C: builds, their logs, and what kernels declare. */
final class OpenClProgramsConformanceTest extends OpenClConformance {
    private static final String SAXPY =
            """
            kernel void saxpy(float a, global const float* restrict x, global float* y) {
                size_t i = get_global_id(0);
                y[i] = a * x[i] + y[i];
            }
            """;

    private static final String SUMS =
            """
            kernel __attribute__((reqd_work_group_size(64, 1, 1)))
            void sums(global const int* x, local int* part, constant int* bias, global int* out) {
                local int most;
                size_t i = get_local_id(0);
                if (i == 0) {
                    most = 64;
                }
                part[i] = x[get_global_id(0)];
                barrier(CLK_LOCAL_MEM_FENCE);
                for (int step = most / 2; step > 0; step /= 2) {
                    if (i < step) {
                        part[i] += part[i + step];
                    }
                    barrier(CLK_LOCAL_MEM_FENCE);
                }
                if (i == 0) {
                    out[get_group_id(0)] = part[0] + bias[0];
                }
            }
            """;

    /** Runs for a session that moves often: more calls than there are between two moves. */
    private static final int MOVES = 10;

    private long program(String... source) {
        return cl.clCreateProgramWithSource(context, List.of(source));
    }

    private long built(String source, String options) {
        long program = program(source);
        cl.clBuildProgram(program, NONE, options);
        return program;
    }

    private String build(long program, ClProgramBuildInfo info) {
        return text((size, value) -> cl.clGetProgramBuildInfo(program, device, info, size, value));
    }

    private String log(long program) {
        return build(program, ClProgramBuildInfo.CL_PROGRAM_BUILD_LOG);
    }

    private int status(long program) {
        return ofBuild(program, ClProgramBuildInfo.CL_PROGRAM_BUILD_STATUS);
    }

    private int ofBuild(long program, ClProgramBuildInfo info) {
        return small((size, value) -> cl.clGetProgramBuildInfo(program, device, info, size, value));
    }

    private long[] requiredSize(long kernel) {
        long[] required = new long[3];
        cl.clGetKernelWorkGroupInfo(
                kernel,
                device,
                ClKernelWorkGroupInfo.CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                24,
                MemorySegment.ofArray(required));
        return required;
    }

    private String text(long kernel, int index, ClKernelArgInfo info) {
        return text((size, value) -> cl.clGetKernelArgInfo(kernel, index, info, size, value));
    }

    private int address(long kernel, int index) {
        return small((size, value) ->
                cl.clGetKernelArgInfo(
                        kernel,
                        index,
                        ClKernelArgInfo.CL_KERNEL_ARG_ADDRESS_QUALIFIER,
                        size,
                        value));
    }

    private long qualifiers(long kernel, int index) {
        return number((size, value) ->
                cl.clGetKernelArgInfo(
                        kernel, index, ClKernelArgInfo.CL_KERNEL_ARG_TYPE_QUALIFIER, size, value));
    }

    @Test
    void shouldRunAProgramInSourceFromAnOffsetOn() {
        long program = program(SAXPY.substring(0, 40), SAXPY.substring(40));
        assertThat(status(program)).isEqualTo(ClBuildStatus.CL_BUILD_NONE.value());
        cl.clBuildProgram(program, new long[] {device}, "");
        long kernel = cl.clCreateKernel(program, "saxpy");
        float[] numbers = new float[100];
        for (int i = 0; i < 100; i++) {
            numbers[i] = i;
        }
        MemorySegment content = MemorySegment.ofArray(numbers);
        setFloat(kernel, 0, 3);
        setMem(kernel, 1, cl.clCreateBuffer(context, 4 | 32, 400, content));
        long y = cl.clCreateBuffer(context, 1 | 32, 400, content);
        setMem(kernel, 2, y);
        cl.clEnqueueNDRangeKernel(queue, kernel, 1, sizes(10), sizes(77), sizes(32), NONE, 0);
        float[] back = new float[100];
        cl.clEnqueueReadBuffer(queue, y, true, 0, 400, MemorySegment.ofArray(back), NONE, 0);
        for (int i = 0; i < 100; i++) {
            assertThat(back[i]).as("number %d", i).isEqualTo(i >= 10 && i < 87 ? 4f * i : i);
        }
    }

    @Test
    void shouldGiveGroupsTheirLocalMemoryAndRequiredSize() {
        long kernel = cl.clCreateKernel(built(SUMS, ""), "sums");
        setMem(kernel, 0, buffer(upTo(640)));
        cl.clSetKernelArg(kernel, 1, 256, null);
        setMem(kernel, 2, buffer(5, 0));
        long out = buffer(40);
        setMem(kernel, 3, out);
        cl.clEnqueueNDRangeKernel(queue, kernel, 1, null, sizes(640), null, NONE, 0);
        int[] sums = readInts(out, 10);
        for (int group = 0; group < 10; group++) {
            assertThat(sums[group]).isEqualTo(64 * 64 * group + 63 * 32 + 5);
        }
        assertThat(requiredSize(kernel)).containsExactly(64, 1, 1);
        assertThat(
                        text((size, value) ->
                                cl.clGetKernelInfo(
                                        kernel, ClKernelInfo.CL_KERNEL_ATTRIBUTES, size, value)))
                .isEqualTo("reqd_work_group_size(64,1,1)");
        shouldFail(
                ClResult.CL_INVALID_WORK_GROUP_SIZE,
                () ->
                        cl.clEnqueueNDRangeKernel(
                                queue, kernel, 1, null, sizes(640), sizes(32), NONE, 0));
    }

    @Test
    void shouldTellWhatArgumentsAre() {
        long saxpy = cl.clCreateKernel(built(SAXPY, ""), "saxpy");
        assertThat(text(saxpy, 1, ClKernelArgInfo.CL_KERNEL_ARG_NAME)).isEqualTo("x");
        assertThat(text(saxpy, 1, ClKernelArgInfo.CL_KERNEL_ARG_TYPE_NAME)).isEqualTo("float*");
        assertThat(qualifiers(saxpy, 0)).isZero();
        assertThat(qualifiers(saxpy, 1)).isEqualTo(1 | 2);
        long sums = cl.clCreateKernel(built(SUMS, ""), "sums");
        assertThat(address(saxpy, 0))
                .isEqualTo(ClKernelArgAddressQualifier.CL_KERNEL_ARG_ADDRESS_PRIVATE.value());
        assertThat(address(sums, 0))
                .isEqualTo(ClKernelArgAddressQualifier.CL_KERNEL_ARG_ADDRESS_GLOBAL.value());
        assertThat(address(sums, 1))
                .isEqualTo(ClKernelArgAddressQualifier.CL_KERNEL_ARG_ADDRESS_LOCAL.value());
        assertThat(address(sums, 2))
                .isEqualTo(ClKernelArgAddressQualifier.CL_KERNEL_ARG_ADDRESS_CONSTANT.value());
        assertThat(
                        small((size, value) ->
                                cl.clGetKernelArgInfo(
                                        sums,
                                        2,
                                        ClKernelArgInfo.CL_KERNEL_ARG_ACCESS_QUALIFIER,
                                        size,
                                        value)))
                .isEqualTo(ClKernelArgAccessQualifier.CL_KERNEL_ARG_ACCESS_NONE.value());
        shouldFail(
                ClResult.CL_INVALID_ARG_INDEX,
                () -> text(sums, 4, ClKernelArgInfo.CL_KERNEL_ARG_NAME));
        shouldFail(
                ClResult.CL_KERNEL_ARG_INFO_NOT_AVAILABLE,
                () -> text(kernel("scale"), 0, ClKernelArgInfo.CL_KERNEL_ARG_NAME));
    }

    @Test
    void shouldKeepTheLogAndTheOptionsOfABuild() {
        long program =
                built(
                        "kernel void k(global int* x) { int unused = N; *x = SUM; }",
                        "-D N=3 -D \"SUM=N + 4\" -Wall");
        for (int i = 0; i < MOVES; i++) {
            assertThat(log(program)).contains("program.cl:1:36: warning: unused variable");
            assertThat(build(program, ClProgramBuildInfo.CL_PROGRAM_BUILD_OPTIONS))
                    .isEqualTo("-D N=3 -D \"SUM=N + 4\" -Wall");
            assertThat(status(program)).isEqualTo(ClBuildStatus.CL_BUILD_SUCCESS.value());
        }
        long kernel = cl.clCreateKernel(program, "k");
        long x = buffer(4);
        setMem(kernel, 0, x);
        cl.clEnqueueNDRangeKernel(queue, kernel, 1, null, sizes(1), null, NONE, 0);
        assertThat(readInts(x, 1)).containsExactly(7);
    }

    @Test
    void shouldTellTheLineAndTheColumnOfAnError() {
        long program = program("kernel void k(global int* x) {\n    *x = y;\n}\n");
        assertThat(logOfFailure(program, "", ClResult.CL_BUILD_PROGRAM_FAILURE))
                .contains("program.cl:2:10: error: use of undeclared identifier 'y'");
        shouldFail(ClResult.CL_INVALID_PROGRAM_EXECUTABLE, () -> cl.clCreateKernel(program, "k"));
        cl.clBuildProgram(program, NONE, "-Dy=8");
        assertThat(log(program)).isEmpty();
        cl.clReleaseKernel(cl.clCreateKernel(program, "k"));
        cl.clBuildProgram(program, NONE, "-Dy=9");
        long kernel = cl.clCreateKernel(program, "k");
        shouldFail(ClResult.CL_INVALID_OPERATION, () -> cl.clBuildProgram(program, NONE, ""));
        long x = buffer(4);
        setMem(kernel, 0, x);
        cl.clEnqueueNDRangeKernel(queue, kernel, 1, null, sizes(1), null, NONE, 0);
        assertThat(readInts(x, 1)).containsExactly(9);
    }

    @Test
    void shouldGiveALongLogInWhole() {
        long program = program("#warning long\n".repeat(200) + "kernel void k() { y; }");
        assertThat(logOfFailure(program, "", ClResult.CL_BUILD_PROGRAM_FAILURE))
                .contains("program.cl:1:2: warning", "program.cl:201:19: error")
                .hasSizeGreaterThan(5000);
    }

    /** Returns the log, which stays at the server: a session can move before at most one query. */
    private String logOfFailure(long program, String options, ClResult code) {
        String log = "";
        for (int i = 0; i < 3 && log.isEmpty(); i++) {
            shouldFail(code, () -> cl.clBuildProgram(program, NONE, options));
            log = log(program);
        }
        return log;
    }

    @Test
    void shouldRefuseOptionsAndSourcesThatAreNotPossible() {
        long program = program(SAXPY);
        for (String option : List.of("-include/etc/passwd", "-Xclang", "-create-library")) {
            assertThat(logOfFailure(program, option, ClResult.CL_INVALID_BUILD_OPTIONS))
                    .contains(option);
        }
        long including = program("#include \"/etc/passwd\"\n" + SAXPY);
        assertThat(logOfFailure(including, "", ClResult.CL_BUILD_PROGRAM_FAILURE))
                .contains("program.cl:1:10: fatal error: '/etc/passwd' file not found");
        long assembling = program("kernel void k(global int* x) { __asm__(\"never.here;\"); }");
        assertThat(logOfFailure(assembling, "", ClResult.CL_BUILD_PROGRAM_FAILURE))
                .contains("never");
        shouldFail(ClResult.CL_INVALID_VALUE, () -> program("", ""));
        shouldFail(
                ClResult.CL_INVALID_DEVICE, () -> cl.clBuildProgram(program, new long[] {3}, ""));
    }

    @Test
    void shouldGiveTheSourceAndABinaryThatMakesTheSameProgram() {
        assertThat(
                        small((size, value) ->
                                cl.clGetDeviceInfo(
                                        device,
                                        ClDeviceInfo.CL_DEVICE_COMPILER_AVAILABLE,
                                        size,
                                        value)))
                .isEqualTo(1);
        long program = built(SUMS, "");
        assertThat(
                        text((size, value) ->
                                cl.clGetProgramInfo(
                                        program, ClProgramInfo.CL_PROGRAM_SOURCE, size, value)))
                .isEqualTo(SUMS);
        long bytes =
                number((size, value) ->
                        cl.clGetProgramInfo(
                                program, ClProgramInfo.CL_PROGRAM_BINARY_SIZES, size, value));
        byte[] binary = new byte[(int) bytes];
        cl.clGetProgramInfo(
                program, ClProgramInfo.CL_PROGRAM_BINARIES, bytes, MemorySegment.ofArray(binary));
        assertThat(new String(binary, StandardCharsets.UTF_8)).contains(".entry sums");
        long again = program(binary);
        cl.clBuildProgram(again, NONE, "");
        assertThat(ofBuild(again, ClProgramBuildInfo.CL_PROGRAM_BINARY_TYPE))
                .isEqualTo(ClProgramBinaryType.CL_PROGRAM_BINARY_TYPE_EXECUTABLE.value());
        assertThat(requiredSize(cl.clCreateKernel(again, "sums"))).containsExactly(64, 1, 1);
    }

    private long compiled(String source, String options, long[] headers, String... names) {
        long program = program(source);
        cl.clCompileProgram(program, NONE, options, headers, List.of(names));
        return program;
    }

    private int binaryType(long program) {
        return ofBuild(program, ClProgramBuildInfo.CL_PROGRAM_BINARY_TYPE);
    }

    private long linked(String options, long... programs) {
        return cl.clLinkProgram(context, new long[] {device}, options, programs);
    }

    @Test
    void shouldCompileApartAndLink() {
        long header = program("#define BIAS 100\nint twice(int x);\n");
        long use =
                compiled(
                        """
                        #include "deep/twice.h"
                        kernel void run(global int* x) { x[0] = twice(x[0]) + BIAS + MORE; }
                        """,
                        "-D MORE=7",
                        new long[] {header},
                        "deep/twice.h");
        cl.clReleaseProgram(header);
        long part = compiled("int twice(int x) { return 2 * x; }", "", NONE);
        assertThat(binaryType(use))
                .isEqualTo(ClProgramBinaryType.CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT.value());
        long library = linked("-create-library", part);
        assertThat(binaryType(library))
                .isEqualTo(ClProgramBinaryType.CL_PROGRAM_BINARY_TYPE_LIBRARY.value());
        long whole = linked("", use, library);
        assertThat(binaryType(whole))
                .isEqualTo(ClProgramBinaryType.CL_PROGRAM_BINARY_TYPE_EXECUTABLE.value());
        shouldFail(ClResult.CL_LINK_PROGRAM_FAILURE, () -> linked("", use));
        cl.clReleaseProgram(part);
        cl.clReleaseProgram(library);
        long[] kernels = cl.clCreateKernelsInProgram(whole);
        assertThat(kernels).hasSize(1);
        long buffer = buffer(new int[] {5});
        setMem(kernels[0], 0, buffer);
        for (int i = 0; i < MOVES; i++) {
            cl.clEnqueueTask(queue, kernels[0], NONE, 0);
        }
        assertThat(readInts(buffer, 1)).containsExactly(5 * 1024 + 1023 * 107);
        long clone = cl.clCloneKernel(kernels[0]);
        long other = buffer(new int[] {1});
        setMem(kernels[0], 0, other);
        cl.clEnqueueTask(queue, clone, NONE, 0);
        cl.clEnqueueTask(queue, kernels[0], NONE, 0);
        assertThat(readInts(other, 1)).containsExactly(109);
        assertThat(readInts(buffer, 1)).containsExactly(2 * (5 * 1024 + 1023 * 107) + 107);
    }

    @Test
    void shouldRefuseCompilesAndLinksThatAreNotPossible() {
        long good = program("int one(void) { return 1; }");
        long bad = program("int one(void) { return two; }");
        long[] none = {};
        List<String> noNames = List.of();
        shouldFail(
                ClResult.CL_COMPILE_PROGRAM_FAILURE,
                () -> cl.clCompileProgram(bad, NONE, "", none, noNames));
        assertThat(log(bad)).contains("1:24: error");
        assertThat(status(bad)).isEqualTo(ClBuildStatus.CL_BUILD_ERROR.value());
        shouldFail(
                ClResult.CL_INVALID_COMPILER_OPTIONS,
                () -> cl.clCompileProgram(good, NONE, "-fplugin=x", none, noNames));
        shouldFail(
                ClResult.CL_INVALID_VALUE,
                () -> cl.clCompileProgram(good, NONE, "", new long[] {bad}, noNames));
        shouldFail(
                ClResult.CL_INVALID_DEVICE,
                () -> cl.clCompileProgram(good, new long[] {3}, "", none, noNames));
        shouldFail(
                ClResult.CL_INVALID_PROGRAM,
                () -> cl.clCompileProgram(context, NONE, "", none, noNames));
        shouldFail(
                ClResult.CL_INVALID_PROGRAM,
                () -> cl.clCompileProgram(good, NONE, "", new long[] {9}, List.of("a.h")));
        long ptx = program(ptx());
        shouldFail(
                ClResult.CL_INVALID_OPERATION,
                () -> cl.clCompileProgram(ptx, NONE, "", none, noNames));
        shouldFail(ClResult.CL_INVALID_OPERATION, () -> linked("", good));
        cl.clCompileProgram(good, NONE, "", none, noNames);
        shouldFail(ClResult.CL_INVALID_VALUE, () -> linked(""));
        shouldFail(ClResult.CL_INVALID_PROGRAM, () -> linked("", context));
        shouldFail(ClResult.CL_INVALID_LINKER_OPTIONS, () -> linked("-fplugin=x", good));
        shouldFail(
                ClResult.CL_INVALID_DEVICE,
                () -> cl.clLinkProgram(context, new long[] {3}, "", new long[] {good}));
        shouldFail(
                ClResult.CL_INVALID_CONTEXT,
                () -> cl.clLinkProgram(queue, NONE, "", new long[] {good}));
        long foreign = cl.clCreateContext(NONE, new long[] {device});
        shouldFail(
                ClResult.CL_INVALID_PROGRAM,
                () -> cl.clLinkProgram(foreign, NONE, "", new long[] {good}));
        long library = linked("-create-library", good);
        shouldFail(ClResult.CL_INVALID_OPERATION, () -> cl.clBuildProgram(library, NONE, ""));
        shouldFail(
                ClResult.CL_INVALID_PROGRAM_EXECUTABLE, () -> cl.clCreateKernelsInProgram(library));
        shouldFail(ClResult.CL_INVALID_KERNEL, () -> cl.clCloneKernel(context));
    }
}
