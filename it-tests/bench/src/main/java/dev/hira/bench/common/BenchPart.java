package dev.hira.bench.common;

import java.io.IOException;

/** One group of figures. */
public interface BenchPart {
    /** Measures the figures and adds them to the report. */
    void run(BenchSettings settings, BenchReport report) throws IOException;
}
