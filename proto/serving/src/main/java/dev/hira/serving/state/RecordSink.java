package dev.hira.serving.state;

import java.io.IOException;

/** Takes the records of a new log. */
@FunctionalInterface
public interface RecordSink {
    void add(int kind, int version, byte[] content) throws IOException;

    /** Writes all records of a log. */
    @FunctionalInterface
    interface Writer {
        void write(RecordSink sink) throws IOException;
    }
}
