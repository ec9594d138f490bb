package dev.hira.server.testing;

import dev.hira.api.BlockingBan;
import dev.hira.api.WorkListener;
import dev.hira.server.dispatch.Dispatcher;
import dev.hira.server.dispatch.ServerCall.LateOutput;
import dev.hira.server.host.ApiDriver;
import dev.hira.server.host.DeviceReport;
import dev.hira.server.host.DriverHost;
import dev.hira.server.host.DriverProcess;
import dev.hira.server.host.SessionOwner;
import dev.hira.server.host.SessionState;
import dev.hira.server.host.WorkScope;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Two toy devices and a driver that records its calls. */
public final class ToyHost implements DriverHost, ApiDriver<ToyDriver> {
    private static final Set<Integer> APIS = Set.of(ToyDispatcher.API);

    public final List<OneProcess> processes = Collections.synchronizedList(new ArrayList<>());
    public final AtomicInteger open = new AtomicInteger();

    /** The APIs of the first device. */
    public volatile Set<Integer> apisOfFirst = APIS;

    /** Whether processes that are opened from now on can be moved. */
    public volatile boolean movable = true;

    private final ToyDispatcher dispatcher = new ToyDispatcher();

    @Override
    public Dispatcher<ToyDriver> dispatcher() {
        return dispatcher;
    }

    @Override
    public List<ApiDriver<?>> drivers() {
        return List.of(this);
    }

    @Override
    public List<DeviceReport> devices() {
        return List.of(
                new DeviceReport(
                        0,
                        apisOfFirst,
                        "Toy",
                        "toy",
                        1 << 20,
                        1 << 19,
                        256,
                        false,
                        !movable,
                        4,
                        1000,
                        7,
                        0.25),
                new DeviceReport(
                        1, APIS, "Toy", "toy", 1 << 20, 1 << 20, 256, false, !movable, 4, 1000, 0,
                        0));
    }

    @Override
    public DriverProcess<ToyDriver> open(SessionOwner owner, List<Integer> ordinals) {
        OneProcess process = new OneProcess(ordinals, movable);
        processes.add(process);
        open.incrementAndGet();
        return process;
    }

    @Override
    public void close() {}

    /** The driver of one session. */
    public final class OneProcess implements DriverProcess<ToyDriver> {
        public final List<Integer> ordinals;

        /** The notes as {@code lane:value}, in the order of their execution. */
        public final List<String> notes = Collections.synchronizedList(new ArrayList<>());

        public final Set<Long> made = ConcurrentHashMap.newKeySet();
        public final Set<Long> lanes = ConcurrentHashMap.newKeySet();
        public final Set<Thread> awayThreads = ConcurrentHashMap.newKeySet();
        public final Set<Thread> noteThreads = ConcurrentHashMap.newKeySet();
        private final Map<Long, CountDownLatch> gates = new ConcurrentHashMap<>();
        private final List<Runnable> late = Collections.synchronizedList(new ArrayList<>());
        public final List<Thread> callbackThreads = Collections.synchronizedList(new ArrayList<>());
        private final Map<Long, ToyWork> works = new ConcurrentHashMap<>();
        private final List<Runnable> working = Collections.synchronizedList(new ArrayList<>());
        private volatile @Nullable WorkListener listener;
        public volatile boolean mayBlock;
        public volatile long kernelLimit;
        public volatile long memoryLimit;
        public volatile long unstatedMemory;

        /** The number of calls that got data. */
        public final AtomicInteger gets = new AtomicInteger();

        /** The calls that {@code tellRunning} reports. */
        public final Set<Long> running = ConcurrentHashMap.newKeySet();

        /** Whether a call that waits for a gate waits for work of the devices. */
        public volatile boolean gatesAreWork;

        private final Set<Long> waiting = ConcurrentHashMap.newKeySet();

        private volatile boolean closed;
        private volatile MemorySegment shared = MemorySegment.NULL;

        /** Whether the buffer of each put was pinned, in order. */
        public final List<Boolean> pinned = Collections.synchronizedList(new ArrayList<>());

        public final ToyState state = new ToyState();
        private final boolean movable;

        OneProcess(List<Integer> ordinals, boolean movable) {
            this.ordinals = ordinals;
            this.movable = movable;
        }

        @Override
        public @Nullable SessionState state() {
            return movable ? state : null;
        }

        @Override
        public ToyDriver lane(long lane) {
            lanes.add(lane);
            return new LaneDriver(this, lane);
        }

        @Override
        public boolean mayBlock() {
            return mayBlock;
        }

        @Override
        public WorkScope work(long lane) {
            return works.computeIfAbsent(lane, _ -> new ToyWork());
        }

        @Override
        public void watch(WorkListener other) {
            listener = other;
        }

        @Override
        public void tellRunning(CallTimes to) {
            running.forEach(call -> to.spent(call, 0));
        }

        @Override
        public void limitKernels(long nanos) {
            kernelLimit = nanos;
        }

