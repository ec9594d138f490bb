package dev.hira.server.trace;

import dev.hira.trace.v1.TracedWork;
import java.util.HashMap;
import java.util.Map;

/** A message with entries of a {@link WorkTraceBuffer} under construction. */
final class WorkEntries {
    private final TracedWork.Builder message = TracedWork.newBuilder();
    private final Map<String, Integer> words = new HashMap<>();
    private long lastCall;
    private long lastBegin;

    /**
     * @param dropped the entries that are missing before these
     */
    WorkEntries(long dropped) {
        message.setDropped(dropped);
    }

    /** Adds an entry: call, device, engine, stream, bytes, begin and end from here on. */
    void add(long[] numbers, int at, String what) {
        message.addCalls(numbers[at] - lastCall);
        message.addDevices((int) numbers[at + 1]);
        message.addEngines((int) numbers[at + 2]);
        message.addStreams(numbers[at + 3]);
        message.addBytes(numbers[at + 4]);
        message.addBegins(numbers[at + 5] - lastBegin);
        message.addNanos(numbers[at + 6] - numbers[at + 5]);
        message.addNames(words.computeIfAbsent(what, this::newWord));
        lastCall = numbers[at];
        lastBegin = numbers[at + 5];
    }

    private int newWord(String word) {
        message.addWords(word);
        return message.getWordsCount() - 1;
    }

    int count() {
        return message.getCallsCount();
    }

    /** Whether there is nothing to tell. */
    boolean isEmpty() {
        return count() == 0 && message.getDropped() == 0;
    }

    TracedWork message() {
        return message.build();
    }
}
