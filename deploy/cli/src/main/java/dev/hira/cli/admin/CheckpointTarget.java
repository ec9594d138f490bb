package dev.hira.cli.admin;

import dev.hira.cli.client.ErrorMessages;
import dev.hira.cli.client.InputFile;
import dev.hira.cli.client.OutputFile;
import dev.hira.cli.client.UsageException;
import dev.hira.cli.client.ValueText;
import dev.hira.router.checkpoint.Increment;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The file that gets a checkpoint. Everything that can be known to be wrong with it is refused
 * before the VM is held, and nothing is lost by it: a file is replaced only if the operator says
 * so, and only by a whole checkpoint.
 */
final class CheckpointTarget {
    private static final String FORCE = "; name another file, or pass --force";

    private final Path file;
    private final Path folder;
    private final boolean replace;

    private CheckpointTarget(Path file, Path folder, boolean replace) {
        this.file = file;
        this.folder = folder;
        this.replace = replace;
    }

    /**
     * Checks the file of a new checkpoint.
     *
     * @param base the earlier checkpoint that it builds on, if any
     * @param replace whether it may replace a file
     */
    static CheckpointTarget of(Path file, @Nullable Path base, boolean replace) {
        try {
            Path real = Files.exists(file) ? file.toRealPath() : file;
            Path folder = OutputFile.requireWritable(real);
            if (base != null) {
                InputFile.require(base);
                requireOther(real, base);
                Increment.checkBase(base);
            }
            if (!replace && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                throw new UsageException("the file " + file + " exists" + FORCE + " to replace it");
            }
            return new CheckpointTarget(real, folder, replace);
        } catch (IOException e) {
            throw new UsageException(ErrorMessages.sentence(e));
        }
    }

    /** An increment that took the place of its base would leave neither of them. */
    private static void requireOther(Path file, Path base) throws IOException {
        if (Files.exists(file) && Files.exists(base) && Files.isSameFile(file, base)) {
            throw new UsageException(
                    "FILE and EARLIER are the same file, "
                            + base
                            + "; an increment is of no use without the earlier checkpoint, so give it"
                            + " another name");
        }
    }

    /** Requires room for a checkpoint of a VM that holds this much memory. */
    void requireRoom(String vm, long held, boolean increment) throws IOException {
        if (!replace) {
            requireRoom(vm, held, increment, Files.getFileStore(folder).getUsableSpace());
        }
    }

    /** Pages of zeros take no room; only the operator can know how many there are. */
    void requireRoom(String vm, long held, boolean increment, long room) {
        if (held > room) {
            throw new UsageException(
                    "the VM '"
                            + vm
                            + "' holds "
                            + ValueText.bytes(held)
                            + " of memory, and the folder "
                            + folder
                            + " has room for "
                            + ValueText.bytes(room)
                            + (increment ? " (a whole checkpoint lies there first)" : "")
                            + FORCE
                            + " if most of the memory is zero");
        }
    }

    /** Creates a file in the same folder that only its owner can read. */
    Path scratch() throws IOException {
        return CheckpointFiles.scratch(file);
    }

    /** Makes a finished checkpoint the content of the file. */
    void replaceBy(Path finished) throws IOException {
        try {
            if (replace) {
                Files.move(finished, file, StandardCopyOption.REPLACE_EXISTING);
            } else {
                Files.move(finished, file);
            }
        } catch (FileSystemException e) {
            // The operator did not name the other file.
            String reason = Objects.requireNonNullElse(e.getReason(), "it cannot be created");
            throw new FileSystemException(file.toString(), null, reason);
        }
    }
}
