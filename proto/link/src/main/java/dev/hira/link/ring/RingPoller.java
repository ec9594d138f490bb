package dev.hira.link.ring;

import dev.hira.link.shm.MemoryGuard;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A thread that serves many ring links: it sleeps on all their bells and on its own doorbell
 * together, and in each round gives every link with work a bounded share. Two links on one poller
 * share its thread, so a router's two links of a session need no lock between them.
 */
public final class RingPoller implements AutoCloseable, Executor {
    /**
     * The number of links that can wake their poller at once; further links are polled every
     * millisecond.
     */
    static final int WORDS = Futex.MAX_WORDS - 1;

    private static final Logger LOG = System.getLogger(RingPoller.class.getName());
    private static final long FOREVER = Long.MAX_VALUE;
    private static final long OVERFLOW_NANOS = 1_000_000;
    private static final int TASKS_PER_ROUND = 1024;

    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final List<RingPort> ports = new ArrayList<>();
    private final List<RingPort> putOff = new ArrayList<>();
    private final AtomicInteger links = new AtomicInteger();
    private final MemorySegment doorbell =
            Arena.ofAuto().allocate(RingLayout.LINE, RingLayout.LINE);
    private final FutexWords words = new FutexWords(Futex.MAX_WORDS);
    private final LongSupplier clock;
    private final Thread thread;
    private boolean wordsStale = true;
    private int next;
    private @Nullable RingPort serving;
    private volatile boolean stopping;
    private volatile boolean stopped;

    private RingPoller(ThreadFactory threads, LongSupplier clock) {
        this.clock = clock;
        thread = threads.newThread(this::run);
    }

    /**
     * Starts a poller.
     *
     * @param threads creates the poller's one thread; a thread of Netty's {@code
     *     DefaultThreadFactory} keeps caches of buffers
     * @param clock the nanosecond clock of the poller and its links
     */
    public static RingPoller start(ThreadFactory threads, LongSupplier clock) {
        if (!Futex.available()) {
            throw new UnsupportedOperationException(
                    "rings need Linux 5.16 or later on x86-64 or arm64; use a gRPC link");
        }
        RingPoller poller = new RingPoller(threads, clock);
        poller.thread.start();
        return poller;
    }

