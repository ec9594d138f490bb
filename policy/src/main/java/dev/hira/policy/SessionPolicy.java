package dev.hira.policy;

import dev.hira.policy.model.Rate;

/** The policy for one session. Called by one thread at a time. */
public interface SessionPolicy extends AutoCloseable {
    /**
     * Judges one command. Must not block and should allocate nothing.
     *
     * @param command the command; reused by the caller, valid during this call only
     */
    Admission judge(JudgedCommand command);

    /**
     * Returns the VM's present quota of a continuous resource, over all devices.
     *
     * @param resource index in {@link SessionIdentity#resources}
     */
    default long quota(int resource) {
        return Rate.UNLIMITED;
    }

    /** Returns the longest time that a kernel of the VM may run at present. */
    default long kernelNanos() {
        return Rate.UNLIMITED;
    }

    /**
     * Ends a batch: all commands that have arrived are judged, or one of them waits. The policy
     * performs the work that it deferred for several commands together.
     */
    default void endBatch() {}

    /**
     * Reports the identity of an object that commands may name as their {@linkplain
     * JudgedCommand#workName work}. Commands may arrive before this report; their work is unknown
     * then.
     *
     * @param name the object's name in the session
     * @param device index in {@link SessionIdentity#devices} of the device that the object is for
     * @param code the identity: the same number for the same kernel of the same module in every
     *     session
     * @param label the kernel's name, for people
     */
    default void identified(long name, int device, long code, String label) {}

    /**
     * Reports that a device is executing a command's work now. Repeated many times within {@link
     * dev.hira.policy.gate.GateSettings#stall} while the work lasts, so work without reports is
     * waiting for something else. Unknown calls are ignored.
     *
     * @param call the command's number
     */
    default void running(long call) {}

    /**
     * Whether a device must hold the session's kernels at present: run no part of them, because it
     * is another session's turn. The session is resumed when this changes.
     *
     * @param device index in {@link SessionIdentity#devices}
     */
    default boolean isHeld(int device) {
        return false;
    }

    /**
     * Reports how much device time a command's work has taken so far: with each report that it is
     * running, and when its device has begun to hold it. Unknown calls are ignored. A command whose
     * work has several parts is reported for each of them.
     */
    default void spent(long call, long nanos) {}

    /** Ends a report of running or held commands. */
    default void endReport() {}

    /**
     * Reports that all work of an admitted command has ended, or that it had none. Called once for
     * each admitted command with {@link JudgedCommand#work work}.
     *
     * @param call the command's number
     * @param device index in {@link SessionIdentity#devices} of the device that did the work
     * @param nanos the device time that the work took
     */
    default void completed(long call, int device, long nanos) {}

    /**
     * Gives up the place at the gate of the command that got a {@link Admission.Delay}, so that no
     * other session waits for it. The command is judged again later.
     */
    default void withdraw() {}

    /**
     * Sets the guest's own order of this session among the VM's sessions: lower goes first. It has
     * no effect outside the VM.
     */
    default void ranked(int rank) {}

    /**
     * Takes the place of the policy for the devices that the session has left, whose work goes on
     * at the new ones, and closes it. This policy must not have judged a command.
     */
    default void takeOver(SessionPolicy former) {
        former.close();
    }

    /** Ends the session and gives back everything it occupies here. Idempotent. */
    @Override
    void close();
}
