package dev.hira.cli.trace;

import java.util.Map;

/**
 * Something that lasted for a time.
 *
 * @param kind a word: call, wait, refusal, kernel or copy
 * @param begin the time since the beginning of the trace, in nanoseconds
 * @param end the time at which it ended
 * @param details further facts by their names: texts and whole numbers
 */
record Slice(
        Track track, String name, String kind, long begin, long end, Map<String, Object> details) {
    /** Returns the number of its call; 0: it has none. */
    long call() {
        return number("call", 0);
    }

    /** Returns the number of calls that it stands for. */
    long calls() {
        return number("calls", 1);
    }

    private long number(String name, long usual) {
        return details.get(name) instanceof Number number ? number.longValue() : usual;
    }

    /**
     * Where slices are shown.
     *
     * @param group the session or the device
     * @param name the track within the group
     */
    record Track(String group, String name) {}
}
