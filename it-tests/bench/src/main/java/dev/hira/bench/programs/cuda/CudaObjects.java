package dev.hira.bench.programs.cuda;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.cuda.CudaException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The driver, the handles and the callbacks of a run of a program. */
public final class CudaObjects {
    private static final String PTX =
            """
            .version 7.0
            .target sm_70
            .address_size 64
            .visible .global .align 4 .u32 launches = 0;
            .visible .entry add(.param .u64 p, .param .u32 v) {
              .reg .b64 %d<4>; .reg .b32 %r<8>;
              ld.param.u64 %d1, [p]; ld.param.u32 %r1, [v];
              mov.u32 %r2, %ctaid.x; mov.u32 %r3, %tid.x; mad.lo.s32 %r4, %r2, 16, %r3;
              mul.wide.u32 %d2, %r4, 4; add.u64 %d1, %d1, %d2;
              ld.global.u32 %r5, [%d1]; add.u32 %r5, %r5, %r1; add.u32 %r5, %r5, %r4;
              st.global.u32 [%d1], %r5;
              mov.u64 %d3, launches; setp.eq.u32 %p1, %r4, 0;
              @%p1 atom.global.add.u32 %r6, [%d3], 1; ret; }
            .visible .entry scale(.param .u64 p, .param .u32 v) {
              .reg .b64 %d<4>; .reg .b32 %r<8>;
              ld.param.u64 %d1, [p]; ld.param.u32 %r1, [v];
              mov.u32 %r2, %ctaid.x; mov.u32 %r3, %tid.x; mad.lo.s32 %r4, %r2, 16, %r3;
              mul.wide.u32 %d2, %r4, 4; add.u64 %d1, %d1, %d2;
              ld.global.u32 %r5, [%d1]; mul.lo.u32 %r5, %r5, 3; add.u32 %r5, %r5, %r1;
              st.global.u32 [%d1], %r5;
              mov.u64 %d3, launches; setp.eq.u32 %p1, %r4, 0;
              @%p1 atom.global.add.u32 %r6, [%d3], 1; ret; }
            """
                    .replace(".reg .b32 %r<8>;", ".reg .b32 %r<8>; .reg .pred %p<2>;");

    private final CudaDriver driver;
    private @Nullable SharedStream shared;
    private final Map<Integer, Long> handles = new ConcurrentHashMap<>();
    private final Map<Integer, List<Integer>> called = new ConcurrentHashMap<>();

    /** A stream of a context that only all threads together use. */
    record SharedStream(long context, long stream, long kernel, long buffer) {}

    CudaObjects(CudaDriver driver) {
        this.driver = driver;
    }

    CudaDriver driver() {
        return driver;
    }

    /** Returns the handle of an object. */
    long handle(int number) {
        return handles.getOrDefault(number, 0L);
    }

    /** Returns the handle of a stream; numbers that are not positive stand for the default one. */
    long stream(int number) {
        return number > 0 ? handle(number) : 0;
    }

    /** Returns the stream of all threads, which the first thread that needs it creates. */
    synchronized SharedStream shared() {
        SharedStream present = shared;
        if (present == null) {
            long context = driver.cuCtxCreate(0, 0);
            long module = driver.cuModuleLoadData(image());
            present =
                    new SharedStream(
                            context,
                            driver.cuStreamCreate(1),
                            driver.cuModuleGetFunction(module, "add"),
                            driver.cuMemAlloc(CudaModel.INTS * Integer.BYTES));
            driver.cuCtxPopCurrent();
            shared = present;
        }
        return present;
    }

    /** Makes a call that creates an object. */
    String create(int number, Supplier<Long> call) {
        return run(() -> handles.put(number, call.get()));
    }

    /** Makes a call that returns nothing. */
    String run(Runnable call) {
        return value(() -> {
            call.run();
            return "done";
        });
    }

    /** Makes a call; returns its result, or the name of the error. */
    String value(Supplier<String> call) {
        try {
            return call.get();
        } catch (CudaException e) {
            return e.codeName();
        }
    }

    /** Notes that a stream has called a function of the program. */
    void called(int stream, int number) {
        functions(stream).add(number);
    }

    /** Returns the functions that a stream has called, in their order. */
    List<Integer> functions(int stream) {
        return called.computeIfAbsent(stream, _ -> new CopyOnWriteArrayList<>());
    }

    /** Returns ints of device memory. */
    int[] read(long address, int ints) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment host = arena.allocate((long) ints * Integer.BYTES, Integer.BYTES);
            driver.cuMemcpyDtoH(host, address, host.byteSize());
            return host.toArray(ValueLayout.JAVA_INT);
        }
    }

    /** Returns the text of the module that programs load. */
    static MemorySegment image() {
        return Arena.ofAuto().allocateFrom(PTX);
    }

    static String ptx() {
        return PTX;
    }
}
