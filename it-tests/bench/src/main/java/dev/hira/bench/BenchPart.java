package dev.hira.bench;

import java.io.IOException;

/** One group of figures. */
public interface BenchPart {
    /** Measures the figures and adds them to the report. */
    void run(BenchSettings settings, Report report) throws IOException;
}