    /** Runs a task on the poller's thread; a closed poller drops it. */
    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        wakeUp();
    }

    /** Returns the time of the clock of the poller and its links, in nanoseconds. */
    long nanos() {
        return clock.getAsLong();
    }

    /** Returns the number of links served. */
    public int links() {
        return links.get();
    }

    /** Returns whether the calling thread is the poller's. */
    public boolean isPollerThread() {
        return Thread.currentThread().equals(thread);
    }

    /** Closes the poller's links and ends its thread. Idempotent; does not wait. */
    @Override
    public void close() {
        stopping = true;
        wakeUp();
    }

    /** Makes the poller look at all its links. */
    void wakeUp() {
        VarHandle.fullFence();
        if ((int) RingLayout.INTS.getOpaque(doorbell, 0L) == BellWords.ASLEEP
                && RingLayout.INTS.compareAndSet(
                        doorbell, 0L, BellWords.ASLEEP, BellWords.NO_THREAD)) {
            Futex.wakeOwn(doorbell.address());
        }
    }

    /** Adds a link to serve. */
    void attach(RingPort port) {
        links.incrementAndGet();
        execute(() -> {
            ports.add(port);
            wordsStale = true;
        });
        if (stopped) {
            port.pollerStopped();
        }
    }

    /** Removes a link, then runs {@code afterwards}, which must be idempotent. */
    void detach(RingPort port, Runnable afterwards) {
        Runnable task =
                () -> {
                    if (ports.remove(port)) {
                        wordsStale = true;
                        links.decrementAndGet();
                    }
                    putOff.remove(port);
                    afterwards.run();
                };
        execute(task);
        if (stopped) {
            afterwards.run();
        }
    }

    /** Returns whether wake-ups are postponed, because the calling thread serves a link. */
    boolean putsOff() {
        return serving != null && isPollerThread();
    }

    /** Wakes the link's peer once the link being served is done. */
    void putOff(RingPort port) {
        if (!putOff.contains(port)) {
            putOff.add(port);
        }
    }

    private void run() {
        while (!stopping) {
            try {
                round();
            } catch (RuntimeException | Error e) {
                failed(e);
            }
        }
        stopped = true;
        stopPorts();
    }

    private void round() {
        boolean worked = runTasks();
        int count = ports.size();
        for (int i = 0; i < count && i < ports.size(); i++) {
            next = next + 1 < ports.size() ? next + 1 : 0;
            worked |= serve(ports.get(next));
        }
        if (!worked && !stopping) {
            sleep();
        }
    }

    private boolean runTasks() {
        for (int i = 0; i < TASKS_PER_ROUND; i++) {
            Runnable task = tasks.poll();
            if (task == null) {
                return i > 0;
            }
            task.run();
        }
        return true;
    }

    private boolean serve(RingPort port) {
        if (!port.hasWork()) {
            return false;
        }
        serving = port;
        try {
            return port.serve();
        } finally {
            serving = null;
            ringPutOff();
        }
    }

    private void ringPutOff() {
        for (int i = 0; i < putOff.size(); i++) {
            putOff.get(i).ringPeer();
        }
        putOff.clear();
    }

    private void sleep() {
        long deadline = fallAsleep();
        VarHandle.fullFence();
        if (isIdle()) {
            Futex.Outcome outcome = Futex.waitAny(words, timeout(deadline));
            if (outcome == Futex.Outcome.FAULT) {
                checkMemory();
            }
        }
        RingLayout.INTS.setOpaque(doorbell, 0L, BellWords.NO_THREAD);
        for (int i = 0; i < ports.size(); i++) {
            ports.get(i).awake();
        }
    }

    /**
     * Announces to all peers that the poller sleeps; returns the time at which it must wake by
     * itself.
     */
    private long fallAsleep() {
        collectWords();
        long deadline = FOREVER;
        for (int i = 0; i < ports.size(); i++) {
            RingPort port = ports.get(i);
            int expected = port.asleep();
            if (i < WORDS) {
                words.expect(i + 1, expected);
            }
            deadline = Math.min(deadline, port.deadline());
        }
        RingLayout.INTS.setOpaque(doorbell, 0L, BellWords.ASLEEP);
        return deadline;
    }

    private boolean isIdle() {
        for (int i = 0; i < ports.size(); i++) {
            if (ports.get(i).hasWork()) {
                return false;
            }
        }
        MemoryGuard.raisePending();
        return tasks.isEmpty() && !stopping;
    }

    private void collectWords() {
        if (wordsStale) {
            words.clear();
            words.addOwn(doorbell.address(), BellWords.ASLEEP);
            for (int i = 0; i < Math.min(ports.size(), WORDS); i++) {
                words.add(ports.get(i).sleepAddress(), 0);
            }
            wordsStale = false;
        }
    }

    private long timeout(long deadline) {
        long timeout = deadline == FOREVER ? FOREVER : Math.max(0, deadline - nanos());
        return ports.size() > WORDS ? Math.min(timeout, OVERFLOW_NANOS) : timeout;
    }

    /** If an access to a region failed and raised its error here, finds the region's link. */
    private void failed(Throwable failure) {
        if (failure instanceof InternalError error && MemoryGuard.isFault(error)) {
            checkMemory();
        } else {
            LOG.log(Level.ERROR, "a task of a ring poller failed", failure);
        }
    }

    private void checkMemory() {
        for (RingPort port : List.copyOf(ports)) {
            try {
                port.checkMemory();
                MemoryGuard.raisePending();
            } catch (InternalError e) {
                LOG.log(Level.DEBUG, "truncated memory was used while its link ended", e);
            }
        }
    }

    private void stopPorts() {
        runAllTasks();
        for (RingPort port : List.copyOf(ports)) {
            port.pollerStopped();
        }
        runAllTasks();
    }

    private void runAllTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }
}
