package dev.hira.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;

/** Programs in OpenCL C, which API servers in containers compile. */
final class CompilerTest {
    private static final String COMPILER = "api-server-compiler";

    @Test
    void shouldCompileAProgramInItsReadOnlyContainer() throws Exception {
        try (Stack stack = Stack.of(COMPILER, 1)) {
            HiraContainer guest = squares(stack);
            assertThat(guest.awaitExit()).as(guest.getLogs()).isZero();
            assertThat(guest.getLogs()).contains("1000 squares are right");
            assertThat(stack.server(0).execInContainer("/bin/sh", "-c", "true").getExitCode())
                    .isNotZero();
        }
    }

    @Test
    void shouldNameTheImageThatCompilesWhereThereIsNoCompiler() throws Exception {
        try (Stack stack = new Stack(1)) {
            HiraContainer guest = squares(stack);
            assertThat(guest.awaitExit()).isNotZero();
            assertThat(guest.getLogs()).contains("run the image hira-" + COMPILER);
        }
    }

    /** Runs the example in OpenCL in place of the one that the image runs by itself. */
    private static HiraContainer squares(Stack stack) {
        String[] command =
                Objects.requireNonNull(
                        Objects.requireNonNull(
                                        DockerClientFactory.instance()
                                                .client()
                                                .inspectImageCmd(HiraContainer.load("guest"))
                                                .exec()
                                                .getConfig())
                                .getEntrypoint());
        command[command.length - 1] = "example.Squares";
        return stack.among(
                Identities.give(HiraContainer.guest(Stack.URI, 1), "vm/blue")
                        .withCreateContainerCmdModifier(c -> c.withEntrypoint(command)));
    }
}
