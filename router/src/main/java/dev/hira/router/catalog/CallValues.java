package dev.hira.router.catalog;

import dev.hira.wire.ArgsReader;

/** The values of one call, from which a {@link RecordRule} finds the objects that it concerns. */
public interface CallValues {
    /** A reader at the beginning of the arguments. */
    ArgsReader args();

    /** A reader at the beginning of the returned values; of nothing until the call is answered. */
    ArgsReader results();

    /** The calling lane's current object of a type, by the {@link LaneChange}s so far; 0: none. */
    long current(int type);
}
