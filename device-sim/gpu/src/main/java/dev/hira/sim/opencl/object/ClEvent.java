package dev.hira.sim.opencl.object;

import dev.hira.api.opencl.ClCommandType;
import dev.hira.api.opencl.ClExecutionStatus;
import dev.hira.sim.driver.object.ProgramFunction;
import dev.hira.sim.driver.object.SimEvent;
import dev.hira.sim.engine.MarkOperation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An event that stands for a command, or one that the program itself completes. Its times are those
 * of simulated events, which travel with a session: one for the end, and with profiling one for the
 * begin and one for the submission.
 */
public final class ClEvent extends ClObject {
    /** The first byte of the names of simulated events for begins. */
    private static final long BEGINS = 0xF0L << 56;

    /** The first byte of the names of simulated events for submissions. */
    private static final long SUBMISSIONS = 0xF1L << 56;

    /** The state of a command that waited for something that was terminated. */
    public static final int TERMINATED = ProgramFunction.OfEvent.TERMINATED;

    private static final long COUNTER = (1L << 56) - 1;

    private final @Nullable ClQueue queue;
    private final SimEvent end;
    private final @Nullable SimEvent begin;
    private final @Nullable SimEvent submission;
    private volatile ClCommandType type;

    /** Whether it stood for an ended command before its context failed. */
    private volatile boolean complete;

    /** Creates an event that the program itself completes. */
    public ClEvent(long name, ClContext context) {
        super(name, context, context);
        this.queue = null;
        this.type = ClCommandType.CL_COMMAND_USER;
        this.end = new SimEvent(name, context.device(), context.device().channels().marks().open());
        this.begin = null;
        this.submission = null;
    }

    public ClEvent(long name, ClQueue queue, ClCommandType type) {
        super(name, queue.context(), queue);
        this.queue = queue;
        this.type = type;
        this.end = new SimEvent(name, queue.context().device(), true);
        this.begin = queue.profiles() ? time(BEGINS | (name & COUNTER)) : null;
        this.submission = queue.profiles() ? time(SUBMISSIONS | (name & COUNTER)) : null;
    }

    private SimEvent time(long name) {
        return new SimEvent(name, context().device(), true);
    }

    /** The queue of the command; null: the program itself completes the event. */
    public @Nullable ClQueue queue() {
        return queue;
    }

    /**
     * Gives the event of a program its state.
     *
     * @param state 0, or negative to terminate what waits for it
     * @return false, without effect, when it has one already
     */
    public boolean reach(int state) {
        @Nullable MarkOperation mark = end.mark();
        synchronized (this) {
            if (mark == null || mark.done()) {
                return false;
            }
            end.terminatedWith(state);
            return context().device().channels().marks().reach(mark, state < 0);
        }
    }

    /** Ends the command of an event that has none, because its device has died with it. */
    void endLost(long nanos) {
        if (queue != null && !taken()) {
            times().forEach(time -> time.record(MarkOperation.reached(nanos)));
        }
    }

    public ClCommandType type() {
        return type;
    }

    /** The simulated event for the end of the command. */
    public SimEvent end() {
        return end;
    }

    /** The simulated event for the begin of the command; null without profiling. */
    public @Nullable SimEvent begin() {
        return begin;
    }

    /** The simulated event for the submission of the command; null without profiling. */
    public @Nullable SimEvent submission() {
        return submission;
    }

    /** The simulated events with its times. */
    public List<SimEvent> times() {
        return begin == null || submission == null ? List.of(end) : List.of(end, begin, submission);
    }

    /** Whether it stands for a command already. */
    public boolean taken() {
        return end.mark() != null;
    }

    /** Makes the event stand for a command. */
    public void takes(ClCommandType command) {
        type = command;
    }

    /** Returns the state of the command, or the negative code of its failure. */
    public int status(int codeOfFailure) {
        @Nullable MarkOperation ended = end.mark();
        if (complete) {
            return ClExecutionStatus.CL_COMPLETE.value();
        }
        if (ended == null) {
            return ClExecutionStatus.CL_QUEUED.value();
        }
        if (ended.done() && ended.terminated()) {
            return end.terminationCode();
        }
        if (ended.done()) {
            boolean failed = context().device().channels().fault() != null;
            complete = !failed;
            return failed ? codeOfFailure : ClExecutionStatus.CL_COMPLETE.value();
        }
        @Nullable MarkOperation began = begin == null ? null : begin.mark();
        return began != null && began.done()
                ? ClExecutionStatus.CL_RUNNING.value()
                : ClExecutionStatus.CL_SUBMITTED.value();
    }

    @Override
    void end(ObjectEnds ends, Runnable ended) {
        if (queue == null) {
            reach(TERMINATED);
        }
        times().forEach(ends::forget);
        ended.run();
    }
}
