package dev.hira.e2e.conformance;

import static dev.hira.e2e.conformance.OpenClProvocation.always;
import static dev.hira.e2e.conformance.OpenClProvocation.with;
import static dev.hira.e2e.conformance.OpenClScene.NONE;

import dev.hira.api.opencl.ClKernelExecInfo;
import dev.hira.api.opencl.ClProgramInfo;
import dev.hira.api.opencl.ClResult;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** Provocations of functions for programs and kernels. */
final class OpenClProgramProvocations {
    private static final String[] COMPILE = {"clCompileProgram", "clCompileProgramHIRA"};
    private static final String[] SET = {"clSetKernelArg", "clSetKernelArgHIRA"};
    private static final String POINTER = "clSetKernelArgSVMPointer";
    private static final String WRONG = "kernel void wrong() { nothing }";
    private static final String INCOMPLETE = "int absent(int); kernel void k() { absent(1); }";
    private static final String BAD_OPTION = "-fplugin=x";

    private OpenClProgramProvocations() {}

    static List<OpenClProvocation> all() {
        return Stream.of(creations(), builds(), links(), kernels(), arguments())
                .flatMap(each -> each)
                .flatMap(List::stream)
                .toList();
    }

    private static Stream<List<OpenClProvocation>> creations() {
        String binary = "clCreateProgramWithBinary";
        ClResult value = ClResult.CL_INVALID_VALUE;
        return Stream.of(
                with(value, "strings", _ -> List.of(), "clCreateProgramWithSource"),
                with(value, "strings", _ -> List.of(""), "clCreateProgramWithSource"),
                with(value, "lengths", _ -> NONE, binary),
                OpenClProvocation.of(value, "lengths", 1L, binary),
                OpenClProvocation.of(value, "lengths", -1L, binary),
                with(value, "device_list", _ -> NONE, binary),
                OpenClProvocation.of(
                        ClResult.CL_INVALID_BINARY,
                        "no PTX",
                        new String[] {binary},
                        (_, valid) ->
                                valid.with("binaries", OpenClScene.bytes(4)).with("lengths", 4L)),
                always(ClResult.CL_INVALID_OPERATION, "clCreateProgramWithIL"),
                always(value, "clCreateProgramWithBuiltInKernels"),
                always(
                        ClResult.CL_INVALID_OPERATION,
                        "clSetProgramSpecializationConstant",
                        "clSetProgramReleaseCallback"),
                OpenClProvocation.of(
                        ClResult.CL_INVALID_PROGRAM_EXECUTABLE,
                        "a program that is not built",
                        new String[] {"clGetProgramInfo"},
                        (scene, valid) ->
                                valid.with("program", scene.source(OpenClScene.SOURCE))
                                        .with("param_name", ClProgramInfo.CL_PROGRAM_NUM_KERNELS)));
    }

    private static Stream<List<OpenClProvocation>> builds() {
        String build = "clBuildProgram";
        ClResult operation = ClResult.CL_INVALID_OPERATION;
        return Stream.of(
                with(operation, "program", scene -> scene.program, build),
                OpenClProvocation.of(
                        ClResult.CL_INVALID_BUILD_OPTIONS, "options", BAD_OPTION, build),
                with(
                        ClResult.CL_INVALID_BINARY,
                        "program",
                        scene -> scene.binary(wrongPtx()),
                        build),
                with(
                        ClResult.CL_BUILD_PROGRAM_FAILURE,
                        "program",
                        scene -> scene.source(WRONG),
                        build),
                with(operation, "program", scene -> scene.program, COMPILE),
                with(operation, "program", scene -> scene.binary(OpenClConformance.ptx()), COMPILE),
                with(
                        ClResult.CL_INVALID_VALUE,
                        "header_include_names",
                        _ -> List.of("one.h", "two.h"),
                        COMPILE),
                OpenClProvocation.of(
                        ClResult.CL_INVALID_COMPILER_OPTIONS, "options", BAD_OPTION, COMPILE),
                with(
                        ClResult.CL_COMPILE_PROGRAM_FAILURE,
                        "program",
                        scene -> scene.source(WRONG),
                        COMPILE));
    }

