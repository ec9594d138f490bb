package dev.hira.router.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.router.checkpoint.Spool.SpoolFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolTest {
    @TempDir Path folder;

    private static ByteBuffer bytes(int count, int first) {
        byte[] content = new byte[count];
        for (int i = 0; i < count; i++) {
            content[i] = (byte) (first + i);
        }
        return ByteBuffer.wrap(content);
    }

    @Test
    void shouldKeepContentInAFileWithoutAName() throws IOException {
        Spool spool = new Spool(folder.resolve("new"), 1000);
        try (SpoolFile file = spool.create()) {
            assertThat(file.write(bytes(300, 0))).isEqualTo(300);
            assertThat(file.write(bytes(5, 200))).isEqualTo(5);
            assertThat(file.size()).isEqualTo(305);
            try (Stream<Path> names = Files.list(folder.resolve("new"))) {
                assertThat(names).isEmpty();
            }
            try (InputStream one = file.read();
                    InputStream other = file.read()) {
                assertThat(one.readNBytes(300)).isEqualTo(bytes(300, 0).array());
                assertThat(other.read()).isZero();
                assertThat(one.read()).isEqualTo(200);
                assertThat(one.readAllBytes()).hasSize(4);
                assertThat(one.read()).isNegative();
            }
        }
    }

    @Test
    void shouldTakeNoMoreThanItsSpaceInAllFiles() throws IOException {
        Spool spool = new Spool(folder, 1000);
        SpoolFile first = spool.create();
        try (SpoolFile second = spool.create()) {
            first.write(bytes(600, 0));
            second.write(bytes(400, 0));
            assertThatThrownBy(() -> second.write(bytes(1, 0)))
                    .hasMessageContaining("1000 of 1000 allowed bytes, and 1 more were asked");
            first.close();
            first.close();
            assertThat(spool.used()).isEqualTo(400);
            assertThat(second.write(bytes(600, 0))).isEqualTo(600);
        }
        assertThat(spool.used()).isZero();
    }

    @Test
    void shouldSayWhichFolderTakesNoFile() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> new Spool(file, 1000).create())
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString());
    }
}
