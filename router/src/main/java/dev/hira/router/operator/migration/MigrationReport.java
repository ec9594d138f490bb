package dev.hira.router.operator.migration;

/**
 * The state of a migration.
 *
 * @param sessions the number of sessions that move
 * @param calls recorded commands that were repeated
 * @param bytes bytes of device memory that were copied
 * @param ahead the copy while the VM runs
 * @param heldNanos the time since commands were held, 0 before; at the end, the time for which they
 *     waited
 * @param parts with {@link Step#DONE} the parts of that time
 * @param problem with {@link Step#FAILED} the reason; otherwise empty
 * @param refused whether it failed because a new server did not take its session, so that another
 *     one may
 */
public record MigrationReport(
        Step step,
        int sessions,
        long calls,
        long bytes,
        CopyAhead ahead,
        long heldNanos,
        HeldParts parts,
        String problem,
        boolean refused) {
    /**
     * The copy while the VM runs.
     *
     * @param round the number of the present or last round, from 1 on; 0: there was none
     * @param pending about the bytes of device memory that are left to copy
     * @param rate the bytes per second of the last round; 0: unknown
     * @param slowdown the VM's work goes on for 1/slowdown of the time during the round
     */
    public record CopyAhead(int round, long pending, long rate, int slowdown) {
        static final CopyAhead NONE = new CopyAhead(0, 0, 0, 1);

        /** Estimates the nanoseconds for the pending bytes; 0: unknown. */
        public long leftNanos() {
            return rate == 0 ? 0 : (long) (pending * 1e9 / rate);
        }
    }

    /**
     * The parts of the time for which commands were held, in nanoseconds.
     *
     * @param rest until the work stood still
     * @param recreate until the last recorded commands were on their way
     * @param copy until the last state was at the new server
     * @param change until the commands went on there
     */
    public record HeldParts(long rest, long recreate, long copy, long change) {
        static final HeldParts NONE = new HeldParts(0, 0, 0, 0);
    }

    /** The steps of a migration. */
    public enum Step {
        OPEN,
        ROUND,
        REST,
        RECREATE,
        COPY,
        DONE,
        FAILED
    }
}
