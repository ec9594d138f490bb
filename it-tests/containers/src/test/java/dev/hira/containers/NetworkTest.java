package dev.hira.containers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Guests, a router and two API servers over container networks. */
final class NetworkTest {
    @Test
    void shouldServeGuestsOfTwoVmsAndMoveOneWhileItComputes() throws Exception {
        try (Stack stack = new Stack(2)) {
            HiraContainer blue = stack.guest("blue");
            HiraContainer green = stack.guest("green");
            assertThat(stack.router().hira("vm", "list")).contains("blue").contains("green");
            assertThat(stack.router().hira("health", "hira://127.0.0.1:7070"))
                    .isEqualTo("SERVING\n");

            String sessions = stack.router().hira("session", "list");
            String from =
                    sessions.lines().filter(l -> l.contains("blue")).findFirst().orElseThrow();
            String to = from.contains("server0") ? "server1" : "server0";
            stack.router().hira("vm", "migrate", "blue", "--to", to);
            blue.awaitRounds();
            assertThat(stack.router().hira("session", "list"))
                    .matches("(?s).*blue[^\\n]*" + to + ".*");

            stack.router().hira("server", "drain", to);
            blue.awaitRounds();
            green.awaitRounds();
            assertThat(stack.router().hira("session", "list")).doesNotContain(to);
        }
    }

    @Test
    void shouldKeepGuestsFromApiServersAndFromTheAdminAddress() throws Exception {
        try (Stack stack = new Stack(1)) {
            for (String uri :
                    new String[] {
                        "hira://server0:7700", "hira://" + stack.addressOf(0) + ":7700"
                    }) {
                HiraContainer guest =
                        stack.among(HiraContainer.guest(uri + "?vm=evil&timeout-millis=2000", 1));
                assertThat(guest.awaitExit()).as(guest.getLogs()).isNotZero();
                assertThat(guest.getLogs()).doesNotContain("rounds are right");
            }
            // The router's address for guests does not answer as the one for operators.
            HiraContainer operator =
                    stack.among(
                            HiraContainer.once(
                                    "hira", "vm", "list", "--admin", "hira://router:7070"));
            assertThat(operator.awaitExit()).isNotZero();
            assertThat(operator.getLogs()).contains("hira vm list: ");
        }
    }
}
