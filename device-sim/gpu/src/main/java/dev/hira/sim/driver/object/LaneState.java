package dev.hira.sim.driver.object;

import dev.hira.sim.engine.Channel;
import dev.hira.sim.engine.ChannelGroup;
import dev.hira.sim.engine.ChannelOperation;
import dev.hira.sim.work.LaneWork;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The driver's state of one guest thread: its stack of contexts and its default stream. Used by one
 * thread at a time.
 */
public final class LaneState {
    private static final long LEGACY = 1;
    private static final long PER_THREAD = 2;

    private final ProcessState process;
    private final long id;
    private final ArrayDeque<SimContext> stack = new ArrayDeque<>(4);
    private final LaneWork work = new LaneWork();

    /** The channel that calls use instead of that of {@link #detoured}; null: none. */
    private @Nullable Channel detour;

    private long detoured;

    /** The operation for which a call of the lane waits, or did; null when it does not. */
    private volatile @Nullable ChannelOperation awaited;

    LaneState(ProcessState process, long id) {
        this.process = process;
        this.id = id;
    }

    public ProcessState process() {
        return process;
    }

    /** The device work that the lane's calls cause. */
    public LaneWork work() {
        return work;
    }

    /** Waits for an operation of a group. */
    public void await(ChannelGroup group, ChannelOperation operation) {
        boolean ignored = await(group, operation, Long.MAX_VALUE);
    }

    /**
     * Waits for an operation of a group at most for this many nanoseconds.
     *
     * @return whether it is done
     */
    boolean await(ChannelGroup group, ChannelOperation operation, long nanos) {
        awaited = operation;
        try {
            return group.await(operation, nanos);
        } finally {
            awaited = null;
        }
    }

    /** Whether a call of the lane waits for work that has not ended. Any thread. */
    public boolean waits() {
        @Nullable ChannelOperation operation = awaited;
        return operation != null && !operation.done();
    }

    /**
     * Returns the current context in any state; null when there is none. The name of a primary
     * context is always the same, so a thread whose current one was destroyed has the one that the
     * next retain creates.
     */
    public @Nullable SimContext top() {
        @Nullable SimContext context = stack.peek();
        if (context != null
                && context.destroyed()
                && process.objects().get(context.name()) instanceof SimContext anew) {
            stack.pop();
            stack.push(anew);
            return anew;
        }
        return context;
    }

    public void push(SimContext context) {
        stack.push(context);
    }

    public @Nullable SimContext pop() {
        return stack.poll();
    }

    /**
     * Returns the current context.
     *
     * @throws dev.hira.api.cuda.CudaException when there is none, or it cannot be used
     */
    public SimContext context() {
        process.requireOpen();
        @Nullable SimContext context = top();
        if (context == null) {
            throw CudaFailures.invalidContext(
                    "the thread has no current context; create one or set one");
        }
        context.requireUsable();
        return context;
    }

    /** Returns the current context, or the context of this name unless it is 0. */
    public SimContext contextOr(long name) {
        return name == 0 ? context() : process.context(name);
    }

    /**
     * Returns the channel of a stream.
     *
     * @throws dev.hira.api.cuda.CudaException when there is no such stream, or it cannot be used
     */
    public Channel channel(long stream) {
        if (detour != null && stream == detoured) {
            return detour;
        }
        if (stream > PER_THREAD || stream < 0) {
            SimStream named = stream(stream);
            named.context().requireUsable();
            return named.channel();
        }
        SimContext context = context();
        boolean perThread = stream == PER_THREAD || (stream == 0 && process.perThreadDefault());
        return perThread ? context.perThread(id) : context.channels().legacy();
    }

    /** Makes calls whose work for a stream goes to another channel. */
    public void detour(long stream, Channel channel, Runnable calls) {
        detoured = stream;
        detour = channel;
        try {
            calls.run();
        } finally {
            detour = null;
        }
    }

    /** Returns the stream of this name. */
    public SimStream stream(long name) {
        process.requireOpen();
        if (process.objects().get(name) instanceof SimStream stream) {
            return stream;
        }
        throw CudaFailures.invalidHandle("the process has no stream " + CudaFailures.hex(name));
    }

    /** Whether a name means one of the default streams. */
    public static boolean isDefault(long stream) {
        return stream == 0 || stream == LEGACY || stream == PER_THREAD;
    }

    /** Returns the event of this name. */
    public SimEvent event(long name) {
        process.requireOpen();
        if (process.objects().get(name) instanceof SimEvent event) {
            return event;
        }
        throw CudaFailures.invalidHandle("the process has no event " + CudaFailures.hex(name));
    }

    /** Returns the module of this name. */
    public SimModule module(long name) {
        process.requireOpen();
        if (process.objects().get(name) instanceof SimModule module) {
            module.context().requireUsable();
            return module;
        }
        throw CudaFailures.invalidHandle("the process has no module " + CudaFailures.hex(name));
    }

    /** Returns the kernel of this name. */
    public SimFunction function(long name) {
        process.requireOpen();
        if (process.objects().get(name) instanceof SimFunction function) {
            function.context().requireUsable();
            return function;
        }
        throw CudaFailures.invalidHandle("the process has no kernel " + CudaFailures.hex(name));
    }
}
