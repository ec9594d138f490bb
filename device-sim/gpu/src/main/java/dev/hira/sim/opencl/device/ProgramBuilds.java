package dev.hira.sim.opencl.device;

import dev.hira.api.opencl.ClBuildStatus;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.OpenClException;
import dev.hira.api.source.Build;
import dev.hira.api.source.SourceCompiler;
import dev.hira.api.source.SourceKernel;
import dev.hira.api.source.SourceLanguage;
import dev.hira.api.source.SourceProgram;
import dev.hira.sim.driver.object.SimModule;
import dev.hira.sim.opencl.object.ClContext;
import dev.hira.sim.opencl.object.ClProgram;
import dev.hira.sim.opencl.object.OpenClFailures;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes programs executable: source is compiled to PTX, and PTX is loaded. */
public final class ProgramBuilds {
    private static final String NO_COMPILER =
            "error: the host of the device cannot compile OpenCL C: " + SourceCompiler.MISSING;

    /** Exceptions travel with answers, which should stay short; logs may have a million bytes. */
    private static final int LONGEST_MESSAGE = 4000;

    private final OpenClLane lane;

    public ProgramBuilds(OpenClLane lane) {
        this.lane = lane;
    }

    /** Whether programs in source can be built. */
    static boolean compiles() {
        return SourceCompiler.find().isPresent();
    }

    /** Builds a program, which may take as long as the compiler does. */
    public void build(ClProgram program, String options) {
        if (!program.isSource() && program.binary().length == 0) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_OPERATION,
                    "the program is a library, which can only be linked");
        }
        replace(
                program,
                options,
                () ->
                        program.isSource()
                                ? compiled(program, options)
                                : loaded(program, program.binary(), options, "", List.of()));
    }

    /** Compiles a program to an object. */
    public void compile(ClProgram program, String options, Map<String, String> headers) {
        if (!program.isSource()) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_OPERATION, "the program has no source to compile");
        }
        replace(
                program,
                options,
                () -> {
                    Build.Built built =
                            built(
                                    made(compiler ->
                                            compiler.compile(
                                                    SourceProgram.openCl(program.source())
                                                            .withHeaders(headers)
                                                            .withOptions(
                                                                    BuildOptions.split(options)))),
                                    ClResult.CL_COMPILE_PROGRAM_FAILURE,
                                    ClResult.CL_INVALID_COMPILER_OPTIONS);
                    return object(options, built, false);
                });
    }

    /** Creates a program from objects. */
    public void link(long name, ClContext context, String options, List<String> objects) {
        List<String> split = BuildOptions.split(options);
        SourceCompiler linker = linker();
        Build.Built built =
                built(
                        lane.process()
                                .builds()
                                .make(() -> linker.link(SourceLanguage.OPENCL_C, objects, split)),
                        ClResult.CL_LINK_PROGRAM_FAILURE,
                        ClResult.CL_INVALID_LINKER_OPTIONS);
        boolean library = split.contains("-create-library");
        byte[] ptx = library ? new byte[0] : built.text().getBytes(StandardCharsets.UTF_8);
        ClProgram program = lane.objects().enter(new ClProgram(name, context, "", ptx));
        try {
            program.built(
                    library
                            ? object(options, built, true)
                            : loaded(program, ptx, options, built.log(), built.kernels()));
            program.reserve(lane.process().modules());
        } catch (OpenClException refused) {
            lane.objects().release(program);
            throw OpenClFailures.of(
                    ClResult.CL_LINK_PROGRAM_FAILURE, String.valueOf(refused.getMessage()));
        }
    }

    private static ClProgram.Built object(String options, Build.Built built, boolean library) {
        return new ClProgram.Built(
                ClBuildStatus.CL_BUILD_SUCCESS,
                options,
                built.log(),
                null,
                built.text(),
                library,
                built.kernels());
    }

    /** Replaces what the last build has made of a program. */
    private void replace(ClProgram program, String options, Supplier<ClProgram.Built> build) {
        if (!lane.objects().keepUnused(program)) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_OPERATION,
                    "the program has kernels, or another build of it has not ended; release the"
                            + " kernels before it is built again");
        }
        try {
            unload(program, options);
            program.built(build.get());
            program.reserve(lane.process().modules());
        } catch (OpenClException failure) {
            unload(program, options);
            fail(program, options, String.valueOf(failure.getMessage()));
            throw shortened(failure);
        } finally {
            lane.objects().done(program);
        }
    }

    /** Keeps why a build failed, as far as the process has room for it. */
    private void fail(ClProgram program, String options, String log) {
        program.built(ClProgram.Built.failed(options, log));
        try {
            program.reserve(lane.process().modules());
        } catch (OpenClException noRoom) {
            program.built(ClProgram.Built.failed("", String.valueOf(noRoom.getMessage())));
        }
    }

    private static OpenClException shortened(OpenClException failure) {
        String log = String.valueOf(failure.getMessage());
        return log.length() <= LONGEST_MESSAGE
                ? failure
                : new OpenClException(
                        failure.code(),
                        log.substring(0, LONGEST_MESSAGE) + "\n… (the build log has the rest)");
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
        Build.Built built =
                built(
                        made(compiler ->
                                compiler.build(
                                        SourceProgram.openCl(program.source())
                                                .withOptions(BuildOptions.split(options)))),
                        ClResult.CL_BUILD_PROGRAM_FAILURE,
                        ClResult.CL_INVALID_BUILD_OPTIONS);
        byte[] ptx = built.text().getBytes(StandardCharsets.UTF_8);
        ClProgram.Built loaded = loaded(program, ptx, options, built.log(), built.kernels());
        program.binary(ptx);
        return loaded;
    }

    /** Lets the compiler make a build that belongs to the lane's process. */
    private Build made(Function<SourceCompiler, Build> build) {
        SourceCompiler compiler = compiler();
        return lane.process().builds().make(() -> build.apply(compiler));
    }

    private static SourceCompiler compiler() {
        return SourceCompiler.find()
                .orElseThrow(
                        () -> OpenClFailures.of(ClResult.CL_COMPILER_NOT_AVAILABLE, NO_COMPILER));
    }

    private static SourceCompiler linker() {
        return SourceCompiler.find()
                .orElseThrow(
                        () -> OpenClFailures.of(ClResult.CL_LINKER_NOT_AVAILABLE, NO_COMPILER));
    }

    /**
     * Returns the outcome of a build that succeeded.
     *
     * @param program the code of a failure because of the program
     * @param options the code of a failure because of the options
     */
    private static Build.Built built(Build outcome, ClResult program, ClResult options) {
        return switch (outcome) {
            case Build.Built built -> built;
            case Build.Failed(String log, Build.Failed.Reason reason) ->
                    throw OpenClFailures.of(
                            switch (reason) {
                                case PROGRAM -> program;
                                case OPTIONS -> options;
                                case COMPILER -> ClResult.CL_COMPILER_NOT_AVAILABLE;
                                case OWNER -> ClResult.CL_OUT_OF_RESOURCES;
                            },
                            log);
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
                null,
                false,
                kernels);
    }
}
