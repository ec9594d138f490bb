package dev.hira.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.internal.PlatformDependent;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class HiraOptionsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @Test
    void shouldTurnNettysEventsForJfrOff() {
        try (HiraProcess process =
                HiraProcess.start(
                        "events", Events.class.getName(), List.of(), List.of(), line -> {})) {
            assertThat(process.awaitReady(PATIENCE)).isEqualTo("false");
        }
    }

    /** A process that prints whether Netty makes events for JFR. */
    public static final class Events {
        private Events() {}

        public static void main(String[] args) {
            System.out.println(HiraProcess.READY + PlatformDependent.isJfrEnabled());
        }
    }
}
