package dev.hira.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LeftoversTest {
    @TempDir private Path folder;

    @Test
    void shouldRemoveOldFilesOfTheSameKindOnly() throws IOException {
        Path own = file("x-own");
        Path young = file("x-young");
        Path other = aged(file("y-old"));
        Path old = aged(file("x-old"));
        Path kept = aged(Files.createDirectory(folder.resolve("x-folder")));

        Leftovers.remove(own, "x-*", "");

        assertThat(old).doesNotExist();
        assertThat(own).exists();
        assertThat(young).exists();
        assertThat(other).exists();
        assertThat(kept).exists();
    }

    @Test
    void shouldRemoveOldFoldersThatHoldNothingElse() throws IOException {
        Path own = Files.createDirectory(folder.resolve("x-own"));
        Path old = Files.createDirectory(folder.resolve("x-old"));
        Path full = Files.createDirectory(folder.resolve("x-full"));
        file("x-old/s");
        file("x-full/s");
        Path more = file("x-full/more");
        aged(old);
        aged(full);

        Leftovers.remove(own, "x-*", "s");

        assertThat(old).doesNotExist();
        assertThat(more).exists();
        assertThat(own).exists();
    }

    private Path file(String name) throws IOException {
        return Files.createFile(folder.resolve(name));
    }

    private static Path aged(Path file) throws IOException {
        FileTime now = Files.getLastModifiedTime(file);
        return Files.setLastModifiedTime(
                file, FileTime.from(now.toInstant().minus(Duration.ofHours(1))));
    }
}
