package dev.hira.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class LabCommandTest {
    private static final Path FILE = Path.of("/tmp/two.conf");

    @Test
    void shouldNameTheFileOfAnErrorOnce() {
        String text = "/tmp/two.conf: 3: vms has the wrong type";
        assertThat(LabCommand.located(FILE, text)).isEqualTo(text);
        assertThat(LabCommand.located(FILE, "a guest needs a kernel"))
                .isEqualTo("/tmp/two.conf: a guest needs a kernel");
    }
}
