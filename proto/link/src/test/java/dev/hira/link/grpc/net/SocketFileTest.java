package dev.hira.link.grpc.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SocketFileTest {
    private static final int ROUNDS = 2_000;
    private static final int MOST_SPINS = 500;

    @TempDir private Path folder;

    private Path path;
    private SocketFile file;

    @BeforeEach
    void setUp() {
        path = folder.resolve("links.sock");
        file = new SocketFile(path);
    }

    @Test
    void shouldRemoveTheFileThatItGuards() throws Exception {
        Files.createFile(path);
        file.guard(0600);
        file.remove();
        assertThat(path).doesNotExist();
        file.remove();
    }

    @Test
    void shouldLeaveAFileThatItDoesNotGuard() throws Exception {
        Files.createFile(path);
        file.remove();
        assertThat(path).exists();
    }

    @Test
    void shouldLeaveAFileThatHasReplacedItsOwn() throws Exception {
        Files.createFile(path);
        file.guard(0600);
        Path other = Files.createFile(folder.resolve("other"));
        Files.move(other, path, StandardCopyOption.REPLACE_EXISTING);
        file.remove();
        assertThat(path).exists();
    }

    @Test
    void shouldNotMindThatAnotherThreadRemovesTheFileMeanwhile() throws Exception {
        AtomicInteger begun = new AtomicInteger();
        try (ExecutorService other = Executors.newSingleThreadExecutor()) {
            for (int round = 1; round <= ROUNDS; round++) {
                int number = round;
                Files.createFile(path);
                file.guard(0600);
                Future<Boolean> removed =
                        other.submit(() -> {
                            begun.set(-number);
                            spinUntil(begun, number);
                            return Files.deleteIfExists(path);
                        });
                spinUntil(begun, -number);
                begun.set(number);
                spin(number % MOST_SPINS);
                file.remove();
                removed.get();
                assertThat(path).doesNotExist();
            }
        }
    }

    private static void spinUntil(AtomicInteger value, int wanted) {
        while (value.get() != wanted) {
            Thread.onSpinWait();
        }
    }

    private static void spin(int times) {
        for (int i = 0; i < times; i++) {
            Thread.onSpinWait();
        }
    }
}
