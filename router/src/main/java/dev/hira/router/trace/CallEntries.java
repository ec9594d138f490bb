package dev.hira.router.trace;

import dev.hira.trace.v1.CallEntryKind;
import dev.hira.trace.v1.TracedCalls;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** A buffer of entries about calls. Belongs to one thread at a time, and is reused. */
public final class CallEntries {
    private final CallEntryKind[] kinds;
    private final long[] calls;
    private final int[] counts;
    private final int[] lanes;
    private final int[] functions;
    private final @Nullable String[] reasons;
    private final long[] begins;
    private final long[] ends;
    private int size;
    private long dropped;

    CallEntries(int capacity) {
        kinds = new CallEntryKind[capacity];
        calls = new long[capacity];
        counts = new int[capacity];
        lanes = new int[capacity];
        functions = new int[capacity];
        reasons = new String[capacity];
        begins = new long[capacity];
        ends = new long[capacity];
    }

    boolean isEmpty() {
        return size == 0 && dropped == 0;
    }

    boolean isFull() {
        return size == kinds.length;
    }

    /** Counts entries that found no room before these. */
    void dropped(long entries) {
        dropped += entries;
    }

    void clear() {
        size = 0;
        dropped = 0;
    }

    /** Adds an entry about calls of a lane, without a reason. */
    void add(
            CallEntryKind kind,
            long call,
            int count,
            int lane,
            int function,
            long begin,
            long end) {
        kinds[size] = kind;
        calls[size] = call;
        counts[size] = count;
        lanes[size] = lane;
        functions[size] = function;
        reasons[size] = null;
        begins[size] = begin;
        ends[size] = end;
        size++;
    }

    /** Gives the latest entry a reason. */
    void because(String reason) {
        reasons[size - 1] = reason;
    }

    /**
     * Returns the entries as a message.
     *
     * @param names the names of functions
     */
    public TracedCalls message(IntFunction<String> names) {
        TracedCalls.Builder message = TracedCalls.newBuilder().setDropped(dropped);
        Map<String, Integer> words = new HashMap<>();
        for (int i = 0; i < size; i++) {
            String reason = reasons[i];
            message.addKinds(kinds[i]);
            message.addCalls(calls[i] - (i == 0 ? 0 : calls[i - 1]));
            message.addCounts(counts[i]);
            message.addLanes(lanes[i]);
            message.addNames(number(names.apply(functions[i]), words, message));
            message.addReasons(reason == null ? 0 : 1 + number(reason, words, message));
            message.addBegins(begins[i] - (i == 0 ? 0 : begins[i - 1]));
            message.addNanos(ends[i] - begins[i]);
        }
        return message.build();
    }

    private static int number(
            String word, Map<String, Integer> words, TracedCalls.Builder message) {
        Integer known = words.get(word);
        if (known == null) {
            known = words.size();
            words.put(word, known);
            message.addWords(word);
        }
        return known;
    }
}