        @Override
        public void limitMemory(long bytes) {
            memoryLimit = bytes;
        }

        @Override
        public long unstatedMemory() {
            return unstatedMemory;
        }

        /** Ends all pending work. */
        public void finishWork() {
            List<Runnable> ends;
            synchronized (working) {
                ends = new ArrayList<>(working);
                working.clear();
            }
            ends.forEach(Runnable::run);
            Objects.requireNonNull(listener).waitersWoken();
        }

        private void workOn(ToyWork work, long nanos) {
            long call = work.call;
            work.underWay = true;
            WorkListener told = Objects.requireNonNull(listener);
            working.add(() -> told.ended(call, 1, nanos));
        }

        @Override
        public boolean waitsForWork(long lane) {
            return gatesAreWork && waiting.contains(lane);
        }

        @Override
        public void laneEnded(long lane) {
            lanes.remove(lane);
        }

        @Override
        public void shares(MemorySegment memory) {
            shared = memory;
        }

        public CountDownLatch gate(long gate) {
            CountDownLatch latch = gates.computeIfAbsent(gate, g -> new CountDownLatch(1));
            if (closed) {
                latch.countDown();
            }
            return latch;
        }

        /** Opens a gate for all that wait for it. */
        public void open(long gate) {
            gate(gate).countDown();
        }

        /** Completes all requested late outputs. */
        public void completeLate() {
            List<Runnable> due;
            synchronized (late) {
                due = new ArrayList<>(late);
                late.clear();
            }
            due.forEach(Runnable::run);
            due.forEach(_ -> state.workEnds());
        }

        public boolean isClosed() {
            return closed;
        }

        @Override
        public void close() {
            closed = true;
            state.close();
            gates.values().forEach(CountDownLatch::countDown);
            open.decrementAndGet();
        }
    }

    /** Measures the work of one lane's calls, all for the second device. */
    private static final class ToyWork implements WorkScope {
        private long call;
        private long nanos;
        private boolean underWay;

        @Override
        public void begin(long ofCall) {
            call = ofCall;
            nanos = 0;
            underWay = false;
        }

        @Override
        public long end() {
            return underWay ? UNDER_WAY : nanos;
        }

        @Override
        public int device() {
            return nanos == 0 ? 0 : 1;
        }
    }

    private record LaneDriver(OneProcess process, long lane) implements ToyDriver {
        @Override
        public void note(long value) {
            process.notes.add(lane + ":" + value);
            process.noteThreads.add(Thread.currentThread());
        }

        @Override
        public long count() {
            return process.notes.size();
        }

        @Override
        public void fail(int code) {
            if (code != 0) {
                throw new ToyException(code, "asked to fail with " + code);
            }
        }

        @Override
        public void crash() {
            throw new IllegalStateException("a defect");
        }

        @Override
        public void make(long name) {
            process.made.add(name);
        }

        @Override
        public void drop(long name) {
            process.made.remove(name);
        }

        @Override
        public void put(long value, MemorySegment data) {
            long sum = 0;
            for (long i = 0; i < data.byteSize(); i++) {
                sum += data.get(ValueLayout.JAVA_BYTE, i);
            }
            process.pinned.add(process.shared.asOverlappingSlice(data).isPresent());
            process.notes.add(value + "=" + sum);
        }

        @Override
        public void putWhenOpen(long gate, MemorySegment data) {
            if (!isOpen(gate)) {
                BlockingBan.require();
                await(gate);
            }
            put(gate, data);
        }

        @Override
        public void get(MemorySegment into, long value) {
            ToyDispatcher.fill(into, value);
            process.gets.incrementAndGet();
        }

        @Override
        public void getLater(long gate, LateOutput output) {
            process.state.workBegins();
            process.late.add(() -> {
                ToyDispatcher.fill(output.memory(), gate);
                output.complete();
            });
        }

        @Override
        public void work(long nanos) {
            ((ToyWork) process.work(lane)).nanos += nanos;
        }

        @Override
        public void workOn(long nanos) {
            process.workOn((ToyWork) process.work(lane), nanos);
        }

        @Override
        public boolean isOpen(long gate) {
            return process.gate(gate).getCount() == 0;
        }

        @Override
        public void await(long gate) {
            if (!isOpen(gate)) {
                BlockingBan.waits();
            }
            takeTime(gate);
        }

        @Override
        public void takeTime(long gate) {
            process.awayThreads.add(Thread.currentThread());
            process.waiting.add(lane);
            try {
                process.gate(gate).await();
            } catch (InterruptedException e) {
                throw new ToyException(998, "interrupted");
            } finally {
                process.waiting.remove(lane);
            }
            if (process.closed) {
                throw new ToyException(997, "the process was closed");
            }
        }

        @Override
        public void callback(Runnable invocation) {
            Thread thread =
                    Thread.ofPlatform()
                            .daemon()
                            .start(() -> {
                                invocation.run();
                                process.notes.add("callback returned");
                            });
            process.callbackThreads.add(thread);
        }
    }
}
