package dev.hira.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;

/** What a process in a container has, and has not. */
final class ConfinementTest {
    private static final long LARGEST_IMAGE = 150_000_000;

    @Test
    void shouldTakeItsLimitsFromTheContainer() throws Exception {
        try (HiraContainer java =
                HiraContainer.once("router", "-XX:+UseSerialGC", "-XX:+PrintFlagsFinal", "-version")
                        .withCreateContainerCmdModifier(command -> {
                            command.withEntrypoint("/opt/java/bin/java");
                            Objects.requireNonNull(command.getHostConfig())
                                    .withMemory(Stack.ROUTER_MEMORY);
                        })) {
            java.start();
            assertThat(java.awaitExit()).isZero();
            assertThat(java.getLogs())
                    .containsPattern("MaxHeapSize +=\\s+" + Stack.ROUTER_MEMORY / 4 + " ");
        }
    }

    @Test
    void shouldServeWithin1GibWithoutRootAndWithoutAShell() throws Exception {
        try (Stack stack = new Stack(1)) {
            stack.guest("blue");
            assertThat(stack.router().getContainerInfo().getConfig().getUser())
                    .isEqualTo("65532:65532");
            assertThat(stack.router().execInContainer("/bin/sh", "-c", "true").getExitCode())
                    .isNotZero();
        }
    }

    @Test
    void shouldTakeAtMost150MegabytesForEachImage() {
        for (String name : new String[] {"router", "api-server", "hira", "guest"}) {
            assertThat(
                            DockerClientFactory.instance()
                                    .client()
                                    .inspectImageCmd(HiraContainer.load(name))
                                    .exec()
                                    .getSize())
                    .as(name)
                    .isLessThanOrEqualTo(LARGEST_IMAGE);
        }
    }
}
