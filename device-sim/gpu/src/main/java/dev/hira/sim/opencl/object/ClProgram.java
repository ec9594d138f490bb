package dev.hira.sim.opencl.object;

import dev.hira.api.opencl.ClBuildStatus;
import dev.hira.api.opencl.ClProgramBinaryType;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.source.SourceKernel;
import dev.hira.sim.driver.object.ModuleBudget;
import dev.hira.sim.driver.object.SimModule;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A program: its text, and what its last build made of it. */
public final class ClProgram extends ClObject {
    /** The heap of a program without text. */
    private static final long OWN_BYTES = 512;

    private final String source;
    private volatile byte[] binary;
    private volatile Built built = Built.NONE;

    /** The bytes of heap that its process has reserved for it. Used by one thread at a time. */
    private long reserved;

    /**
     * The outcome of a build.
     *
     * @param module what was loaded; null: nothing
     * @param object what can be linked; null: nothing
     * @param isLibrary whether the object was linked of others
     * @param kernels what the source declares of its kernels; empty when there is no source
     */
    public record Built(
            ClBuildStatus status,
            String options,
            String log,
            @Nullable SimModule module,
            @Nullable String object,
            boolean isLibrary,
            List<SourceKernel> kernels) {
        static final Built NONE = without(ClBuildStatus.CL_BUILD_NONE, "", "");

        public Built {
            kernels = List.copyOf(kernels);
        }

        /** A build that has not ended. */
        public static Built inProgress(String options) {
            return without(ClBuildStatus.CL_BUILD_IN_PROGRESS, options, "");
        }

        public static Built failed(String options, String log) {
            return without(ClBuildStatus.CL_BUILD_ERROR, options, log);
        }

        private static Built without(ClBuildStatus status, String options, String log) {
            return new Built(status, options, log, null, null, false, List.of());
        }

        /** What the program has for its device. */
        public ClProgramBinaryType type() {
            if (module != null) {
                return ClProgramBinaryType.CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
            }
            if (object == null) {
                return ClProgramBinaryType.CL_PROGRAM_BINARY_TYPE_NONE;
            }
            return isLibrary
                    ? ClProgramBinaryType.CL_PROGRAM_BINARY_TYPE_LIBRARY
                    : ClProgramBinaryType.CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
        }
    }

    /**
     * @param source in OpenCL C; empty: the program was created from a binary
     * @param binary PTX; empty: there is none yet
     */
    public ClProgram(long name, ClContext context, String source, byte[] binary) {
        super(name, context, context);
        this.source = source;
        this.binary = binary.clone();
    }

    public String source() {
        return source;
    }

    /** Whether the program was created from source. */
    public boolean isSource() {
        return !source.isEmpty();
    }

    /** The PTX; empty when there is none. */
    public byte[] binary() {
        return binary.clone();
    }

    public void binary(byte[] made) {
        binary = made.clone();
    }

    public Built built() {
        return built;
    }

    public void built(Built outcome) {
        built = outcome;
    }

    /**
     * Reserves the heap that this program's texts take at present, in place of the heap that it had
     * reserved before.
     *
     * @throws dev.hira.api.opencl.OpenClException with CL_OUT_OF_HOST_MEMORY, without effect, when
     *     the process has no room
     */
    public void reserve(ModuleBudget budget) {
        long bytes = heapBytes();
        if (budget.resizeKept(reserved, bytes)) {
            reserved = bytes;
            return;
        }
        throw OpenClFailures.of(
                ClResult.CL_OUT_OF_HOST_MEMORY,
                "the texts of the program take "
                        + bytes
                        + " bytes of the server's memory, more than there is room for beside the"
                        + " other programs of the process; release programs first");
    }

    /** The heap of its texts: a character takes up to two bytes. */
    private long heapBytes() {
        Built now = built;
        @Nullable String object = now.object();
        long chars = source.length() + (long) now.options().length() + now.log().length();
        return OWN_BYTES + 2 * (chars + (object == null ? 0 : object.length())) + binary.length;
    }

    /** The names of the kernels; none before a build. */
    public List<String> kernels() {
        @Nullable SimModule module = built.module();
        return module == null ? List.of() : module.loaded().kernels();
    }

    /** What the source declares of a kernel; empty when the program has no source. */
    public Optional<SourceKernel> declared(String kernel) {
        return built.kernels().stream().filter(each -> each.name().equals(kernel)).findFirst();
    }

    @Override
    void end(ObjectEnds ends, Runnable ended) {
        ends.process().modules().giveKept(reserved);
        reserved = 0;
        @Nullable SimModule module = built.module();
        if (module != null) {
            ends.module(module);
        }
        ended.run();
    }
}
