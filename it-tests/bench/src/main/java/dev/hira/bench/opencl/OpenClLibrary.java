package dev.hira.bench.opencl;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.HashMap;
import java.util.Map;

/** The functions of OpenCL that the benchmark needs; failures are exceptions with a sentence. */
final class OpenClLibrary {
    private final SymbolLookup symbols;
    private final Map<Signature, MethodHandle> handles = new HashMap<>();

    private record Signature(String function, FunctionDescriptor type) {}

    private OpenClLibrary(SymbolLookup symbols) {
        this.symbols = symbols;
    }

    /**
     * Loads the library of this machine.
     *
     * @throws IllegalArgumentException when there is none
     */
    static OpenClLibrary load() {
        return new OpenClLibrary(SymbolLookup.libraryLookup("libOpenCL.so.1", Arena.global()));
    }

    /** Calls a function that returns its status. */
    void call(String function, Object... arguments) {
        int status = (int) invoke(function, JAVA_INT, arguments);
        require(function, status);
    }

    /** Calls a function that returns an object, and its status through its last argument. */
    MemorySegment create(String function, Object... arguments) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment status = arena.allocate(JAVA_INT);
            Object[] all = java.util.Arrays.copyOf(arguments, arguments.length + 1);
            all[arguments.length] = status;
            MemorySegment made = (MemorySegment) invoke(function, ADDRESS, all);
            require(function, status.get(JAVA_INT, 0));
            return made;
        }
    }

    private static void require(String function, int status) {
        if (status != 0) {
            throw new IllegalStateException(function + " failed with the code " + status);
        }
    }

    private MethodHandle link(Signature signature) {
        return Linker.nativeLinker()
                .downcallHandle(symbols.findOrThrow(signature.function()), signature.type());
    }

    private Object invoke(String function, MemoryLayout result, Object... arguments) {
        MemoryLayout[] layouts = new MemoryLayout[arguments.length];
        for (int i = 0; i < layouts.length; i++) {
            layouts[i] =
                    switch (arguments[i]) {
                        case Integer _ -> JAVA_INT;
                        case Long _ -> JAVA_LONG;
                        default -> ADDRESS;
                    };
        }
        MethodHandle handle =
                handles.computeIfAbsent(
                        new Signature(function, FunctionDescriptor.of(result, layouts)),
                        this::link);
        try {
            return handle.invokeWithArguments(arguments);
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
