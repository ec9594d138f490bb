package dev.hira.cli.admin;

import dev.hira.cli.client.UsageException;
import dev.hira.router.checkpoint.CheckpointReader;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/** Files with checkpoints, which hold the memory of VMs. */
final class CheckpointFiles {
    private static final int BUFFER_BYTES = 256 << 10;

    private CheckpointFiles() {}

    /**
     * Creates an empty file, which only its owner can read, in the folder of the checkpoint. The
     * new file has a short name, since the checkpoint's name may have the greatest length.
     *
     * @throws UsageException when it cannot be created there; it names the folder
     */
    static Path scratch(Path beside) throws IOException {
        Path folder = beside.toAbsolutePath().getParent();
        try {
            return Files.createTempFile(folder, "hira-", ".part");
        } catch (FileSystemException e) {
            String reason = e.getReason();
            throw new UsageException(
                    "no file can be created in the folder "
                            + folder
                            + (reason == null ? "" : ": " + reason.toLowerCase(Locale.ROOT)));
        }
    }

    /** Opens a file for writing. */
    static FileChannel open(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.WRITE);
    }

    /** Checks a whole checkpoint; returns its VM. */
    static String check(Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES)) {
            return CheckpointReader.check(in).getVm();
        }
    }
}
