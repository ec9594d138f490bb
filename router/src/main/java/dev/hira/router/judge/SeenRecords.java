package dev.hira.router.judge;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The records that a session's servers have sent, each once, in the order of their first arrival. A
 * server that repeats the session's commands sends them again.
 */
final class SeenRecords {
    private final Map<Key, Integer> places = new HashMap<>();

    /** The synchronous calls that failed. */
    private final Set<Long> failed = new HashSet<>();

    /** The places of the records that the present server has sent. */
    private final BitSet again = new BitSet();

    /** The number of first places in {@link #again} without a gap. */
    private int passed;

    /**
     * @param field of the call's buffers, for late outputs; otherwise 0
     */
    private record Key(int kind, long call, int field) {}

    /** Notes a record; false when an earlier server had sent it. */
    boolean isNew(int kind, long call, int field) {
        Integer place = places.putIfAbsent(new Key(kind, call, field), places.size());
        again.set(place == null ? places.size() - 1 : place);
        passed = again.nextClearBit(passed);
        return place == null;
    }

    /** Notes that a synchronous call failed. */
    void failed(long call) {
        failed.add(call);
    }

    /** Whether a synchronous call failed at an earlier server. */
    boolean hasFailed(long call) {
        return failed.contains(call);
    }

    /** Returns the number of records. */
    int count() {
        return places.size();
    }

    /** Returns the number of first records that the present server has sent, without a gap. */
    int passed() {
        return passed;
    }

    /** Notes that another server begins. */
    void restart() {
        again.clear();
        passed = 0;
    }

    void clear() {
        places.clear();
        failed.clear();
        restart();
    }
}
