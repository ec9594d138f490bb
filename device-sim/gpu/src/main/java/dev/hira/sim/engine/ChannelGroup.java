package dev.hira.sim.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.api.WorkTrace;
import dev.hira.base.SharedBudget;
import dev.hira.sim.clock.VirtualClock;
import dev.hira.sim.engine.cost.EngineCounters;
import dev.hira.sim.work.CallTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The channels of one context.
 *
 * <p>One of them is the legacy channel. An operation submitted to it waits for all operations
 * submitted earlier to blocking channels; an operation submitted to a blocking channel waits for
 * all operations submitted earlier to the legacy channel. These dependencies become operations that
 * wait for others; they always point to earlier submissions, so they form no cycle.
 */
@SuppressWarnings("ReferenceEquality") // operations have identity only
public final class ChannelGroup {
    /** The most operations of a channel that are not done, unless one command adds more. */
    public static final int MOST_PENDING = OperationRoom.MOST;

    private final DeviceEngines engines;
    private final EngineCounters counters;
    private final Executor hostCalls;
    private final ReadyQueue.ContextQueue[] ready;
    private final Channel legacy;

    /** Executes what must wait for all work submitted before. */
    private final Channel reaper;

    /**
     * Held while an operation is submitted, so that all threads agree on the order of submissions.
     */
    private final ReentrantLock submission = new ReentrantLock();

    @GuardedBy("submission")
    private final GroupChannels channels = new GroupChannels();

    @GuardedBy("submission")
    private final OperationRoom room;

    private volatile @Nullable WorkFault fault;
    private volatile boolean cancelled;
    private final SiblingChannels siblings;
    private final OpenMarks marks;
    private final Standstill standstill = new Standstill(this);
    private final RunningWork running = new RunningWork(standstill);
    private final WorkAwait waits;
    private final Supplier<@Nullable WorkTrace> trace;

    /**
     * Creates the channels of a context.
     *
     * @param hostCalls runs host functions, each on a thread of its own
     */
    public ChannelGroup(DeviceEngines engines, Executor hostCalls) {
        this(
                engines,
                hostCalls,
                () -> null,
                new SharedBudget(Long.MAX_VALUE, Long.MAX_VALUE).newPart());
    }

    /**
     * Creates the channels of a context.
     *
     * @param hostCalls runs host functions, each on a thread of its own
     * @param trace returns the receiver of what the engines execute; null while there is none
     * @param memory the process's part of the memory for operations that are not done
     */
    public ChannelGroup(
            DeviceEngines engines,
            Executor hostCalls,
            Supplier<@Nullable WorkTrace> trace,
            SharedBudget.Part memory) {
        this.room = new OperationRoom(memory);
        this.engines = engines;
        this.trace = trace;
        this.hostCalls = hostCalls;
        this.counters = new EngineCounters(engines.counters());
        this.ready = new ReadyQueue.ContextQueue[engines.size()];
        for (int i = 0; i < ready.length; i++) {
            ready[i] = new ReadyQueue.ContextQueue(this);
        }
        this.legacy = new Channel(this, true, 0);
        this.reaper = open(false, 0);
        this.siblings = new SiblingChannels(submission, channels, room);
        this.marks = new OpenMarks(this);
        this.waits = new WorkAwait(this);
    }

    /** The engines that do the work. */
    public DeviceEngines engines() {
        return engines;
    }

    /** The work that this group has done. */
    public EngineCounters counters() {
        return counters;
    }

    /** The fault that failed the work, or null. */
    public @Nullable WorkFault fault() {
        return fault;
    }

    Executor hostCalls() {
        return hostCalls;
    }

    boolean cancelled() {
        return cancelled;
    }

    /** The standstill of all channels. */
    public Standstill standstill() {
        return standstill;
    }

    /** The further channels of queues whose commands do not wait for each other. */
    public SiblingChannels siblings() {
        return siblings;
    }

    /** The points that the program itself reaches, such as events of OpenCL that it sets. */
    public OpenMarks marks() {
        return marks;
    }

    boolean skips() {
        return cancelled || fault != null;
    }

    ReadyQueue.ContextQueue ready(int engine) {
        return ready[engine];
    }

    /** The channel that waits for all blocking channels and for which they wait. */
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

    /**
     * Opens another channel that holds bytes of the process's memory until it ends; null when there
     * are none.
     */
    public @Nullable Channel openHolding(long bytes, boolean blocking, int priority) {
        Channel channel = new Channel(this, blocking, priority);
        submission.lock();
        try {
            if (!room.hold(channel, bytes)) {
                return null;
            }
            channels.add(channel);
            return channel;
        } finally {
            submission.unlock();
        }
    }

