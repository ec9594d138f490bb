package dev.hira.sim.opencl;

import dev.hira.api.opencl.ClBuildStatus;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.OpenClException;
import dev.hira.api.source.Build;
import dev.hira.api.source.SourceCompiler;
import dev.hira.api.source.SourceKernel;
import dev.hira.api.source.SourceProgram;
import dev.hira.sim.driver.object.SimModule;
import dev.hira.sim.opencl.object.ClProgram;
import dev.hira.sim.opencl.object.OpenClFailures;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes programs executable: source is compiled to PTX, and PTX is loaded. */
final class ProgramBuilds {
    private static final String NO_COMPILER =
            "error: the host of the device cannot compile OpenCL C: " + SourceCompiler.MISSING;

    /** Exceptions travel with answers, which should stay short; logs may have a million bytes. */
    private static final int LONGEST_MESSAGE = 4000;

    private final OpenClLane lane;

    ProgramBuilds(OpenClLane lane) {
        this.lane = lane;
    }

    /** Whether programs in source can be built. */
    static boolean compiles() {
        return SourceCompiler.find().isPresent();
    }

    /** Builds a program, which may take as long as the compiler does. */
    void build(ClProgram program, String options) {
        if (!lane.objects().keepUnused(program)) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_OPERATION,
                    "the program has kernels, or another build of it has not ended; release the"
                            + " kernels before it is built again");
        }
        try {
            unload(program, options);
            program.built(
                    program.isSource()
                            ? compiled(program, options)
                            : loaded(program, program.binary(), options, "", List.of()));
        } catch (OpenClException failure) {
            String log = String.valueOf(failure.getMessage());
            program.built(ClProgram.Built.failed(options, log));
            throw log.length() <= LONGEST_MESSAGE
                    ? failure
                    : new OpenClException(
                            failure.code(),
                            log.substring(0, LONGEST_MESSAGE) + "\n… (the build log has the rest)");
        } finally {
            lane.objects().done(program);
        }
    }

    private void unload(ClProgram program, String options) {
        @Nullable SimModule module = program.built().module();
        program.built(ClProgram.Built.inProgress(options));
        if (program.isSource()) {
            program.binary(new byte[0]);
        }
        if (module != null) {
            lane.on(program.context(), cuda -> cuda.cuModuleUnload(module.name()));
        }
    }

    private ClProgram.Built compiled(ClProgram program, String options) {
        SourceCompiler compiler =
                SourceCompiler.find()
                        .orElseThrow(() ->
                                OpenClFailures.of(ClResult.CL_COMPILER_NOT_AVAILABLE, NO_COMPILER));
        SourceProgram source =
                SourceProgram.openCl(program.source()).withOptions(BuildOptions.split(options));
        return switch (compiler.build(source)) {
            case Build.Failed(String log, Build.Failed.Reason reason) ->
                    throw OpenClFailures.of(code(reason), log);
            case Build.Built built -> {
                byte[] ptx = built.text().getBytes(StandardCharsets.UTF_8);
                ClProgram.Built loaded =
                        loaded(program, ptx, options, built.log(), built.kernels());
                program.binary(ptx);
                yield loaded;
            }
        };
    }

    private static ClResult code(Build.Failed.Reason reason) {
        return switch (reason) {
            case PROGRAM -> ClResult.CL_BUILD_PROGRAM_FAILURE;
            case OPTIONS -> ClResult.CL_INVALID_BUILD_OPTIONS;
            case COMPILER -> ClResult.CL_COMPILER_NOT_AVAILABLE;
        };
    }

    private ClProgram.Built loaded(
            ClProgram program, byte[] ptx, String options, String log, List<SourceKernel> kernels) {
        try {
            lane.on(
                    program.context(),
                    cuda -> cuda.cuModuleLoadDataAs(program.name(), MemorySegment.ofArray(ptx)));
        } catch (OpenClException refused) {
            boolean badBinary =
                    !program.isSource() && refused.error() == ClResult.CL_INVALID_BINARY;
            throw OpenClFailures.of(
                    badBinary ? ClResult.CL_INVALID_BINARY : ClResult.CL_BUILD_PROGRAM_FAILURE,
                    log + refused.getMessage());
        }
        return new ClProgram.Built(
                ClBuildStatus.CL_BUILD_SUCCESS,
                options,
                log,
                lane.state().module(program.name()),
                kernels);
    }
}
