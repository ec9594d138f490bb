package dev.hira.sim.pages;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/**
 * The system calls of {@link WriteProtection}, by their numbers: not all C libraries know them.
 *
 * @param userfaultfd its number on this machine, like the others
 */
record SystemCalls(int userfaultfd, int ioctl, int openat, int close, MethodHandle call) {
    /** The calls, or null on other systems than Linux on x86-64 or AArch64. */
    static final @Nullable SystemCalls OF_SYSTEM = link();

    private static @Nullable SystemCalls link() {
        @Nullable MemorySegment function =
                Linker.nativeLinker().defaultLookup().find("syscall").orElse(null);
        if (!System.getProperty("os.name", "").equals("Linux") || function == null) {
            return null;
        }
        var number = ValueLayout.JAVA_LONG;
        MethodHandle call =
                Linker.nativeLinker()
                        .downcallHandle(
                                function,
                                FunctionDescriptor.of(number, number, number, number, number),
                                Linker.Option.firstVariadicArg(1));
        return switch (System.getProperty("os.arch", "")) {
            case "amd64", "x86_64" -> new SystemCalls(323, 16, 257, 3, call);
            case "aarch64" -> new SystemCalls(282, 29, 56, 57, call);
            default -> null;
        };
    }

    /** Makes a call; returns -1 when it fails. */
    long call(int number, long first, long second, long third) {
        try {
            return (long) call.invokeExact((long) number, first, second, third);
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }
}
