package dev.hira.cli.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** The files that commands write, which are checked before the work for their content begins. */
public final class OutputFile {
    private OutputFile() {}

    /**
     * Requires that a file can be created or replaced, as far as that can be known.
     *
     * @return the folder that gets the file
     * @throws UsageException when it cannot
     */
    public static Path requireWritable(Path file) {
        if (Files.isDirectory(file)) {
            throw new UsageException(file + " is a folder; name a file in it");
        }
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(file)) {
            throw new UsageException(file + " is no file that can be replaced; name another file");
        }
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new UsageException("there is no folder " + folder + "; create it first");
        }
        if (!Files.isWritable(folder)) {
            throw new UsageException("this user may not create files in the folder " + folder);
        }
        requireName(file);
        return folder;
    }

    /** Requires that the file system takes the name, which may be too long. */
    private static void requireName(Path file) {
        try {
            Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            // The file does not exist yet.
        } catch (IOException e) {
            throw new UsageException(ErrorMessages.sentence(e));
        }
    }
}
