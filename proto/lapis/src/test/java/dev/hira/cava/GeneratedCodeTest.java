package dev.hira.cava;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GeneratedCodeTest {
    @TempDir Path classes;

    @Test
    void shouldCompileWithoutWarningsAgainstTheRuntimes() throws IOException {
        assertThat(GeneratedCode.compile(GeneratedCode.sources(), classes)).isEmpty();
    }
}
