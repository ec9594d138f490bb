package dev.hira.link.shm;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Linux's files in memory that have no name: only this process can map them, and they disappear
 * with their last mapping. Unused parts take no memory.
 */
final class UnnamedFile {
    private static final int CLOSE_ON_EXEC = 1;

    private UnnamedFile() {}

    /**
     * Creates an empty file.
     *
     * @throws IOException when this system has no such files, or allows no more
     */
    static FileChannel create(String purpose) throws IOException {
        Linker linker = Linker.nativeLinker();
        try (Arena arena = Arena.ofConfined()) {
            int file = (int) create(linker).invokeExact(arena.allocateFrom(purpose), CLOSE_ON_EXEC);
            if (file < 0) {
                throw new IOException("this process cannot create files in memory");
            }
            try {
                return open(file);
            } finally {
                int ignored = (int) close(linker).invokeExact(file);
            }
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IOException("a system call could not be made", e);
        }
    }

    /** Opens the file of a descriptor, which may be closed then. */
    private static FileChannel open(int file) throws IOException {
        return FileChannel.open(
                Path.of("/proc/self/fd/" + file),
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
    }

    private static MethodHandle create(Linker linker) throws IOException {
        return call(
                linker,
                "memfd_create",
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
    }

    private static MethodHandle close(Linker linker) throws IOException {
        return call(
                linker, "close", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    }

    private static MethodHandle call(Linker linker, String name, FunctionDescriptor type)
            throws IOException {
        MemorySegment function =
                linker.defaultLookup()
                        .find(name)
                        .orElseThrow(() -> new IOException("this system has no " + name));
        return linker.downcallHandle(function, type);
    }
}
