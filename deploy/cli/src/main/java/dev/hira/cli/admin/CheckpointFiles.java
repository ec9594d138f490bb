package dev.hira.cli.admin;

import dev.hira.router.checkpoint.CheckpointReader;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;

/** Files with checkpoints, which hold the memory of VMs. */
final class CheckpointFiles {
    private static final int BUFFER_BYTES = 256 << 10;

    private CheckpointFiles() {}

    /** Creates a file that only its owner can read. */
    static FileChannel create(Path file) throws IOException {
        return FileChannel.open(
                file,
                EnumSet.of(
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }

    /** Checks a whole checkpoint; returns its VM. */
    static String check(Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES)) {
            return CheckpointReader.check(in).getVm();
        }
    }
}
