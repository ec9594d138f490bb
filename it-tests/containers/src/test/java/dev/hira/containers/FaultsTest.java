package dev.hira.containers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Containers that are killed, paused and cut off. */
final class FaultsTest {
    @Test
    void shouldGoOnAtAnotherServerWhenAServersContainerIsKilled() throws Exception {
        try (Stack stack = new Stack(2)) {
            stack.router().hira("policy", "set", "orange", "protection=transparent");
            HiraContainer guest = stack.guest("orange");
            String sessions = stack.router().hira("session", "list");
            int dead = sessions.contains("server0") ? 0 : 1;
            HiraContainer server = stack.server(dead);
            server.getDockerClient().killContainerCmd(server.getContainerId()).exec();
            guest.awaitRounds();
            guest.awaitRounds();
            assertThat(stack.router().hira("session", "list"))
                    .contains("server" + (1 - dead))
                    .doesNotContain("server" + dead);
        }
    }

    @Test
    void shouldGoOnAfterAPauseOfAnyContainer() throws Exception {
        try (Stack stack = new Stack(1)) {
            HiraContainer guest = stack.guest("blue");
            for (HiraContainer paused :
                    new HiraContainer[] {stack.router(), stack.server(0), guest}) {
                paused.pause();
                paused.unpause();
                guest.awaitRounds();
            }
        }
    }

    @Test
    void shouldGoOnWhenAGuestIsInItsNetworkAgain() throws Exception {
        try (Stack stack = new Stack(1, "--set", "timeouts.resume=5m")) {
            HiraContainer guest = stack.guest("blue");
            HiraContainer other = stack.guest("green");
            stack.cut(guest);
            stack.router().awaitOutput("detached", "session", "list");
            other.awaitRounds();
            stack.join(guest);
            guest.awaitRounds();
        }
    }
}
