package dev.hira.policy.schedule;

/** For how long AvA postpones the calls of a VM that is over its share. */
public sealed interface RateControl {
    /** The delay after the VM was found over its share. */
    long over(long delay);

    /** The delay after the VM was found not to be. */
    long within(long delay);

    /**
     * The same delay always.
     *
     * @param delay in nanoseconds
     */
    record Fixed(long delay) implements RateControl {
        @Override
        public long over(long before) {
            return delay;
        }

        @Override
        public long within(long before) {
            return delay;
        }
    }

    /**
     * A delay that grows by a step with each finding over the share and shrinks by half with each
     * within it.
     *
     * @param step what is added
     * @param most where it ends
     */
    record Feedback(long step, long most) implements RateControl {
        @Override
        public long over(long before) {
            return Math.min(most, Saturating.add(before, step));
        }

        @Override
        public long within(long before) {
            return before / 2;
        }
    }
}
