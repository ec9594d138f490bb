package dev.hira.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.jit.runtime.GeneratedClasses;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class DeviceOptionsTest {
    @Test
    void shouldNameThePackageOfGeneratedClasses() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(getClass().getResourceAsStream("hira-devices.options"))) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .contains("," + GeneratedClasses.packageName() + ".Lanes_*::*,");
        }
    }
}
