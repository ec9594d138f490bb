package dev.hira.icd.call;

import dev.hira.api.opencl.ClContextNotify;
import dev.hira.api.opencl.ClEventNotify;
import dev.hira.api.opencl.ClMemObjectNotify;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** The program's functions that OpenCL calls back. */
final class Notifications {
    private static final MethodHandle OBJECT =
            Linker.nativeLinker()
                    .downcallHandle(
                            FunctionDescriptor.ofVoid(
                                    ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));

    private static final MethodHandle EVENT =
            Linker.nativeLinker()
                    .downcallHandle(
                            FunctionDescriptor.ofVoid(
                                    ValueLayout.JAVA_LONG,
                                    ValueLayout.JAVA_INT,
                                    ValueLayout.JAVA_LONG));

    private static final MethodHandle FREED =
            Linker.nativeLinker()
                    .downcallHandle(
                            FunctionDescriptor.ofVoid(
                                    ValueLayout.JAVA_LONG,
                                    ValueLayout.JAVA_INT,
                                    ValueLayout.ADDRESS,
                                    ValueLayout.JAVA_LONG));

    private static final MethodHandle FAILURE =
            Linker.nativeLinker()
                    .downcallHandle(
                            FunctionDescriptor.ofVoid(
                                    ValueLayout.ADDRESS,
                                    ValueLayout.JAVA_LONG,
                                    ValueLayout.JAVA_LONG,
                                    ValueLayout.JAVA_LONG));

    private Notifications() {}

    /** Returns a function that calls the program's with an event, which lives until then. */
    static ClEventNotify ofEvent(CCall call, long function) {
        long handle = call.word(0);
        call.objects().retain(handle);
        return (_, status, userData) -> {
            try {
                EVENT.invokeExact(MemorySegment.ofAddress(function), handle, status, userData);
            } catch (Throwable failure) {
                throw new IllegalStateException("a function of the program failed", failure);
            } finally {
                call.objects().release(handle);
            }
        };
    }

    /** Returns a function that calls the program's with addresses that it should free. */
    static ClEventNotify ofFreed(CCall call, long function, long[] pointers) {
        long queue = call.word(0);
        return (_, _, userData) -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment all = arena.allocateFrom(ValueLayout.JAVA_LONG, pointers);
                FREED.invokeExact(
                        MemorySegment.ofAddress(function), queue, pointers.length, all, userData);
            } catch (Throwable failure) {
                throw new IllegalStateException("a function of the program failed", failure);
            }
        };
    }

    static ClMemObjectNotify ofMemObject(CCall call, long function) {
        long handle = call.word(0);
        return (_, userData) -> object(function, handle, userData);
    }

    static ClContextNotify ofContext(CCall call, long function) {
        long handle = call.word(0);
        return (_, userData) -> object(function, handle, userData);
    }

    /** Returns a function that calls the program's with the text of a failure. */
    static NativeObjects.FailureNotify ofFailures(long function, long userData) {
        return what -> {
            try (Arena arena = Arena.ofConfined()) {
                FAILURE.invokeExact(
                        MemorySegment.ofAddress(function),
                        arena.allocateFrom(what),
                        0L,
                        0L,
                        userData);
            } catch (Throwable failure) {
                throw new IllegalStateException("a function of the program failed", failure);
            }
        };
    }

    /** Calls a function of the program with an object, if there is one. */
    static void object(long function, long handle, long userData) {
        if (function == 0) {
            return;
        }
        try {
            OBJECT.invokeExact(MemorySegment.ofAddress(function), handle, userData);
        } catch (Throwable failure) {
            throw new IllegalStateException("a function of the program failed", failure);
        }
    }
}
