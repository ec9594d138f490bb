package dev.hira.api.opencl.host;

import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.OpenClException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/**
 * Host memory at the device address of a buffer: shared virtual memory, as far as the process has
 * it.
 */
final class SharedRange {
    /** Ranges start at multiples of this number. */
    static final int PAGE = 4096;

    private static final int PROT_READ_WRITE = 3;
    private static final int MAP_PRIVATE_ANONYMOUS_NORESERVE = 0x2 | 0x20 | 0x4000;
    private static final int MAP_FIXED_NOREPLACE = 0x10_0000;
    private static final boolean LINUX = "Linux".equals(System.getProperty("os.name"));

    /** The functions of the system; loaded when a program asks for shared virtual memory. */
    private static final class Calls {
        static final MethodHandle MMAP =
                handle(
                        "mmap",
                        FunctionDescriptor.of(
                                ValueLayout.JAVA_LONG,
                                ValueLayout.JAVA_LONG,
                                ValueLayout.JAVA_LONG,
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_LONG));
        static final MethodHandle MUNMAP =
                handle(
                        "munmap",
                        FunctionDescriptor.of(
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_LONG,
                                ValueLayout.JAVA_LONG));

        private static MethodHandle handle(String name, FunctionDescriptor descriptor) {
            Linker linker = Linker.nativeLinker();
            return linker.downcallHandle(
                    linker.defaultLookup().find(name).orElseThrow(), descriptor);
        }
    }

    private final Arena arena;
    private final MemorySegment memory;
    private long context;
    private long buffer;

    private SharedRange(Arena arena, MemorySegment memory) {
        this.arena = arena;
        this.memory = memory;
    }

    /** Maps host memory at an address; null: something else is there already. */
    static @Nullable SharedRange map(long address, long size) {
        if (!LINUX) {
            throw new OpenClException(
                    ClResult.CL_MEM_OBJECT_ALLOCATION_FAILURE,
                    "shared virtual memory needs Linux in the program's process");
        }
        long got = mmap(address, size);
        if (got != address) {
            // Linux before 4.17 takes the address for a wish.
            if (got > 0) {
                munmap(got, size);
            }
            return null;
        }
        Arena arena = Arena.ofShared();
        return new SharedRange(
                arena,
                MemorySegment.ofAddress(address)
                        .reinterpret(size, arena, _ -> munmap(address, size)));
    }

    private static long mmap(long address, long size) {
        try {
            return (long)
                    Calls.MMAP.invokeExact(
                            address,
                            size,
                            PROT_READ_WRITE,
                            MAP_PRIVATE_ANONYMOUS_NORESERVE | MAP_FIXED_NOREPLACE,
                            -1,
                            0L);
        } catch (Throwable failure) {
            throw new IllegalStateException("mmap cannot be called", failure);
        }
    }

    private static void munmap(long address, long size) {
        try {
            int ignored = (int) Calls.MUNMAP.invokeExact(address, size);
        } catch (Throwable failure) {
            throw new IllegalStateException("munmap cannot be called", failure);
        }
    }

    /** Notes the buffer at the same device address, and its context. */
    void belongsTo(long context, long buffer) {
        this.context = context;
        this.buffer = buffer;
    }

    long context() {
        return context;
    }

    long buffer() {
        return buffer;
    }

    MemorySegment memory() {
        return memory;
    }

    long address() {
        return memory.address();
    }

    /** Returns where memory of the range starts in it. */
    long offset(MemorySegment part) {
        return part.address() - address();
    }

    /** Whether bytes lie in the range. */
    boolean has(long address, long size) {
        long offset = address - address();
        return size >= 0
                && offset >= 0
                && offset < memory.byteSize()
                && size <= memory.byteSize() - offset;
    }

    /** Frees the memory; accesses through its segment fail from now on, and do no harm. */
    void unmap() {
        try {
            arena.close();
        } catch (IllegalStateException inUse) {
            // A thread works on the memory at this moment, so it stays until the process ends.
        }
    }
}
