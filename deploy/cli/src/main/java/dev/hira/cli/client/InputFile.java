package dev.hira.cli.client;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;

/** The files that commands read, and the sentences about those that cannot be read. */
public final class InputFile {
    private InputFile() {}

    /**
     * Requires that there is such a file, and that this user may read it.
     *
     * @throws UsageException when not
     */
    public static void require(Path file) {
        if (!Files.exists(file) || Files.isDirectory(file) || !Files.isReadable(file)) {
            throw new UsageException(problem(file));
        }
    }

    /**
     * Returns the text of a file.
     *
     * @throws UsageException when there is none
     */
    public static String text(Path file) throws IOException {
        require(file);
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new UsageException("the file " + file + " is no text in UTF-8");
        }
    }

    /** Returns why a file cannot be read. */
    public static String problem(Path file) {
        if (Files.isDirectory(file)) {
            return file + " is a folder, and a file is needed";
        }
        return Files.exists(file)
                ? "this user may not read the file " + file
                : "the file " + file + " does not exist";
    }

    /** Returns what a failure of the file system means. */
    static String sentence(FileSystemException failure) {
        String name = failure.getFile();
        if (failure instanceof NoSuchFileException || name == null) {
            return "the file " + name + " does not exist";
        }
        String reason = failure.getReason();
        if (reason != null) {
            return "the file " + name + " cannot be used: " + reason.toLowerCase(Locale.ROOT);
        }
        Path file = Path.of(name);
        return Files.isDirectory(file)
                ? "the folder " + name + " cannot be used: this user may not write there"
                : "the file " + name + " cannot be used: this user may not read or write it";
    }
}
