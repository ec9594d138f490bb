package dev.hira.router.catalog;

import dev.hira.wire.ArgsReader;

/** The values of one call, from which a {@link RecordRule} finds the objects of the call. */
public interface CallValues {
    /** Returns a reader at the beginning of the arguments. */
    ArgsReader args();

    /**
     * Returns a reader at the beginning of the returned values; empty until the call has its reply.
     */
    ArgsReader results();

    /**
     * Returns the calling lane's current object of a type, by the {@link LaneChange}s so far; 0:
     * none.
     */
    long current(int type);
}
