package dev.hira.policy.schedule.fair;

/**
 * Members that share time by weight, and their virtual time: the weighted mean of what each member
 * in play has received per weight. Who is behind it is owed service, who is before it owes. Sums
 * are exact; virtual times may wrap around, only their differences mean something.
 */
final class FairGroup {
    /** Units of virtual time for a nanosecond of a member with weight 1. */
    static final long SCALE = 1 << 10;

    private long origin;
    private long sum;
    private long weight;

    /** The virtual time now, which the sum is relative to from now on. */
    long now() {
        if (weight != 0) {
            long mean = Math.floorDiv(sum, weight);
            origin += mean;
            sum -= mean * weight;
        }
        return origin;
    }

    /** Someone comes into play or, with a negative share, goes. */
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

    /** A member in play moved. */
    void moved(long change, long share) {
        sum += change * share;
    }
}
