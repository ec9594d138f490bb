package dev.hira.sim.opencl;

import dev.hira.api.BlockingBan;
import dev.hira.api.opencl.ClProgramBuildInfo;
import dev.hira.api.opencl.ClProgramInfo;
import dev.hira.api.opencl.ClResult;
import dev.hira.sim.kernel.KernelFault;
import dev.hira.sim.kernel.PtxImage;
import dev.hira.sim.opencl.device.InfoValue;
import dev.hira.sim.opencl.device.Platforms;
import dev.hira.sim.opencl.device.ProgramBuilds;
import dev.hira.sim.opencl.object.ClContext;
import dev.hira.sim.opencl.object.ClProgram;
import dev.hira.sim.opencl.object.OpenClFailures;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Programs. */
interface ProgramCalls extends QueueCalls {
    @Override
    default void clCreateProgramWithSourceAs(long program, long context, List<String> strings) {
        ClContext of = lane().context(context);
        String source = String.join("", strings);
        if (source.isEmpty()) {
            throw OpenClFailures.invalidValue("the source is empty");
        }
        enter(new ClProgram(program, of, source, new byte[0]));
    }

    @Override
    default void clCreateProgramWithBinaryAs(
            long program,
            long context,
            long[] device_list,
            long[] lengths,
            MemorySegment binaries) {
        ClContext of = lane().context(context);
        if (device_list.length == 0 || lengths.length != device_list.length) {
            throw OpenClFailures.invalidValue(
                    "there are "
                            + lengths.length
                            + " sizes of binaries for "
                            + device_list.length
                            + " devices");
        }
        for (long device : device_list) {
            requireDevice(of, device);
        }
        long bytes = lengths[0];
        if (device_list.length > 1 || bytes <= 0 || bytes != binaries.byteSize()) {
            throw OpenClFailures.invalidValue(
                    "one binary of "
                            + bytes
                            + " bytes for the only device of the context is "
                            + binaries.byteSize()
                            + " bytes long");
        }
        try {
            PtxImage.read(binaries);
        } catch (KernelFault fault) {
            throw OpenClFailures.of(ClResult.CL_INVALID_BINARY, String.valueOf(fault.getMessage()));
        }
        byte[] binary = binaries.toArray(ValueLayout.JAVA_BYTE);
        enter(new ClProgram(program, of, "", binary));
    }

    private void enter(ClProgram program) {
        program.reserve(lane().process().modules());
        lane().objects().enter(program);
    }

    @Override
    default void clCreateProgramWithILAs(long program, long context, MemorySegment il) {
        lane().context(context);
        throw OpenClFailures.of(
                ClResult.CL_INVALID_OPERATION,
                "simulated devices take OpenCL C and PTX, and no intermediate language");
    }

    @Override
    default void clCreateProgramWithBuiltInKernelsAs(
            long program, long context, long[] device_list, String kernel_names) {
        ClContext of = lane().context(context);
        for (long device : device_list) {
            requireDevice(of, device);
        }
        throw OpenClFailures.invalidValue("simulated devices have no built-in kernels");
    }

    @Override
    default void clBuildProgram(long program, long[] device_list, String options) {
        ClProgram it = lane().program(program);
        for (long device : device_list) {
            requireDevice(it.context(), device);
        }
        BlockingBan.waits();
        new ProgramBuilds(lane()).build(it, options);
    }

    @Override
    default void clCompileProgramHIRA(
            long program,
            long[] device_list,
            String options,
            List<String> header_include_names,
            List<String> headers) {
        ClProgram it = lane().program(program);
        for (long device : device_list) {
            requireDevice(it.context(), device);
        }
        if (header_include_names.size() != headers.size()) {
            throw OpenClFailures.invalidValue(
                    "there are "
                            + header_include_names.size()
                            + " names for "
                            + headers.size()
                            + " headers");
        }
        Map<String, String> texts = new LinkedHashMap<>();
        for (int i = 0; i < headers.size(); i++) {
            texts.putIfAbsent(header_include_names.get(i), headers.get(i));
        }
        BlockingBan.waits();
        new ProgramBuilds(lane()).compile(it, options, texts);
    }

