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

    public boolean isLimited() {
        return perSecond != UNLIMITED;
    }
}
