package dev.hira.containers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A router that another container replaces, with the same volume of state. */
final class UpgradeTest {
    @Test
    void shouldGoOnWithSessionsAndGrantsAfterTheRoutersContainerIsReplaced() throws Exception {
        try (Stack stack = new Stack(1, "--state", Stack.STATE, "--set", "timeouts.resume=5m")) {
            stack.router().hira("policy", "set", "blue", "share=7");
            HiraContainer blue = stack.guest("blue");
            String before = stack.router().getContainerId();

            stack.replaceRouter();

            assertThat(stack.router().getContainerId()).isNotEqualTo(before);
            blue.awaitRounds();
            assertThat(stack.router().hira("session", "list")).contains("blue");
            assertThat(stack.router().hira("policy", "show", "blue", "-o", "json"))
                    .containsPattern("\"share\": *7");
            assertThat(blue.isRunning()).isTrue();
        }
    }
}
