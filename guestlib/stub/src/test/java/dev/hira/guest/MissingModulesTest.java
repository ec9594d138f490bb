package dev.hira.guest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Drivers in a Java runtime with the module java.base alone. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class MissingModulesTest {
    @ParameterizedTest
    @CsvSource({
        "sim:, 'java.management, which simulated GPUs need'",
        "hira://127.0.0.1:1, 'java.logging, which connections to a router need'"
    })
    void shouldSayWhichModuleIsMissing(String uri, String text)
            throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--limit-modules=java.base",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Connecting.class.getName(),
                                uri)
                        .redirectErrorStream(true)
                        .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isOne();
        assertThat(output)
                .contains("IllegalStateException: this Java runtime lacks the module " + text);
    }

    /** Connects to the URI that it is given. */
    static final class Connecting {
        private Connecting() {}

        public static void main(String[] args) {
            Hira.connect(args[0]).close();
        }
    }
}
