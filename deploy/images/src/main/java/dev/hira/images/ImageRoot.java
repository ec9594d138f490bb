package dev.hira.images;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folder with the files of the images, in parts that the Containerfile copies too: {@code
 * runtime/opt/java} in it is {@code /opt/java} in a container. Every file has the same time, so
 * that two builds give the same layers, and so that the caches of loaded classes, which know the
 * times of jars, fit.
 */
final class ImageRoot {
    /** The time of each file in an image; Jib's own default. */
    static final Instant TIME = Instant.ofEpochSecond(1);

    /** The part that every image begins with: Java, and what it needs of the system. */
    static final String RUNTIME = "runtime";

    /** Where the Java runtime lies. */
    static final String JAVA = RUNTIME + "/opt/java";

    /** Where the command line lies. */
    static final String HIRA = "hira/opt/hira";

    private final Path folder;

    ImageRoot(Path folder) {
        this.folder = folder;
    }

    /** Returns the place of a file in a container. */
    static String inContainer(String path) {
        return path.substring(path.indexOf('/'));
    }

    /** Returns the place of a file on the building machine. */
    Path at(String path) {
        return folder.resolve(path);
    }

    /** Removes a file or folder, if it is there. */
    void remove(String path) throws IOException {
        Path top = at(path);
        if (!Files.exists(top, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        List<Path> below;
        try (Stream<Path> files = Files.walk(top)) {
            below = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : below) {
            Files.delete(file);
        }
    }

    /** Copies a file, following links, and keeps only its permission to be executed. */
    void copy(Path from, String to) throws IOException {
        Path target = at(to);
        Files.createDirectories(target.getParent());
        Files.copy(from.toRealPath(), target, StandardCopyOption.REPLACE_EXISTING);
    }

    void write(String path, String text) throws IOException {
        Path target = at(path);
        Files.createDirectories(target.getParent());
        Files.writeString(target, text);
    }

    /** Gives all files below a folder the images' time, and replaces links by what they name. */
    void finish(String path) throws IOException {
        List<Path> below;
        try (Stream<Path> files = Files.walk(at(path))) {
            below = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : below) {
            if (Files.isSymbolicLink(file)) {
                Path target = file.toRealPath();
                Files.delete(file);
                Files.copy(target, file);
            }
            Files.setLastModifiedTime(file, FileTime.from(TIME));
        }
    }

    /** Returns the regular files directly in a folder, by name. */
    static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
