package dev.hira.policy.model;

/**
 * A limit on how fast something is used up.
 *
 * @param perSecond how much on average; {@link #UNLIMITED}: as much as one likes
 * @param burst how much may be saved up and used at once
 */
public record Rate(long perSecond, long burst) {
    public static final long UNLIMITED = Long.MAX_VALUE;

    /** No limit. */
    public static final Rate NONE = new Rate(UNLIMITED, UNLIMITED);

    /**
     * A rate with a burst of 20 ms, so that no second sees more than 2 % above it.
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
