package dev.hira.policy.schedule.fair;

/**
 * Members that share time by weight, and their virtual time: the weighted mean of the service per
 * weight that each member in play has received. A member behind the mean is owed service; a member
 * ahead of it owes service. Sums are exact; virtual times may wrap around, so only differences are
 * meaningful.
 */
final class FairGroup {
    /** Units of virtual time for a nanosecond of a member with weight 1. */
    static final long SCALE = 1 << 10;

    private long origin;
    private long sum;
    private long weight;

    /** Returns the virtual time now and makes the sum relative to it. */
    long now() {
        if (weight != 0) {
            long mean = Math.floorDiv(sum, weight);
            origin += mean;
            sum -= mean * weight;
        }
        return origin;
    }

    /** Adds a member to the mean or, with a negative share, removes it. */
    void count(long at, long share) {
        if (weight + share == 0) {
            origin = now();
            sum = 0;
            weight = 0;
        } else {
            if (weight == 0) {
                origin = at;
            }
            sum += (at - origin) * share;
            weight += share;
        }
    }

    /** Updates the mean after a member in play has moved. */
    void moved(long change, long share) {
        sum += change * share;
    }
}
