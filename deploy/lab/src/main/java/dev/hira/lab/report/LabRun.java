package dev.hira.lab.report;

import java.time.Instant;

/**
 * The run of the laboratory that made a report.
 *
 * @param command the command line
 * @param time the time at which it ended
 * @param version Hira's version
 */
public record LabRun(String command, Instant time, String version) {
    /** Returns the run in a line. */
    String text() {
        return command + ", " + time + ", Hira " + version;
    }
}
