package dev.hira.policy.model;

/**
 * A limit on the rate at which a resource is used.
 *
 * @param perSecond the average rate; {@link #UNLIMITED}: no limit
 * @param burst the amount that may be saved up and used at once
 */
public record Rate(long perSecond, long burst) {
    public static final long UNLIMITED = Long.MAX_VALUE;

    /** No limit. */
    public static final Rate NONE = new Rate(UNLIMITED, UNLIMITED);

    /**
     * Returns a rate with a burst of 20 ms, so that no second exceeds it by more than 2 %.
     *
     * @param perSecond at least 1
     */
    public static Rate of(long perSecond) {
        return new Rate(perSecond, Math.max(1, perSecond / 50));
    }

    public boolean isLimited() {
        return perSecond != UNLIMITED;
    }
}
