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
    /**
     * Where slices are shown.
     *
     * @param group the session or the device
     * @param name the track within the group
     */
    record Track(String group, String name) {}
}
