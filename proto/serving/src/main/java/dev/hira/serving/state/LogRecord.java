package dev.hira.serving.state;

import java.nio.file.Path;

/**
 * A record as it was read.
 *
 * @param kind what it tells, by the reader's own numbers
 * @param version the version of its content
 * @param offset where it begins in the file
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record LogRecord(int kind, int version, byte[] content, Path file, long offset) {
    /** Returns the error for a record that the reader cannot accept. */
    public DamagedFileException refuse(String reason) {
        return new DamagedFileException(file, offset, reason);
    }
}
