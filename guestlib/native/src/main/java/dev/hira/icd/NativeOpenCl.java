package dev.hira.icd;

import dev.hira.api.ApiException;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.OpenClDriver;
import dev.hira.api.opencl.OpenClException;
import dev.hira.api.opencl.OpenClHandles;
import dev.hira.api.opencl.entry.OpenClEntry;
import dev.hira.guest.Hira;
import dev.hira.icd.call.CCall;
import dev.hira.icd.call.NativeMemory;
import dev.hira.icd.call.NativeObjects;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Executes the calls of a native program on a driver: the one that the environment variable {@code
 * HIRA_URI} names, or a simulated GPU in the program's process.
 */
public final class NativeOpenCl {
    /** With the value 1, the text of each failed call is printed. */
    public static final String ERRORS_VARIABLE = "HIRA_OPENCL_ERRORS";

    private static final int ENTRY_BYTES = 16;
    private static final long ALL_DEVICES = 0xFFFF_FFFFL;

    // The numbers of 8 bytes that the library passes; see shim.c.
    private static final int TABLE = 0;
    private static final int ENTRIES = 8;
    private static final int ENTRY_COUNT = 16;
    private static final int OBJECTS = 24;
    private static final int OBJECT_COUNT = 32;
    private static final int CODES = 40;
    private static final int DISPATCH = 48;

    private static @Nullable NativeOpenCl running;

    private final OpenClDriver driver;
    private final NativeObjects objects;
    private final long entries;
    private final boolean printing;

    private NativeOpenCl(long handoff, OpenClDriver driver) {
        this.driver = driver;
        this.entries = NativeMemory.word(handoff + ENTRIES);
        this.objects =
                new NativeObjects(
                        NativeMemory.word(handoff + TABLE),
                        NativeMemory.word(handoff + OBJECTS),
                        NativeMemory.word(handoff + OBJECT_COUNT),
                        this::release);
        this.printing = "1".equals(System.getenv(ERRORS_VARIABLE));
    }

    /**
     * Opens the driver and fills the library's tables. Called once, by the library.
     *
     * @param handoff the address of what the library passes
     * @return 0, or 1 when there is no driver
     */
    public static int start(long handoff) {
        try {
            NativeOpenCl api = new NativeOpenCl(handoff, Hira.connectOpenCl());
            api.nameDevices();
            running = api;
            fillTables(handoff);
            return 0;
        } catch (RuntimeException | LinkageError failure) {
            System.err.println("hira: OpenCL is not available: " + failure.getMessage());
            return 1;
        }
    }

    private void nameDevices() {
        for (long platform : driver.clGetPlatformIDs()) {
            objects.add(CCall.PLATFORM, platform, 0);
            for (long device : driver.clGetDeviceIDs(platform, ALL_DEVICES)) {
                objects.add(CCall.DEVICE, device, 0);
            }
        }
    }

    private static void fillTables(long handoff) {
        long table = NativeMemory.word(handoff + TABLE);
        long codes = NativeMemory.word(handoff + CODES);
        long entries = NativeMemory.word(handoff + ENTRIES);
        int slots = OpenClEntry.NAMES.length;
        if (slots > NativeMemory.word(handoff + ENTRY_COUNT)) {
            throw new IllegalStateException("the library has too few entries for " + slots);
        }
        for (int slot = 0; slot < slots; slot++) {
            if (OpenClEntry.NAMES[slot] != null) {
                NativeMemory.setWord(table + 8L * slot, entries + (long) ENTRY_BYTES * slot);
                NativeMemory.setByte(codes + slot, OpenClEntry.CODES[slot]);
            }
        }
        NativeMemory.setWord(handoff + DISPATCH, upcall());
    }

    private static long upcall() {
        try {
            return Linker.nativeLinker()
                    .upcallStub(
                            MethodHandles.lookup()
                                    .findStatic(
                                            NativeOpenCl.class,
                                            "dispatch",
                                            MethodType.methodType(
                                                    long.class, long.class, long.class)),
                            FunctionDescriptor.of(
                                    ValueLayout.JAVA_LONG,
                                    ValueLayout.JAVA_LONG,
                                    ValueLayout.JAVA_LONG),
                            Arena.global())
                    .address();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("dispatch", e);
        }
    }

    /**
     * Executes a call. Called by the library; nothing may be thrown, which would end the program.
     */
    @SuppressWarnings("UnusedMethod") // called from C
    private static long dispatch(long slot, long block) {
        NativeOpenCl api = running;
        if (api == null) {
            return ClResult.CL_OUT_OF_HOST_MEMORY.value();
        }
        int place = (int) slot;
        CCall call = new CCall(api.objects, api::address, OpenClEntry.CODES[place], block);
        try {
            long result = OpenClEntry.call(place, call, api.driver);
            call.succeeded();
            return result;
        } catch (ApiException failure) {
            return api.failed(place, call, failure.code(), failure);
        } catch (OutOfMemoryError | StackOverflowError | ArithmeticException failure) {
            return api.failed(place, call, ClResult.CL_OUT_OF_HOST_MEMORY.value(), failure);
        } catch (Throwable failure) {
            return api.failed(place, call, ClResult.CL_OUT_OF_RESOURCES.value(), failure);
        }
    }

    private long failed(int place, CCall call, int code, Throwable failure) {
        String name = String.valueOf(OpenClEntry.NAMES[place]);
        if (printing) {
            System.err.println("hira: " + name + " fails: " + failure);
        }
        try {
            call.tellContext(name, code, failure);
        } catch (RuntimeException | Error unexpected) {
            System.err.println("hira: a failure could not be told: " + unexpected);
        }
        return call.failed(code);
    }

    /** Returns the address of a function, or 0. */
    private long address(String name) {
        for (int slot = 0; slot < OpenClEntry.NAMES.length; slot++) {
            if (name.equals(OpenClEntry.NAMES[slot])) {
                return entries + (long) ENTRY_BYTES * slot;
            }
        }
        return 0;
    }

    private void release(int kind, long name) {
        try {
            switch (kind) {
                case OpenClHandles.CONTEXT -> driver.clReleaseContext(name);
                case OpenClHandles.COMMAND_QUEUE -> driver.clReleaseCommandQueue(name);
                case OpenClHandles.MEM -> driver.clReleaseMemObject(name);
                case OpenClHandles.SAMPLER -> driver.clReleaseSampler(name);
                case OpenClHandles.PROGRAM -> driver.clReleaseProgram(name);
                case OpenClHandles.KERNEL -> driver.clReleaseKernel(name);
                case OpenClHandles.EVENT -> driver.clReleaseEvent(name);
                default ->
                        throw new IllegalStateException(
                                String.format(Locale.ROOT, "objects of kind %d do not end", kind));
            }
        } catch (OpenClException failed) {
            // An earlier command failed: the next call that waits has the same failure.
        }
    }
}
