package dev.hira.icd;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/** A Java program that calls OpenCL as a native library, as those with JOCL do. */
final class JoiningProgram {
    private JoiningProgram() {}

    public static void main(String[] arguments) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment function =
                    SymbolLookup.libraryLookup(Path.of(arguments[0]), Arena.global())
                            .findOrThrow("clIcdGetPlatformIDsKHR");
            MemorySegment count = arena.allocate(ValueLayout.JAVA_INT);
            int code =
                    (int)
                            Linker.nativeLinker()
                                    .downcallHandle(
                                            function,
                                            FunctionDescriptor.of(
                                                    ValueLayout.JAVA_INT,
                                                    ValueLayout.JAVA_INT,
                                                    ValueLayout.ADDRESS,
                                                    ValueLayout.ADDRESS))
                                    .invokeExact(0, MemorySegment.NULL, count);
            System.out.println(
                    "code " + code + ", platforms " + count.get(ValueLayout.JAVA_INT, 0));
        }
    }
}
