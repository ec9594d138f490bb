package dev.hira.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** The cache of loaded classes with which processes start. */
@ResourceLock(Resources.SYSTEM_PROPERTIES)
final class JvmCommandTest {
    private static final Instant BUILT = Instant.parse("2026-11-23T10:00:00Z");

    @TempDir private Path folder;
    private final String before = System.getProperty(JvmCommand.CACHE);

    @AfterEach
    void restore() {
        if (before == null) {
            System.clearProperty(JvmCommand.CACHE);
        } else {
            System.setProperty(JvmCommand.CACHE, before);
        }
    }

    private Path file(String name, Instant time) throws IOException {
        Path file = Files.write(folder.resolve(name), new byte[] {1});
        return Files.setLastModifiedTime(file, FileTime.from(time));
    }

    @Test
    void shouldUseACacheUntilAJarIsNewer() throws IOException {
        Path cache = file("hira.aot", BUILT.plusSeconds(1));
        String classes = file("classes", BUILT.plusSeconds(9)).toString();
        String jars =
                String.join(
                        File.pathSeparator,
                        file("a.jar", BUILT).toString(),
                        file("b.jar", BUILT.plusSeconds(1)).toString(),
                        classes);
        assertThat(JvmCommand.isFresh(cache, jars)).isTrue();

        Path _ = file("b.jar", BUILT.plusSeconds(2));
        assertThat(JvmCommand.isFresh(cache, jars)).as("a jar was built again").isFalse();
        assertThat(JvmCommand.isFresh(folder.resolve("none.aot"), classes)).isFalse();
    }

    @Test
    void shouldStartProcessesWithoutACacheThatIsOlderThanTheirJars() throws IOException {
        Path cache = file("hira.aot", Instant.now().plusSeconds(60));
        System.setProperty(JvmCommand.CACHE, cache.toString());
        assertThat(JvmCommand.of("Main", List.of(), List.of())).contains("-XX:AOTCache=" + cache);

        Path _ = Files.setLastModifiedTime(cache, FileTime.from(Instant.EPOCH.plusSeconds(1)));
        assertThat(JvmCommand.of("Main", List.of(), List.of()))
                .contains("-Dhira.aot=" + cache)
                .noneMatch(option -> option.startsWith("-XX:AOTCache="));
    }
}
