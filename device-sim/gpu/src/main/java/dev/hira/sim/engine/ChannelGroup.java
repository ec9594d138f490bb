package dev.hira.sim.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.api.BlockingBan;
import dev.hira.sim.clock.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The channels of one context.
 *
 * <p>One of them is the legacy channel: what is submitted to it waits for all that was submitted to
 * blocking channels before, and what is submitted to a blocking channel waits for all that was
 * submitted to the legacy channel before. These dependencies become operations that wait for
 * others; they always point to what was submitted earlier, so they form no cycle.
 */
@SuppressWarnings("ReferenceEquality") // operations have identity only
public final class ChannelGroup {
    private final DeviceEngines engines;
    private final EngineCounters counters;
    private final Executor hostCalls;
    private final ReadyQueue.Turn[] turns;
    private final Channel legacy;

    /** Held while an operation is submitted, so that all threads agree on what came before. */
    private final ReentrantLock submission = new ReentrantLock();

    @GuardedBy("submission")
    private final List<Channel> channels = new ArrayList<>();

    private volatile @Nullable WorkFault fault;
    private volatile boolean cancelled;
    private volatile boolean stopping;
    private volatile Runnable afterWaiting = () -> {};

    /** What the compute engine executes, and what else may last. */
    private final Set<EngineOperation> running = ConcurrentHashMap.newKeySet();

    /**
     * The channels of a context.
     *
     * @param hostCalls runs host functions, each on a thread of its own
     */
    public ChannelGroup(DeviceEngines engines, Executor hostCalls) {
        this.engines = engines;
        this.hostCalls = hostCalls;
        this.counters = new EngineCounters(engines.counters());
        this.turns = new ReadyQueue.Turn[engines.size()];
        for (int i = 0; i < turns.length; i++) {
            turns[i] = new ReadyQueue.Turn(this);
        }
        this.legacy = new Channel(this, true, 0);
    }

    /** The engines that do the work. */
    public DeviceEngines engines() {
        return engines;
    }

    /** What this group has done. */
    public EngineCounters counters() {
        return counters;
    }

    /** What the work has failed with, or null. */
    public @Nullable WorkFault fault() {
        return fault;
    }

    Executor hostCalls() {
        return hostCalls;
    }

    boolean cancelled() {
        return cancelled;
    }

    boolean skips() {
        return cancelled || fault != null;
    }

    ReadyQueue.Turn turn(int engine) {
        return turns[engine];
    }

    /** The channel that waits for all blocking ones and that they wait for. */
    public Channel legacy() {
        return legacy;
    }

    /** Opens another channel. */
    public Channel open(boolean blocking, int priority) {
        Channel channel = new Channel(this, blocking, priority);
        submission.lock();
        try {
            channels.add(channel);
            return channel;
        } finally {
            submission.unlock();
        }
    }

    /** Ends a channel: nothing more is submitted to it; what it has goes on to the end. */
    public void close(Channel channel) {
        submit(channel, new ActionOperation(() -> drop(channel)));
    }

    private void drop(Channel channel) {
        submission.lock();
        try {
            channels.remove(channel);
        } finally {
            submission.unlock();
        }
    }

    /** Adds an operation to a channel. */
    public void submit(Channel channel, ChannelOperation operation) {
        submit(channel, operation, List.of());
    }

    /** Adds an operation to a channel, which starts after these others as well. */
    public void submit(Channel channel, ChannelOperation operation, List<ChannelOperation> after) {
        @Nullable VirtualClock virtual = engines.virtual();
        if (virtual == null) {
            startIf(append(channel, operation, after), channel);
            return;
        }
        virtual.lock();
        try {
            startIf(append(channel, operation, after), channel);
        } finally {
            virtual.unlock();
        }
    }

    /** Makes what follows in a channel wait for an operation of any context. */
    public void submitWait(Channel channel, ChannelOperation awaited) {
        if (!awaited.done()) {
            submit(channel, new MarkOperation(), List.of(awaited));
        }
    }

    /** Adds an operation that comes after all that this group has been given. */
    public void submitAfterAll(Channel reaper, ChannelOperation operation) {
        submit(reaper, operation, lastOperations());
    }

    /** Adds to a channel; true when the caller got its token, which it must use unlocked. */
    private boolean append(
            Channel channel, ChannelOperation operation, List<ChannelOperation> after) {
        submission.lock();
        try {
            boolean token = awaitLegacy(channel);
            for (ChannelOperation earlier : after) {
                token |= awaitIn(channel, earlier);
            }
            token |= channel.append(operation);
            return token;
        } finally {
            submission.unlock();
        }
    }

    private static void startIf(boolean token, Channel channel) {
        if (token) {
            Pump.start(channel);
        }
    }

    /** Lets a channel wait for what it must by the rules of the legacy channel. */
    @GuardedBy("submission")
    private boolean awaitLegacy(Channel channel) {
        boolean token = false;
        if (channel != legacy) {
            if (channel.blocking() && channel.awaitedLegacy != legacy.last()) {
                channel.awaitedLegacy = legacy.last();
                token = awaitIn(channel, legacy.last());
            }
            return token;
        }
        for (Channel other : channels) {
            if (other.blocking() && other.awaitedByLegacy != other.last()) {
                other.awaitedByLegacy = other.last();
                token |= awaitIn(legacy, other.last());
            }
        }
        return token;
    }

