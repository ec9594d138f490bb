package dev.hira.serving.state;

/** Takes the records of a log, in their order. */
@FunctionalInterface
public interface RecordReader {
    /**
     * @throws DamagedFileException when the record is unknown; see {@link LogRecord#refuse}
     */
    void record(LogRecord record);
}
