package dev.hira.sim.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A queue of operations that run one after another: a stream, as hardware calls it. */
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

    /** The operation submitted last. Written under the group's submission lock. */
    private volatile ChannelOperation tail;

    private volatile long submitted;
    private volatile long finished;

    /** The operation finished last. Belongs to who has the token. */
    private ChannelOperation current;

    /** The legacy channel's last operation that this one waits for. Under the submission lock. */
    @Nullable ChannelOperation awaitedLegacy;

    /** This channel's last operation that the legacy one waits for. Under the submission lock. */
    @Nullable ChannelOperation awaitedByLegacy;

    Channel(ChannelGroup group, boolean blocking, int priority) {
        this.group = group;
        this.blocking = blocking;
        this.priority = priority;
        MarkOperation start = new MarkOperation();
        start.complete();
        this.tail = start;
        this.current = start;
    }

    /** The channels that it belongs to. */
    public ChannelGroup group() {
        return group;
    }

    /** Whether it and the legacy channel wait for each other. */
    public boolean blocking() {
        return blocking;
    }

    /** 0 is the lowest; a higher number goes first. */
    public int priority() {
        return priority;
    }

    /** The operation that was submitted last; done when the channel is idle. */
    public ChannelOperation last() {
        return tail;
    }

    /** Whether all that was submitted is done. */
    public boolean idle() {
        return tail.done();
    }

    /** About how many operations are not done yet. */
    public long pending() {
        return submitted - finished;
    }

    /** How many operations have ended. */
    public long finished() {
        return finished;
    }

    /** Adds an operation; true when the caller got the token and must move the channel on. */
    boolean append(ChannelOperation operation) {
        SUBMITTED.setOpaque(this, submitted + 1);
        ChannelOperation previous = tail;
        tail = operation;
        previous.linkNext(operation);
        return active.compareAndSet(false, true);
    }

    /** The operation whose turn it is; null when there is none. For the holder of the token. */
    @Nullable ChannelOperation head() {
        return current.next();
    }

    /** Takes the head off. For the holder of the token. */
    void advanceTo(ChannelOperation ended) {
        FINISHED.setOpaque(this, finished + 1);
        current.unlinkNext();
        current = ended;
    }

    /** Gives the token up because the channel is empty; false when it is not empty any more. */
    boolean goIdle() {
        ChannelOperation last = current;
        active.set(false);
        return last.next() == null || !active.compareAndSet(false, true);
    }
}