    @Override
    default void clLinkProgramAs(
            long program, long context, long[] device_list, String options, long[] input_programs) {
        ClContext of = lane().context(context);
        for (long device : device_list) {
            requireDevice(of, device);
        }
        if (input_programs.length == 0) {
            throw OpenClFailures.invalidValue("there is no program to link");
        }
        List<String> objects = new ArrayList<>();
        for (long input : input_programs) {
            objects.add(object(of, lane().program(input)));
        }
        BlockingBan.waits();
        new ProgramBuilds(lane()).link(program, of, options, objects);
    }

    private static String object(ClContext context, ClProgram input) {
        if (!input.context().equals(context)) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_PROGRAM, "a program to link is of another context");
        }
        @Nullable String object = input.built().object();
        if (object == null) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_OPERATION,
                    "a program to link was not compiled; its build has the status "
                            + input.built().status());
        }
        return object;
    }

    @Override
    default void clRetainProgram(long program) {
        lane().objects().retain(lane().program(program));
    }

    @Override
    default void clReleaseProgram(long program) {
        lane().objects().release(lane().program(program));
    }

    @Override
    default long clGetProgramInfo(
            long program,
            ClProgramInfo param_name,
            long param_value_size,
            @Nullable MemorySegment param_value) {
        ClProgram it = lane().program(program);
        InfoValue value =
                switch (param_name) {
                    case CL_PROGRAM_REFERENCE_COUNT -> InfoValue.ofInt(lane().objects().count(it));
                    case CL_PROGRAM_CONTEXT -> InfoValue.ofLong(it.context().name());
                    case CL_PROGRAM_NUM_DEVICES -> InfoValue.ofInt(1);
                    case CL_PROGRAM_DEVICES ->
                            InfoValue.ofLong(Platforms.device(it.context().ordinal()));
                    case CL_PROGRAM_SOURCE -> InfoValue.ofText(it.source());
                    case CL_PROGRAM_BINARY_SIZES -> InfoValue.ofLong(it.binary().length);
                    case CL_PROGRAM_BINARIES -> new InfoValue(it.binary());
                    case CL_PROGRAM_NUM_KERNELS -> InfoValue.ofLong(built(it).kernels().size());
                    case CL_PROGRAM_KERNEL_NAMES ->
                            InfoValue.ofText(String.join(";", built(it).kernels()));
                    case CL_PROGRAM_IL -> new InfoValue(new byte[0]);
                    case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT,
                            CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT ->
                            InfoValue.ofBool(false);
                    case CL_PROGRAM_INFO_NONE ->
                            throw OpenClFailures.invalidValue("0 is no property of a program");
                };
        return value.give(param_value_size, param_value);
    }

    /** Refuses a program that is not built. */
    default ClProgram built(ClProgram program) {
        if (program.built().module() == null) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_PROGRAM_EXECUTABLE,
                    "the program is not built; its build has the status "
                            + program.built().status());
        }
        return program;
    }

    @Override
    default long clGetProgramBuildInfo(
            long program,
            long device,
            ClProgramBuildInfo param_name,
            long param_value_size,
            @Nullable MemorySegment param_value) {
        ClProgram it = lane().program(program);
        requireDevice(it.context(), device);
        ClProgram.Built built = it.built();
        InfoValue value =
                switch (param_name) {
                    case CL_PROGRAM_BUILD_STATUS -> InfoValue.ofInt(built.status().value());
                    case CL_PROGRAM_BUILD_OPTIONS -> InfoValue.ofText(built.options());
                    case CL_PROGRAM_BUILD_LOG -> InfoValue.ofText(built.log());
                    case CL_PROGRAM_BINARY_TYPE -> InfoValue.ofInt(built.type().value());
                    case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE -> InfoValue.ofLong(0);
                    case CL_PROGRAM_BUILD_INFO_NONE ->
                            throw OpenClFailures.invalidValue("0 is no property of a build");
                };
        return value.give(param_value_size, param_value);
    }
}
