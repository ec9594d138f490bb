package dev.hira.router.checkpoint;

import java.io.IOException;
import java.nio.file.Path;

/** A checkpoint cannot be used; the message says at which byte of the file, and why. */
public final class CheckpointException extends IOException {
    private static final long serialVersionUID = 1L;

    private final long offset;

    CheckpointException(long offset, String reason) {
        super("the checkpoint cannot be used: at byte " + offset + ", " + reason);
        this.offset = offset;
    }

    /** A problem of a file that is one of several. */
    CheckpointException(Path file, CheckpointException problem) {
        super(file + ": " + problem.getMessage(), problem);
        offset = problem.offset;
    }

    /** Returns the byte of the file at which the problem was found. */
    public long offset() {
        return offset;
    }
}
