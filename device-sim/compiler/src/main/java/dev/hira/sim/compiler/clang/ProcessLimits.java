package dev.hira.sim.compiler.clang;

import java.io.IOException;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The limits that Linux holds for another process of this user, set by {@code prlimit}. A {@code
 * struct rlimit} is the limit that counts and the highest that the process may set itself, in 8
 * bytes each.
 */
final class ProcessLimits {
    private static final int CPU_SECONDS = 0;
    private static final int FILE_SIZE = 1;
    private static final int CORE_SIZE = 4;
    private static final int ADDRESS_SPACE = 9;

    private static final AddressLayout POINTER = ValueLayout.ADDRESS;
    private static final long BYTES = 2 * ValueLayout.JAVA_LONG.byteSize();

    private final MethodHandle prlimit;
    private final int process;

    private ProcessLimits(long process) {
        Linker linker = Linker.nativeLinker();
        this.prlimit =
                linker.downcallHandle(
                        linker.defaultLookup().findOrThrow("prlimit"),
                        FunctionDescriptor.of(
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_INT,
                                POINTER,
                                POINTER));
        this.process = Math.toIntExact(process);
    }

    /** Sets the limits of a run of the compiler, which writes no files, for a process. */
    static void set(Process process, CompilerLimits limits) throws IOException {
        ProcessLimits of = new ProcessLimits(process.pid());
        of.set(CORE_SIZE, 0);
        of.set(FILE_SIZE, 0);
        of.set(CPU_SECONDS, Math.max(1, limits.cpu().toSeconds()));
        of.set(ADDRESS_SPACE, limits.memoryBytes());
    }

    /** Sets a limit, or keeps the present one if that is lower. */
    private void set(int resource, long most) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment present = arena.allocate(BYTES, Long.BYTES);
            call(resource, MemorySegment.NULL, present);
            long highest = present.getAtIndex(ValueLayout.JAVA_LONG, 1);
            long limit = Long.compareUnsigned(most, highest) < 0 ? most : highest;
            call(
                    resource,
                    arena.allocateFrom(ValueLayout.JAVA_LONG, limit, limit),
                    MemorySegment.NULL);
        }
    }

    private void call(int resource, MemorySegment limit, MemorySegment present) throws IOException {
        int result;
        try {
            result = (int) prlimit.invokeExact(process, resource, limit, present);
        } catch (Throwable e) {
            throw new IllegalStateException("prlimit throws nothing", e);
        }
        if (result != 0) {
            throw new IOException(
                    "the limit of resource " + resource + " of process " + process + " is not set");
        }
    }
}
