package dev.hira.policy.schedule;

/** The delay by which AvA postpones the calls of a VM that is over its share. */
public sealed interface RateControl {
    /** Returns the delay after the VM was found over its share. */
    long over(long delay);

    /** Returns the delay after the VM was found within its share. */
    long within(long delay);

    /**
     * A constant delay.
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
     * A delay that grows by a step each time the VM is over its share and is halved each time it is
     * within.
     *
     * @param step the increase
     * @param most the upper bound
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