    /** Returns PTX with an instruction that does not exist. */
    private static byte[] wrongPtx() {
        return new String(OpenClConformance.ptx(), StandardCharsets.UTF_8)
                .replace("st.global.u32", "nothing.global.u32")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static Stream<List<OpenClProvocation>> links() {
        String link = "clLinkProgram";
        return Stream.of(
                with(ClResult.CL_INVALID_VALUE, "input_programs", _ -> NONE, link),
                with(
                        ClResult.CL_INVALID_PROGRAM,
                        "input_programs",
                        scene -> scene.compiled(scene.foreignContext, OpenClScene.SOURCE),
                        link),
                with(
                        ClResult.CL_INVALID_OPERATION,
                        "input_programs",
                        scene -> scene.source(OpenClScene.SOURCE),
                        link),
                OpenClProvocation.of(
                        ClResult.CL_INVALID_LINKER_OPTIONS, "options", BAD_OPTION, link),
                with(
                        ClResult.CL_LINK_PROGRAM_FAILURE,
                        "input_programs",
                        scene -> scene.compiled(scene.context, INCOMPLETE),
                        link));
    }

    private static Stream<List<OpenClProvocation>> kernels() {
        ClResult value = ClResult.CL_INVALID_VALUE;
        return Stream.of(
                with(
                        ClResult.CL_INVALID_PROGRAM_EXECUTABLE,
                        "program",
                        scene -> scene.source(OpenClScene.SOURCE),
                        "clCreateKernel",
                        "clCreateKernelsInProgram"),
                OpenClProvocation.of(
                        ClResult.CL_INVALID_KERNEL_NAME, "kernel_name", "absent", "clCreateKernel"),
                OpenClProvocation.of(
                        ClResult.CL_INVALID_KERNEL_NAME, "kernel_name", "", "clCreateKernel"),
                always(ClResult.CL_INVALID_OPERATION, "clGetKernelSubGroupInfo"),
                OpenClProvocation.of(ClResult.CL_INVALID_ARG_INDEX, "arg_index", 9, POINTER),
                OpenClProvocation.of(ClResult.CL_INVALID_ARG_VALUE, "arg_value", 64, POINTER),
                with(
                        ClResult.CL_INVALID_ARG_VALUE,
                        "arg_value",
                        scene -> scene.shared(scene.foreignContext).address(),
                        POINTER),
                OpenClProvocation.of(
                        ClResult.CL_INVALID_ARG_SIZE,
                        "a number",
                        new String[] {POINTER},
                        (scene, valid) ->
                                valid.with("kernel", scene.kernel("mixed")).with("arg_index", 2)),
                with(value, "param_value", _ -> OpenClScene.bytes(0), "clSetKernelExecInfo"),
                with(value, "param_value", _ -> OpenClScene.bytes(12), "clSetKernelExecInfo"),
                with(value, "param_value", _ -> OpenClScene.bytes(8), "clSetKernelExecInfo"),
                OpenClProvocation.of(
                        ClResult.CL_INVALID_OPERATION,
                        "all memory of the host",
                        new String[] {"clSetKernelExecInfo"},
                        (_, valid) ->
                                valid.with(
                                                "param_name",
                                                ClKernelExecInfo
                                                        .CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM)
                                        .with("param_value", MemorySegment.ofArray(new int[] {1}))),
                OpenClProvocation.of(
                        ClResult.CL_INVALID_ARG_INDEX, "arg_index", 9, "clGetKernelArgInfo"),
                OpenClProvocation.of(
                        ClResult.CL_INVALID_ARG_INDEX, "arg_index", -1, "clGetKernelArgInfo"),
                with(
                        ClResult.CL_KERNEL_ARG_INFO_NOT_AVAILABLE,
                        "kernel",
                        OpenClScene::kernelOfBinary,
                        "clGetKernelArgInfo"));
    }

    private static Stream<List<OpenClProvocation>> arguments() {
        String set = "clSetKernelArg";
        MemorySegment unknown = MemorySegment.ofArray(new long[] {7});
        return Stream.of(
                OpenClProvocation.of(ClResult.CL_INVALID_ARG_INDEX, "arg_index", 9, SET),
                OpenClProvocation.of(ClResult.CL_INVALID_ARG_INDEX, "arg_index", -1, SET),
                OpenClProvocation.of(ClResult.CL_INVALID_ARG_SIZE, "arg_size", 3, SET),
                OpenClProvocation.of(ClResult.CL_INVALID_ARG_SIZE, "arg_size", -1, SET),
                OpenClProvocation.of(
                        ClResult.CL_INVALID_ARG_SIZE,
                        "no local memory",
                        new String[] {set},
                        (_, valid) ->
                                valid.with("arg_index", 1)
                                        .with("arg_size", 0)
                                        .with("arg_value", null)),
                OpenClProvocation.of(ClResult.CL_INVALID_ARG_VALUE, "arg_index", 1, SET),
                OpenClProvocation.of(
                        ClResult.CL_INVALID_MEM_OBJECT,
                        "an unknown buffer",
                        new String[] {set},
                        (_, valid) -> name(valid, 0, unknown)),
                OpenClProvocation.of(
                        ClResult.CL_INVALID_MEM_OBJECT,
                        "an unknown image",
                        SET,
                        (_, valid) -> name(valid, 3, unknown)),
                OpenClProvocation.of(
                        ClResult.CL_INVALID_MEM_OBJECT,
                        "a buffer as an image",
                        new String[] {set},
                        (scene, valid) ->
                                name(valid, 3, MemorySegment.ofArray(new long[] {scene.buffer}))),
                OpenClProvocation.of(
                        ClResult.CL_INVALID_SAMPLER,
                        "an unknown sampler",
                        SET,
                        (_, valid) -> name(valid, 4, unknown)));
    }

    private static OpenClCall name(OpenClCall valid, int index, MemorySegment value) {
        return valid.with("arg_index", index).with("arg_size", 8).with("arg_value", value);
    }
}
