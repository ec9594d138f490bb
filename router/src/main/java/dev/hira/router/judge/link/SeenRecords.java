package dev.hira.router.judge.link;

import dev.hira.base.LongIntMap;
import dev.hira.wire.RecordKinds;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The records that a session's servers have sent, each once, in the order of their first arrival. A
 * server that repeats the session's commands sends them again. A record takes about 20 bytes.
 */
public final class SeenRecords {
    private final long salt;

    /** The places by kind and call, except those of late outputs. */
    private LongIntMap[] places;

    private final Map<Output, Integer> outputs = new HashMap<>();

    /** The pieces of kernels' text, which are no records that a repetition must reach. */
    private final Set<Output> texts = new HashSet<>();

    /** The synchronous calls that failed. */
    private final Set<Long> failed = new HashSet<>();

    /** The places of the records that the present server has sent. */
    private final BitSet again = new BitSet();

    private int count;

    /** The number of first places in {@link #again} without a gap. */
    private int passed;

    /**
     * @param salt a random number for hash tables
     */
    SeenRecords(long salt) {
        this.salt = salt;
        this.places = empty();
    }

    /**
     * Keys in the maps of Java, which find keys of equal hash codes fast only if they have an
     * order. Guests could choose such keys.
     *
     * @param field of the call's buffers, or the number of a piece of its text
     */
    private record Output(long call, int field) implements Comparable<Output> {
        @Override
        public int compareTo(Output other) {
            int byCall = Long.compare(call, other.call);
            return byCall != 0 ? byCall : Integer.compare(field, other.field);
        }
    }

    private LongIntMap[] empty() {
        LongIntMap[] maps = new LongIntMap[RecordKinds.CONTROL + 1];
        for (int kind = RecordKinds.REPLY; kind < maps.length; kind++) {
            maps[kind] = new LongIntMap(salt + kind);
        }
        return maps;
    }

    /**
     * Notes a record; false when an earlier server had sent it.
     *
     * @param field of the call's buffers, for late outputs; otherwise 0
     */
    boolean isNew(int kind, long call, int field) {
        int place = kind == RecordKinds.OUTPUT ? output(call, field) : places[kind].get(call);
        boolean fresh = place == LongIntMap.MISSING;
        if (fresh) {
            place = count++;
            add(kind, call, field, place);
        }
        again.set(place);
        passed = again.nextClearBit(passed);
        return fresh;
    }

    /** Whether a server has sent a record, which is no late output. */
    boolean has(int kind, long call) {
        return places[kind].get(call) != LongIntMap.MISSING;
    }

    private int output(long call, int field) {
        return outputs.getOrDefault(new Output(call, field), LongIntMap.MISSING);
    }

    private void add(int kind, long call, int field, int place) {
        if (kind == RecordKinds.OUTPUT) {
            outputs.put(new Output(call, field), place);
        } else {
            places[kind].put(call, place);
        }
    }

    /** Notes a piece of the text that a call's kernel printed; false when it has come before. */
    boolean isNewText(long call, int piece) {
        return texts.add(new Output(call, piece));
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
        return count;
    }

    /** Returns the number of pieces of text, late outputs and failed calls. */
    long notes() {
        return (long) texts.size() + outputs.size() + failed.size();
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
        places = empty();
        outputs.clear();
        texts.clear();
        failed.clear();
        count = 0;
        restart();
    }
}
