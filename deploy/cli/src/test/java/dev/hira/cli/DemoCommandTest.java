package dev.hira.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The demo ends with its verdict, whatever happens in its scenes. */
final class DemoCommandTest {
    @Test
    void shouldSayHowBusyTheMachineIsWhenASceneCannotBePlayed() throws Exception {
        for (RuntimeException failure :
                List.of(
                        new IllegalStateException("green ended before it was ready"),
                        Status.UNAVAILABLE.asRuntimeException())) {
            List<String> said = new ArrayList<>();
            boolean right =
                    DemoCommand.judged(
                            () -> {
                                throw failure;
                            },
                            said::add);
            assertThat(right).isFalse();
            assertThat(said).hasSize(2);
            assertThat(said.getFirst()).startsWith("FAILED: ");
            assertThat(said.getLast()).startsWith("the load of this machine is ");
        }
        assertThat(DemoCommand.judged(() -> true, _ -> {})).isTrue();
    }
}