    /**
     * Ends a channel: it accepts no further operations, and its present operations still complete.
     */
    public void close(Channel channel) {
        submit(channel, ending(channel));
    }

    /** Ends a channel behind the operations that another process had left in it. */
    public void requeueEnd(Channel channel) {
        requeue(channel, ending(channel));
    }

    private ActionOperation ending(Channel channel) {
        return ActionOperation.ending(() -> drop(channel));
    }

    private void drop(Channel channel) {
        submission.lock();
        try {
            forget(channel);
            channel.beside.all().forEach(this::forget);
        } finally {
            submission.unlock();
        }
    }

    /** Gives back what the channels have; none gets further operations. */
    public void end() {
        submission.lock();
        try {
            room.end(legacy);
            channels.all().forEach(room::end);
        } finally {
            submission.unlock();
        }
    }

    @GuardedBy("submission")
    private void forget(Channel channel) {
        channels.remove(channel);
        room.end(channel);
    }

    /** Makes room for further operations of a channel; false when there is none at present. */
    public boolean makeRoom(Channel channel, long operations) {
        if (channel.pending() + operations <= channel.room()) {
            return true;
        }
        submission.lock();
        try {
            if (room.extend(channel, operations)) {
                return true;
            }
            room.shrink();
            return room.extend(channel, operations);
        } finally {
            submission.unlock();
        }
    }

    /** Returns the most operations for which a channel could ever have room. */
    public long mostOperations() {
        submission.lock();
        try {
            return room.most();
        } finally {
            submission.unlock();
        }
    }

    /** The number of channels at which {@link #makeRoom} looks. */
    int extendedChannels() {
        submission.lock();
        try {
            return room.extended();
        } finally {
            submission.unlock();
        }
    }

    /** Adds an operation to a channel. */
    public void submit(Channel channel, ChannelOperation operation) {
        submit(channel, operation, List.of());
    }

    /** Adds an operation to a channel; it starts after these other operations as well. */
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

    /** Makes later operations of a channel wait for an operation of any context. */
    public void submitWait(Channel channel, ChannelOperation awaited) {
        if (!awaited.done()) {
            submit(channel, new MarkOperation(), List.of(awaited));
        } else if (awaited instanceof MarkOperation mark && mark.terminated()) {
            submit(channel, new WaitOperation(awaited));
        }
    }

    /**
     * Adds an operation that starts after everything submitted to this group so far. Such
     * operations run in their order, so each one waits only for what was submitted after the one
     * before it.
     */
    public void submitAfterAll(ChannelOperation operation) {
        submitAfterAll(operation, List.of());
    }

    /** Adds an operation that starts after these operations of other groups as well. */
    public void submitAfterAll(ChannelOperation operation, List<ChannelOperation> after) {
        submit(reaper, operation, after);
    }

