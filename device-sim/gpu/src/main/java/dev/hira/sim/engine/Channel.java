package dev.hira.sim.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A queue of operations that run one after another: the hardware side of a stream. */
public final class Channel extends Waiter {
    private static final VarHandle SUBMITTED;
    private static final VarHandle FINISHED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            SUBMITTED = lookup.findVarHandle(Channel.class, "submitted", long.class);
            FINISHED = lookup.findVarHandle(Channel.class, "finished", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final ChannelGroup group;
    private final boolean blocking;
    private final int priority;
    private final AtomicBoolean active = new AtomicBoolean();

    /** Whether the {@link Standstill} of the group holds the token. Written under its monitor. */
    volatile boolean parked;

    /** The operation that holds the token because this channel waits for it, or did; or null. */
    volatile @Nullable ChannelOperation awaiting;

    /** The operation submitted last. Written under the group's submission lock. */
    private volatile ChannelOperation tail;

    /** The operations for which there is memory. Written under the group's submission lock. */
    volatile long room = OperationRoom.FREE;

    /** The bytes of memory that the channel itself holds. Guarded by the submission lock. */
    long heldBytes;

    private volatile long submitted;
    private volatile long finished;

    /** The number of operations that had ended when a wait for room was in vain; -1: none was. */
    private volatile long fullAt = -1;

    /** Whether all further operations are skipped. Set by the holder of the token. */
    private volatile boolean terminated;

    /** The channel beside which this one is; null: it is a channel of its own. */
    private final @Nullable Channel main;

    /** The channels beside this one. Guarded by the submission lock. */
    final SideChannels beside = new SideChannels();

    /** Whether a command is being added to this channel. Guarded by the submission lock. */
    boolean reserved;

    /** The number of the stream, for traces. */
    private volatile long number;

    /** The operation finished last. Accessed only by the holder of the token. */
    private ChannelOperation current;

    /**
     * The legacy channel's last operation that this one waits for. Guarded by the submission lock.
     */
    @Nullable ChannelOperation awaitedLegacy;

    Channel(ChannelGroup group, boolean blocking, int priority) {
        this(group, blocking, priority, null);
    }

    /** Creates a channel beside another one, for work that need not wait for the other's. */
    Channel(Channel main) {
        this(main.group, main.blocking, main.priority, main);
        this.number = main.number;
    }

    private Channel(ChannelGroup group, boolean blocking, int priority, @Nullable Channel main) {
        this.group = group;
        this.blocking = blocking;
        this.priority = priority;
        this.main = main;
        MarkOperation start = new MarkOperation();
        start.complete();
        this.tail = start;
        this.current = start;
    }

    /** The group of this channel. */
    public ChannelGroup group() {
        return group;
    }

    /** The channel beside which this one is; null: it is a channel of its own. */
    public @Nullable Channel main() {
        return main;
    }

    /**
     * Whether it skips all its operations, because one of them waited for work that was terminated.
     */
    public boolean terminated() {
        return terminated;
    }

    /** Skips all operations from now on. Only for the holder of the token. */
    void terminate() {
        terminated = true;
    }

    /** Whether this channel and the legacy channel wait for each other. */
    public boolean blocking() {
        return blocking;
    }

    /** Sets the number of the stream, as {@link dev.hira.api.WorkTrace} reports it. */
    public void numbered(long streamNumber) {
        number = streamNumber;
    }

    /** The number of the stream; 0: the default stream, or none. */
    public long number() {
        return number;
    }

    /** The priority; 0 is the lowest, and channels with a higher number go first. */
    public int priority() {
        return priority;
    }

    /** The operation that was submitted last; done when the channel is idle. */
    public ChannelOperation last() {
        return tail;
    }

    /** Whether all submitted operations are done. */
    public boolean idle() {
        return tail.done();
    }

    /** The approximate number of operations that are not done. */
    public long pending() {
        return submitted - finished;
    }

    /** The most operations that may be pending at present. */
    public long room() {
        return room;
    }

    /** The number of operations that have ended. */
    public long finished() {
        return finished;
    }

    /** Notes that a wait for room here was in vain. */
    public void staysFull() {
        fullAt = finished;
    }

    /** Whether no operation has ended here since a wait for room was in vain. */
    public boolean isStillFull() {
        return fullAt == finished;
    }

    /** Adds an operation; true when the caller received the token and must advance the channel. */
    boolean append(ChannelOperation operation) {
        SUBMITTED.setOpaque(this, submitted + 1);
        ChannelOperation previous = tail;
        tail = operation;
        previous.linkNext(operation);
        return active.compareAndSet(false, true);
    }

    /** The next operation to run, or null. Only for the holder of the token. */
    @Nullable ChannelOperation head() {
        return current.next();
    }

    /** Removes the head. Only for the holder of the token. */
    void advanceTo(ChannelOperation ended) {
        FINISHED.setOpaque(this, finished + 1);
        current.unlinkNext();
        current = ended;
    }

    /**
     * Whether no thread advances the channel, nor executes its operation. Stable while all channels
     * of the process are to stand still.
     */
    boolean standsStill() {
        @Nullable ChannelOperation awaited = awaiting;
        return parked || !active.get() || (awaited != null && !awaited.done());
    }

    /** The operations that are not done, in order. Only while the channel stands still. */
    public List<ChannelOperation> queued() {
        List<ChannelOperation> queued = new ArrayList<>();
        for (ChannelOperation each = head(); each != null; each = each.next()) {
            queued.add(each);
        }
        return queued;
    }

    /**
     * Gives up the token because the channel is empty; false when an operation has come meanwhile.
     */
    boolean goIdle() {
        ChannelOperation last = current;
        active.set(false);
        return last.next() == null || !active.compareAndSet(false, true);
    }
}