    /** Under the submission lock. */
    private static boolean awaitIn(Channel channel, ChannelOperation earlier) {
        return !earlier.done()
                && earlier != channel.last()
                && channel.append(new WaitOperation(earlier));
    }

    /**
     * Whether an operation submitted to this channel could start at once, the engine permitting.
     */
    public boolean quiet(Channel channel) {
        if (!channel.idle()) {
            return false;
        }
        if (channel != legacy) {
            return !channel.blocking() || legacy.idle();
        }
        submission.lock();
        try {
            for (Channel other : channels) {
                if (other.blocking() && !other.idle()) {
                    return false;
                }
            }
            return true;
        } finally {
            submission.unlock();
        }
    }

    /**
     * Executes an operation here and now, if it could start at once and its engine is free. For
     * short operations this is faster than to wake somebody else.
     */
    public boolean tryExecute(Channel channel, EngineOperation operation) {
        return quiet(channel) && engines.engine(operation.role()).tryExecute(this, operation);
    }

    /** Waits for an operation of this group, helping the engines to get there. */
    public void await(ChannelOperation operation) {
        await(operation, Long.MAX_VALUE);
    }

    /**
     * Waits for an operation, but on the real clock no longer than so many nanoseconds.
     *
     * @return whether it is done
     * @throws dev.hira.api.WouldWaitException when this thread must not wait and the operation is
     *     not done
     */
    public boolean await(ChannelOperation operation, long nanos) {
        @Nullable VirtualClock virtual = engines.virtual();
        boolean done = true;
        if (!operation.done()) {
            BlockingBan.require();
        }
        if (virtual != null) {
            virtual.await(operation::done);
        } else {
            done = awaitReal(operation, nanos);
        }
        afterWaiting.run();
        return done;
    }

    /**
     * Lets the engines get on with a channel for so many nanoseconds, or, on the modelled clock,
     * until all is done that was submitted to it.
     */
    public void leaveAlone(Channel channel, long nanos) {
        @Nullable VirtualClock virtual = engines.virtual();
        if (virtual != null) {
            virtual.await(channel::idle);
            return;
        }
        boolean interrupted = Thread.interrupted();
        LockSupport.parkNanos(channel, nanos);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Has something done by each thread that has waited for work of this group. */
    public void afterWaiting(Runnable action) {
        afterWaiting = action;
    }

    private boolean awaitReal(ChannelOperation operation, long nanos) {
        long begin = System.nanoTime();
        long left = nanos;
        boolean registered = false;
        boolean interrupted = false;
        while (!operation.done() && left > 0) {
            for (int i = 0; i < engines.size(); i++) {
                engines.engine(i).help(this, operation);
            }
            if (!registered) {
                registered = operation.notifyWhenDone(new ThreadWaiter());
            } else if (!operation.done()) {
                // Asked again because helping may have parked in a lock and eaten the wake-up.
                LockSupport.parkNanos(this, left);
                interrupted |= Thread.interrupted();
            }
            left = nanos - (System.nanoTime() - begin);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return operation.done();
    }

    /** What was submitted last to each channel. */
    public List<ChannelOperation> lastOperations() {
        return lastOperations(false);
    }

    private List<ChannelOperation> lastOperations(boolean blockingOnly) {
        submission.lock();
        try {
            List<ChannelOperation> last = new ArrayList<>();
            last.add(legacy.last());
            for (Channel channel : channels) {
                if ((channel.blocking() || !blockingOnly) && !channel.idle()) {
                    last.add(channel.last());
                }
            }
            return last;
        } finally {
            submission.unlock();
        }
    }

    /** Waits until all that the legacy channel waits for, and what it has itself, is done. */
    public void awaitBlocking() {
        lastOperations(true).forEach(this::await);
    }

    /** Waits until all that was submitted is done. */
    public void awaitAll() {
        lastOperations().forEach(this::await);
    }

    /** Whether all that was submitted is done. */
    public boolean idle() {
        return lastOperations().stream().allMatch(ChannelOperation::done);
    }

    /** Makes all work that is not done yet, and all that comes, be skipped because of a fault. */
    public void fail(WorkFault failure) {
        if (fault == null) {
            fault = failure;
        }
    }

    /** Makes all work that has not begun be skipped, and stops the kernels that run. */
    public void cancel() {
        cancelled = true;
        stopKernels();
    }

    /** Stops the kernels that run, and those that would run later. */
    public void stopKernels() {
        stopping = true;
        running.forEach(EngineOperation::stop);
    }

    /** Says whose work is executed right now, if it is for the compute engine or may last. */
    public void tellRunning(LongConsumer to) {
        running.forEach(operation -> operation.tell(to));
    }

    /** Notes that an operation is about to execute. */
    void begins(EngineOperation operation) {
        if (isKnownOf(operation)) {
            running.add(operation);
            if (stopping) {
                operation.stop();
            }
        }
    }

    /** Notes that an operation has executed. */
    void ends(EngineOperation operation) {
        if (isKnownOf(operation)) {
            running.remove(operation);
        }
    }

    private static boolean isKnownOf(EngineOperation operation) {
        return operation.role() == Role.COMPUTE || operation.lasts();
    }
}