    /**
     * Adds to a channel; true when the caller received its token, which it must use without holding
     * the lock.
     */
    private boolean append(
            Channel channel, ChannelOperation operation, List<ChannelOperation> after) {
        submission.lock();
        try {
            boolean token = awaitOthers(channel);
            for (ChannelOperation earlier : after) {
                token |= awaitIn(channel, earlier);
            }
            token |= add(channel, operation);
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

    /** Makes a channel wait as the rules of the legacy channel and of the reaper demand. */
    @GuardedBy("submission")
    private boolean awaitOthers(Channel channel) {
        boolean token = false;
        if (channel == legacy) {
            for (Channel other : channels.newForLegacy()) {
                token |= awaitIn(legacy, other.last());
            }
        } else if (channel == reaper) {
            token = awaitIn(reaper, legacy.last());
            for (Channel other : channels.newForReaper()) {
                token |= other != reaper && awaitIn(reaper, other.last());
            }
        } else if (channel.blocking() && channel.awaitedLegacy != legacy.last()) {
            channel.awaitedLegacy = legacy.last();
            token = awaitIn(channel, legacy.last());
        }
        return token;
    }

    /** Makes a channel wait for an earlier operation. */
    @GuardedBy("submission")
    private boolean awaitIn(Channel channel, ChannelOperation earlier) {
        return !earlier.done()
                && earlier != channel.last()
                && add(channel, new WaitOperation(earlier));
    }

    @GuardedBy("submission")
    private boolean add(Channel channel, ChannelOperation operation) {
        if (channel != legacy) {
            channels.extended(channel);
        }
        return channel.append(operation);
    }

    /** Whether an operation submitted to this channel could start at once if its engine is free. */
    public boolean quiet(Channel channel) {
        if (!channel.idle() || channel.terminated()) {
            return false;
        }
        if (channel != legacy) {
            return !channel.blocking() || legacy.idle();
        }
        submission.lock();
        try {
            return channels.blocking().isIdle();
        } finally {
            submission.unlock();
        }
    }

    /**
     * Executes an operation on the calling thread if it could start at once and its engine is free.
     * For short operations this is faster than waking another thread.
     */
    public boolean tryExecute(Channel channel, EngineOperation operation) {
        return !standstill.asked()
                && quiet(channel)
                && engines.engine(operation.role()).tryExecute(this, operation);
    }

    /** Waits for an operation of this group and helps the engines to reach it. */
    public void await(ChannelOperation operation) {
        await(operation, Long.MAX_VALUE);
    }

    /**
     * Waits for an operation, on the real clock at most for this many nanoseconds.
     *
     * @return whether it is done
     * @throws dev.hira.api.WouldWaitException when this thread must not wait and the operation is
     *     not done
     */
    public boolean await(ChannelOperation operation, long nanos) {
        return waits.await(operation, nanos);
    }

    /**
     * Lets the engines work on a channel for this many nanoseconds or, on the virtual clock, until
     * all its submitted operations are done.
     */
    public void leaveAlone(Channel channel, long nanos) {
        waits.leaveAlone(channel, nanos);
    }

    /** Sets an action for each thread to run after it has waited for work of this group. */
    public void afterWaiting(Runnable action) {
        waits.afterwards(action);
    }

    /** Runs the action that follows a wait, for a caller whose work was executed without a wait. */
    public void endWait() {
        waits.end();
    }

    /** Waits until all submitted operations are done. */
    public void awaitAll() {
        lastOperations().forEach(this::await);
    }

    /**
     * Waits until all submitted operations are done; only the engines execute them, and nothing is
     * run {@linkplain #afterWaiting afterwards}. On the virtual clock the limit is virtual time.
     *
     * @return false: some operation was not done after this many nanoseconds
     */
    public boolean awaitRest(long nanos) throws InterruptedException {
        return waits.awaitRest(nanos);
    }

    /** The operation submitted last to each channel. */
    public List<ChannelOperation> lastOperations() {
        return lastOperations(false);
    }

    private List<ChannelOperation> lastOperations(boolean blockingOnly) {
        submission.lock();
        try {
            List<ChannelOperation> last = new ArrayList<>();
            last.add(legacy.last());
            channels.blocking().addLast(last);
            if (!blockingOnly) {
                channels.others().addLast(last);
            }
            return last;
        } finally {
            submission.unlock();
        }
    }

    /**
     * The operation submitted last to the legacy channel and to each channel for which it waits.
     */
    public List<ChannelOperation> lastBlocking() {
        return lastOperations(true);
    }

    /** An operation that is not done and was submitted last to its channel; null: all are done. */
    @Nullable ChannelOperation unfinished() {
        submission.lock();
        try {
            if (!legacy.idle()) {
                return legacy.last();
            }
            @Nullable ChannelOperation blocking = channels.blocking().first();
            return blocking == null ? channels.others().first() : blocking;
        } finally {
            submission.unlock();
        }
    }

    /** Whether all submitted operations are done. */
    public boolean idle() {
        return unfinished() == null;
    }

    /** Skips all unfinished and all later work because of a fault. */
    public void fail(WorkFault failure) {
        if (fault == null) {
            fault = failure;
        }
    }

    /** Adds an operation to a channel, without waiting for any other channel. */
    public void requeue(Channel channel, ChannelOperation operation) {
        boolean token;
        submission.lock();
        try {
            token = add(channel, operation);
        } finally {
            submission.unlock();
        }
        startIf(token, channel);
    }

    /** All channels. */
    public List<Channel> channels() {
        submission.lock();
        try {
            List<Channel> all = channels.all();
            all.add(legacy);
            return all;
        } finally {
            submission.unlock();
        }
    }

    /** Skips all work that has not begun and stops the running kernels. */
    public void cancel() {
        cancelled = true;
        marks.reachAll();
        stopKernels();
        standstill.endForGood();
    }

    /** Stops the running kernels and all later ones. */
    public void stopKernels() {
        running.stop();
    }

    /**
     * Reports the owners of the work being executed, if it is for the compute engine or may last
     * long.
     */
    public void tellRunning(CallTimes to) {
        running.tell(to);
    }

    /** Says which operation of an engine has not ended; empty: none is under way. */
    public String underWay() {
        return running.underWay();
    }

    /** The receiver of what the engines execute; null while there is none. */
    public @Nullable WorkTrace trace() {
        return trace.get();
    }

    /** The operations under way. */
    RunningWork running() {
        return running;
    }
}
