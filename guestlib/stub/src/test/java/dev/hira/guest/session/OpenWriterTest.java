package dev.hira.guest.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Names of processes, by which operators know sessions. */
final class OpenWriterTest {
    @Test
    void shouldNameAJavaProgramByItsClassAndANativeOneByItsExecutable() {
        assertThat(OpenWriter.processName("example.Saxpy 1 2", "/jdk/bin/java", 7))
                .isEqualTo("example.Saxpy/7");
        assertThat(OpenWriter.processName("Program", "/jdk/bin/java", 7)).isEqualTo("Program/7");
        assertThat(OpenWriter.processName(null, "/usr/bin/clinfo", 7)).isEqualTo("clinfo/7");
        assertThat(OpenWriter.processName(null, "/home/a/my prog", 7)).isEqualTo("my_prog/7");
        assertThat(OpenWriter.processName(null, "java", 7)).isEqualTo("java/7");
    }
}
