package dev.hira.publish;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Jars of files in the order of their names, all of the same time, so that two are alike. */
final class Jars {
    private final LocalDateTime time;

    Jars(LocalDateTime time) {
        this.time = time;
    }

    /** Returns a jar with these files. */
    byte[] of(Map<String, Path> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream jar = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, Path> file : new TreeMap<>(files).entrySet()) {
                ZipEntry entry = new ZipEntry(file.getKey());
                entry.setTimeLocal(time);
                jar.putNextEntry(entry);
                Files.copy(file.getValue(), jar);
            }
        }
        return bytes.toByteArray();
    }

    /** Returns the files below a folder by their names in a jar. */
    static SortedMap<String, Path> below(Path folder) throws IOException {
        SortedMap<String, Path> found = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            files.filter(Files::isRegularFile)
                    .forEach(file -> found.put(folder.relativize(file).toString(), file));
        }
        return found;
    }
}
