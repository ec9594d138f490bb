package dev.hira.server.call;

import dev.hira.server.lane.CallFailure;
import dev.hira.server.lane.ServerLanes;
import dev.hira.server.work.WorkReports;
import dev.hira.wire.v1.AtRest;
import dev.hira.wire.v1.Failure;
import java.util.function.BooleanSupplier;

/**
 * Finds out when a session is at rest: everything that its calls caused has ended or stands still.
 * Also what the calls leave behind.
 */
public final class SessionRest {
    private final ServerLanes<?> lanes;
    private final GuestCallbacks callbacks;
    private final WorkReports reports;
    private final BooleanSupplier onlyWaits;
    private Runnable whenCommanded = () -> {};
    private boolean quiet;
    private volatile boolean held;

    /**
     * Creates the rest of a session.
     *
     * @param onlyWaits whether all calls that are away wait for work, and nothing else is under way
     */
    SessionRest(
            ServerLanes<?> lanes,
            GuestCallbacks callbacks,
            WorkReports reports,
            BooleanSupplier onlyWaits) {
        this.onlyWaits = onlyWaits;
        this.lanes = lanes;
        this.callbacks = callbacks;
        this.reports = reports;
    }

    /** Begins to note whether commands arrive. Only with the turn. */
    public void begin() {
        quiet = true;
    }

    /** Whether no command has arrived since {@link #begin}. Only with the turn. */
    public boolean isQuiet() {
        return quiet;
    }

    /** Notes a command that has arrived. */
    void command() {
        quiet = false;
        Runnable task = whenCommanded;
        whenCommanded = () -> {};
        task.run();
    }

    /** Runs a task, in place of an earlier one, before the next command. Only with the turn. */
    public void beforeCommand(Runnable task) {
        whenCommanded = task;
    }

    /** Whether all calls that are away wait for work of the devices. Only with the turn. */
    public boolean onlyWaits() {
        return onlyWaits.getAsBoolean();
    }

    /**
     * Waits until the guest has returned from all callbacks.
     *
     * @return false: the time limit has passed
     */
    public boolean awaitCallbacks(long nanos) throws InterruptedException {
        return callbacks.awaitNone(nanos) >= 0;
    }

    /**
     * Makes the session keep the records that arrive from now on, or execute them again. Only with
     * the turn.
     */
    public void hold(boolean hold) {
        held = hold;
    }

    /** Whether the session keeps the records that arrive. Any thread. */
    public boolean isHeld() {
        return held;
    }

    /**
     * Waits until the guest has returned from all callbacks and all work is reported to have ended,
     * once no call is away and the driver has none under way.
     *
     * @return false: the time limit has passed
     */
    public boolean awaitEnds(long nanos) throws InterruptedException {
        long left = callbacks.awaitNone(nanos);
        return left >= 0 && reports.awaitEnds(left);
    }

    /** Adds the failures that no synchronous call has reported. Only with the turn. */
    public void addFailures(AtRest.Builder to) {
        lanes.forEach(lane -> {
            CallFailure failure = lane.poison;
            if (failure != null) {
                to.addFailedLanes(lane.id()).addFailures(wire(failure));
            }
        });
    }

    private static Failure wire(CallFailure failure) {
        return Failure.newBuilder()
                .setOriginValue(failure.origin())
                .setCode(failure.code())
                .setMessage(failure.message())
                .setFunction(failure.function())
                .setCallId(failure.callId())
                .build();
    }
}
