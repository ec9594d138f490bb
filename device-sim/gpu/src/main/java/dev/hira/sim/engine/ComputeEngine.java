package dev.hira.sim.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.sim.clock.RealClock;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The compute engine on the real clock. Kernels of all contexts run at the same time, each on a
 * thread of its own, since any kernel may be endless; they share the host's cores. A context runs
 * at most {@link #MOST_OF_GROUP} of its channels at a time. A thread that waits for an operation
 * helps, but only with a channel that leads to that operation.
 */
final class ComputeEngine extends Engine implements Runnable {
    /** Operations of one context that run at the same time. */
    static final int MOST_OF_GROUP = 32;

    /** Threads for short operations, in addition to those that run kernels. */
    private static final int SPARE_THREADS = 2;

    private static final int LONGEST_LOOK = 64;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition wake = lock.newCondition();
    private final String name;
    private final RealClock clock;
    private final long lingerNanos;

    @GuardedBy("lock")
    private final ReadyQueue ready = new ReadyQueue();

    /** Threads without work. */
    @GuardedBy("lock")
    private int idle;

    /** Idle threads that were woken and have not resumed yet. */
    @GuardedBy("lock")
    private int woken;

    /** Threads that will soon look into the queue: woken, started, or about to end an operation. */
    @GuardedBy("lock")
    private int coming;

    @GuardedBy("lock")
    private boolean stopping;

    @GuardedBy("lock")
    private int threads;

    /** Threads that execute operations that may last long. */
    @GuardedBy("lock")
    private int lasting;

    ComputeEngine(int index, String name, RealClock clock, long lingerNanos) {
        super(index);
        this.name = name;
        this.clock = clock;
        this.lingerNanos = lingerNanos;
    }

    @Override
    void offer(Channel channel) {
        lock.lock();
        try {
            if (channel.group().standstill().park(channel)) {
                return;
            }
            stopping = false;
            ready.add(channel, index());
            if (ready.size() > coming) {
                bringThread();
            }
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void bringThread() {
        if (idle > woken) {
            coming++;
            woken++;
            wake.signal();
            return;
        }
        if (threads - lasting >= SPARE_THREADS) {
            return;
        }
        try {
            Thread.ofPlatform().daemon().name(name + "-" + (threads + 1)).start(this);
        } catch (OutOfMemoryError noThread) {
            if (threads == 0) {
                throw noThread;
            }
            return; // the existing threads look into the queue when they end an operation
        }
        coming++;
        threads++;
    }

    @Override
    boolean tryExecute(ChannelGroup group, EngineOperation operation) {
        if (Thread.currentThread().isVirtual() || !enter(group)) {
            return false;
        }
        try {
            executeTimed(group, null, operation);
        } finally {
            leave(group);
        }
        return true;
    }

    private boolean enter(ChannelGroup group) {
        lock.lock();
        try {
            ReadyQueue.ContextQueue context = group.ready(index());
            return context.isEmpty() && context.enter(MOST_OF_GROUP);
        } finally {
            lock.unlock();
        }
    }

    private void leave(ChannelGroup group) {
        lock.lock();
        try {
            group.ready(index()).leave();
            if (!ready.isEmpty() && coming == 0) {
                bringThread();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    void help(ChannelGroup group, ChannelOperation until) {
        if (Thread.currentThread().isVirtual()) {
            return;
        }
        @Nullable Channel channel = takeLeadingTo(group, until);
        while (channel != null) {
            EngineOperation operation = head(channel);
            boolean ended = executeTimed(group, channel, operation);
            leave(group);
            advance(channel, operation, ended);
            channel = until.done() ? null : takeLeadingTo(group, until);
        }
    }

    private @Nullable Channel takeLeadingTo(ChannelGroup group, ChannelOperation until) {
        lock.lock();
        try {
            return ready.take(
                    group.ready(index()), MOST_OF_GROUP, channel -> leads(channel, until));
        } finally {
            lock.unlock();
        }
    }

    /** Whether a channel reaches an operation within its next {@link #LONGEST_LOOK} operations. */
    @SuppressWarnings("ReferenceEquality") // operations have identity only
    private static boolean leads(Channel channel, ChannelOperation until) {
        @Nullable ChannelOperation operation = channel.head();
        for (int i = 0; i < LONGEST_LOOK && operation != null; i++) {
            if (operation == until) {
                return true;
            }
            operation = operation.next();
        }
        return false;
    }

    @Override
    List<Channel> withdraw(ChannelGroup group) {
        lock.lock();
        try {
            return ready.removeAll(group.ready(index()));
        } finally {
            lock.unlock();
        }
    }

    @Override
    void stop() {
        lock.lock();
        try {
            stopping = true;
            wake.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Runs one of the engine's threads. */
    @Override
    public void run() {
        lock.lock();
        try {
            live();
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void live() {
        try {
            do {
                coming--;
                runAll();
            } while (awaitWork());
        } finally {
            threads--;
        }
    }

    @GuardedBy("lock")
    private void runAll() {
        @Nullable Channel channel = ready.poll(MOST_OF_GROUP);
        while (channel != null) {
            EngineOperation operation = head(channel);
            begin(operation);
            lock.unlock();
            try {
                executeAndFinish(channel, operation);
            } finally {
                lock.lock();
                coming--;
            }
            channel = ready.poll(MOST_OF_GROUP);
        }
    }

    @GuardedBy("lock")
    private void begin(EngineOperation operation) {
        if (operation.lasts()) {
            lasting++;
            if (ready.size() > coming) {
                bringThread();
            }
        }
    }

    private void executeAndFinish(Channel channel, EngineOperation operation) {
        boolean ended = true;
        try {
            ended = executeTimed(channel.group(), channel, operation);
        } finally {
            finish(channel, operation, ended);
        }
    }

    /**
     * Leaves an operation, ended or paused; the next one may then arrive at this engine for the
     * calling thread.
     */
    private void finish(Channel channel, EngineOperation operation, boolean ended) {
        lock.lock();
        try {
            channel.group().ready(index()).leave();
            lasting -= operation.lasts() ? 1 : 0;
            coming++;
        } finally {
            lock.unlock();
        }
        advance(channel, operation, ended);
    }

    private static void advance(Channel channel, EngineOperation operation, boolean ended) {
        if (ended) {
            Pump.finished(channel, operation);
        } else {
            Pump.start(channel);
        }
    }

    /** Waits to be woken; false when no wake-up came within the linger time. */
    @GuardedBy("lock")
    private boolean awaitWork() {
        idle++;
        long left = lingerNanos;
        try {
            while (woken == 0 && left > 0 && !stopping) {
                left = wake.awaitNanos(left);
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        idle--;
        boolean wanted = woken > 0;
        woken -= wanted ? 1 : 0;
        return wanted;
    }

    private static EngineOperation head(Channel channel) {
        EngineOperation operation = (EngineOperation) channel.head();
        if (operation == null) {
            throw new IllegalStateException("a ready channel has nothing to do");
        }
        return operation;
    }

    /**
     * Executes an operation; false when it was paused.
     *
     * @param channel the channel that it heads; null: it is in none
     */
    private boolean executeTimed(
            ChannelGroup group, @Nullable Channel channel, EngineOperation operation) {
        long begin = clock.nanos();
        boolean done = execute(group, operation);
        long end = clock.nanos();
        boolean ended = !done || !operation.paused();
        if (ended) {
            account(group, operation, done ? operation.realNanos(end - begin) : 0);
        }
        if (done && channel != null) {
            trace(channel, operation, begin, end);
        }
        return ended;
    }
}
