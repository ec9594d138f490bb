package dev.hira.router.operator.migration;

/**
 * The state of a migration.
 *
 * @param sessions the number of sessions that move
 * @param calls recorded commands that were repeated
 * @param bytes bytes of device memory that were copied
 * @param heldNanos the time since commands were held; at the end, the time for which they waited
 * @param problem with {@link Step#FAILED} the reason; otherwise empty
 */
public record MigrationReport(
        Step step, int sessions, long calls, long bytes, long heldNanos, String problem) {
    /** The steps of a migration. */
    public enum Step {
        REST,
        RECREATE,
        COPY,
        DONE,
        FAILED
    }
}
