package dev.hira.serving.state;

import java.nio.file.Path;

/** A file of state has bytes that no process of this version has written; nothing was changed. */
public final class DamagedFileException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * @param offset the place in the file, in bytes
     * @param reason a clause
     */
    public DamagedFileException(Path file, long offset, String reason) {
        super(file + ", offset " + offset + ": " + reason);
    }
}
