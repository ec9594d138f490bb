package dev.hira.sim.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.sim.clock.RealClock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A copy engine on the real clock. One thread at a time takes the engine and executes operations:
 * the engine's own thread, which starts when there is work and ends after a time without any, or a
 * thread that waits for an operation and helps.
 */
final class CopyEngine extends Engine implements Runnable {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition wake = lock.newCondition();
    private final String name;
    private final RealClock clock;
    private final long lingerNanos;

    @GuardedBy("lock")
    private final ReadyQueue ready = new ReadyQueue();

    /** Whether a thread has the engine. */
    @GuardedBy("lock")
    private boolean taken;

    @GuardedBy("lock")
    private @Nullable Thread thread;

    CopyEngine(int index, String name, RealClock clock, long lingerNanos) {
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
            ready.add(channel, index());
            if (!taken) {
                wakeThread();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    boolean tryExecute(ChannelGroup group, EngineOperation operation) {
        if (!tryTake()) {
            return false;
        }
        try {
            executeTimed(group, null, operation);
        } finally {
            giveBack();
        }
        return true;
    }

    private boolean tryTake() {
        lock.lock();
        try {
            boolean free = !taken && ready.isEmpty();
            taken |= free;
            return free;
        } finally {
            lock.unlock();
        }
    }

    private void giveBack() {
        lock.lock();
        try {
            taken = false;
            if (!ready.isEmpty()) {
                wakeThread();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    void help(ChannelGroup group, ChannelOperation until) {
        @Nullable Channel channel = takeFor(group);
        while (channel != null) {
            runHead(channel);
            channel = until.done() ? null : next(group);
            if (channel == null) {
                giveBack();
            }
        }
    }

    private @Nullable Channel takeFor(ChannelGroup group) {
        lock.lock();
        try {
            if (taken) {
                return null;
            }
            @Nullable Channel channel = ready.pollOf(group);
            taken = channel != null;
            return channel;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Channel next(ChannelGroup group) {
        lock.lock();
        try {
            return ready.pollOf(group);
        } finally {
            lock.unlock();
        }
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
            if (thread != null) {
                thread.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Runs the engine's own thread. */
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
            while (awaitWork()) {
                runAll();
            }
        } finally {
            thread = null;
        }
    }

    /**
     * Waits until the engine is free and has work; false when no work came within the linger time.
     */
    @GuardedBy("lock")
    private boolean awaitWork() {
        long left = lingerNanos;
        while (taken || ready.isEmpty()) {
            if (left <= 0 && ready.isEmpty()) {
                return false;
            }
            try {
                left = wake.awaitNanos(Math.max(left, TimeUnit.MILLISECONDS.toNanos(1)));
            } catch (InterruptedException stop) {
                left = 0;
            }
        }
        return true;
    }

    @GuardedBy("lock")
    private void runAll() {
        taken = true;
        try {
            @Nullable Channel channel = ready.poll();
            while (channel != null) {
                runUnlocked(channel);
                channel = ready.poll();
            }
        } finally {
            taken = false;
        }
    }

    @GuardedBy("lock")
    private void runUnlocked(Channel channel) {
        lock.unlock();
        try {
            runHead(channel);
        } finally {
            lock.lock();
        }
    }

    @GuardedBy("lock")
    private void wakeThread() {
        if (thread != null) {
            wake.signal();
            return;
        }
        Thread started = Thread.ofPlatform().daemon().name(name).unstarted(this);
        started.start();
        thread = started;
    }

    private void runHead(Channel channel) {
        EngineOperation operation = (EngineOperation) channel.head();
        if (operation == null) {
            throw new IllegalStateException("a ready channel has nothing to do");
        }
        executeTimed(channel.group(), channel, operation);
        Pump.finished(channel, operation);
    }

    /**
     * Executes an operation. Only for the thread that has the engine.
     *
     * @param channel the channel that it heads; null: the calling thread's own work, in none
     */
    private void executeTimed(
            ChannelGroup group, @Nullable Channel channel, EngineOperation operation) {
        long begin = clock.nanos();
        boolean done =
                channel == null ? execute(group, operation) : executeForOthers(group, operation);
        long end = clock.nanos();
        account(group, operation, done ? operation.realNanos(end - begin) : 0);
        if (done && channel != null) {
            trace(channel, operation, begin, end);
        }
    }
}
