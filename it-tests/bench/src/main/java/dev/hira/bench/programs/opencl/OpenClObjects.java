package dev.hira.bench.programs.opencl;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.api.opencl.ClCommandType;
import dev.hira.api.opencl.ClSizes;
import dev.hira.api.opencl.OpenClDriver;
import dev.hira.api.opencl.OpenClException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/** The driver, the handles and the callbacks of a run of a program. */
public final class OpenClObjects {
    static final long[] NO_EVENTS = {};
    static final ClSizes SIZE = new ClSizes(OpenClModel.INTS / 2, 1, 1);
    static final ClSizes GROUP = new ClSizes(16, 1, 1);

    /** The time for callbacks; it only ends hangs. */
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);

    private static final String PTX =
            """
            .version 7.5
            .target sm_70
            .address_size 64
            .visible .entry add(.param .u64 .ptr .global .align 4 p, .param .u32 v) {
              .reg .b64 %d<4>; .reg .b32 %r<8>;
              ld.param.u64 %d1, [p]; ld.param.u32 %r1, [v];
              mov.u32 %r2, %ctaid.x; mov.u32 %r3, %tid.x; mad.lo.s32 %r4, %r2, 16, %r3;
              mul.wide.u32 %d2, %r4, 4; add.u64 %d1, %d1, %d2;
              ld.global.u32 %r5, [%d1]; add.u32 %r5, %r5, %r1; add.u32 %r5, %r5, %r4;
              st.global.u32 [%d1], %r5; ret; }
            .visible .entry scale(.param .u64 .ptr .global .align 4 p, .param .u32 v) {
              .reg .b64 %d<4>; .reg .b32 %r<8>;
              ld.param.u64 %d1, [p]; ld.param.u32 %r1, [v];
              mov.u32 %r2, %ctaid.x; mov.u32 %r3, %tid.x; mad.lo.s32 %r4, %r2, 16, %r3;
              mul.wide.u32 %d2, %r4, 4; add.u64 %d1, %d1, %d2;
              ld.global.u32 %r5, [%d1]; mul.lo.u32 %r5, %r5, 3; add.u32 %r5, %r5, %r1;
              st.global.u32 [%d1], %r5; ret; }
            """;

    private final OpenClDriver driver;
    private final long[] devices;
    private final Map<Integer, Long> handles = new ConcurrentHashMap<>();
    private final Map<Integer, Integer> wholes = new ConcurrentHashMap<>();
    private final Map<Integer, Use> uses = new ConcurrentHashMap<>();

    @GuardedBy("called")
    private final Map<Integer, Integer> awaited = new HashMap<>();

    @GuardedBy("itself")
    private final Map<Integer, List<Integer>> called = new HashMap<>();

    /** The last command that uses a buffer: its event and its queue. */
    private record Use(long event, long queue) {}

    /** A command that waits for events, and has one. */
    @FunctionalInterface
    interface Command {
        void enqueue(long[] waits, long event);
    }

    OpenClObjects(OpenClDriver driver) {
        this.driver = driver;
        this.devices =
                LongStream.of(driver.clGetPlatformIDs())
                        .map(platform -> driver.clGetDeviceIDs(platform, 4)[0])
                        .toArray();
    }

    OpenClDriver driver() {
        return driver;
    }

    long device(int number) {
        return devices[number];
    }

    /** Returns the handle of an object. */
    long handle(int number) {
        return handles.getOrDefault(number, 0L);
    }

    /** Makes a call that creates an object. */
    String create(int number, LongSupplier call) {
        return run(() -> handles.put(number, call.getAsLong()));
    }

    /** Notes the handle of an object. */
    void put(int number, long handle) {
        handles.put(number, handle);
    }

    /** Notes that a buffer is a part of another one. */
    void partOf(int part, int buffer) {
        wholes.put(part, whole(buffer));
    }

    private int whole(int buffer) {
        return wholes.getOrDefault(buffer, buffer);
    }

    /** Makes a call that returns nothing. */
    String run(Runnable call) {
        return value(() -> {
            call.run();
            return OpenClOperation.DONE;
        });
    }

    /** Makes a call whose failure only a later call reports. */
    String checked(Runnable call) {
        return run(() -> {
            call.run();
            var _ = driver.clGetPlatformIDs();
        });
    }

    /** Makes a call; returns its result, or the name of the error. */
    String value(Supplier<String> call) {
        try {
            return call.get();
        } catch (OpenClException e) {
            return e.codeName();
        }
    }

    /**
     * Enqueues a command that waits for the last uses of its buffers, and is their last use then.
     *
     * @param own an event of the program for which it waits too, if there is one of this number
     */
    String enqueue(
            int number, ClCommandType type, int queue, int own, Command command, int... buffers) {
        return run(() -> {
            long[] waits = waits(queue, own, buffers);
            long event = driver.clCreateEventHIRA(handle(queue), type);
            command.enqueue(waits, event);
            driver.clRetainEvent(event); // the program may release it
            handles.put(number, event);
            for (int buffer : buffers) {
                uses.put(whole(buffer), new Use(event, handle(queue)));
            }
        });
    }

    /** Returns the events of the last uses of buffers. */
    long[] waits(int queue, int own, int... buffers) {
        List<Long> events = new ArrayList<>();
        for (int buffer : buffers) {
            Use use = uses.get(whole(buffer));
            if (use != null && !events.contains(use.event())) {
                events.add(use.event());
                if (use.queue() != handle(queue)) {
                    driver.clFlush(use.queue());
                }
            }
        }
        if (own > 0) {
            events.add(handle(own));
        }
        return events.stream().mapToLong(Long::longValue).toArray();
    }

    /** Notes that an event will call a function of the program. */
    void expectCall(int event) {
        synchronized (called) {
            var _ = awaited.merge(event, 1, Integer::sum);
        }
    }

    /** Notes that an event has called a function of the program. */
    void called(int event, int number) {
        synchronized (called) {
            called.computeIfAbsent(event, _ -> new ArrayList<>()).add(number);
            called.notifyAll();
        }
    }

    /** Waits until an event has called its functions; returns which, in ascending order. */
    String awaitCalls(int event) {
        long end = System.nanoTime() + PATIENCE;
        synchronized (called) {
            List<Integer> calls = called.computeIfAbsent(event, _ -> new ArrayList<>());
            for (long left = PATIENCE;
                    calls.size() < awaited.getOrDefault(event, 0) && left > 0;
                    left = end - System.nanoTime()) {
                try {
                    TimeUnit.NANOSECONDS.timedWait(called, left);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    break;
                }
            }
            return "called " + calls.stream().sorted().toList();
        }
    }

    /** Returns the bytes of a buffer. */
    long bytes(int buffer) {
        return Integer.BYTES * (long) OpenClModel.INTS / (wholes.containsKey(buffer) ? 2 : 1);
    }

    /** Returns the text of the program. */
    static MemorySegment image() {
        return MemorySegment.ofArray(PTX.getBytes(StandardCharsets.UTF_8));
    }
}
