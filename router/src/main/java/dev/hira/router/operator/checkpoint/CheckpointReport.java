package dev.hira.router.operator.checkpoint;

/**
 * The state of a checkpoint that is made or restored.
 *
 * @param memoryBytes bytes of device memory in it so far
 * @param fileBytes bytes of the file so far
 * @param heldNanos the time since commands were held; 0 for restores
 * @param problem with {@link Step#FAILED} the reason; otherwise empty
 */
public record CheckpointReport(
        Step step, int sessions, long memoryBytes, long fileBytes, long heldNanos, String problem) {
    /** Returns the report of an attempt that has no effect. */
    public static CheckpointReport failed(String problem) {
        return new CheckpointReport(Step.FAILED, 0, 0, 0, 0, problem);
    }

    /** Returns the report that a checkpoint is checked. */
    public static CheckpointReport checking() {
        return new CheckpointReport(Step.CHECK, 0, 0, 0, 0, "");
    }

    /** Returns the report that the programs of sessions are awaited. */
    public static CheckpointReport awaiting(int sessions) {
        return new CheckpointReport(Step.AWAIT, sessions, 0, 0, 0, "");
    }

    /** The steps to and from a checkpoint. */
    public enum Step {
        REST,
        SAVE,
        CHECK,
        AWAIT,
        RECREATE,
        RESTORE,
        DONE,
        FAILED
    }
}
