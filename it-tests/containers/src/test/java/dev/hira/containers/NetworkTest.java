package dev.hira.containers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Guests, a router and two API servers over container networks. */
final class NetworkTest {
    private static final String PLAIN = Stack.URI.replace("hira+tls", "hira");

    @Test
    void shouldServeGuestsOfTwoVmsAndMoveOneWhileItComputes() throws Exception {
        try (Stack stack = new Stack(2)) {
            HiraContainer blue = stack.guest("blue");
            HiraContainer green = stack.guest("green");
            assertThat(stack.router().hira("vm", "list")).contains("blue").contains("green");

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
                        "hira+tls://server0:7700", "hira+tls://" + stack.addressOf(0) + ":7700"
                    }) {
                refused(stack, "vm/blue", uri + "?timeout-millis=2000");
            }
            // The router's address for guests does not answer as the one for operators.
            HiraContainer operator =
                    stack.among(
                            Identities.give(
                                    HiraContainer.once("hira", "vm", "list", "--admin", Stack.URI),
                                    "vm/blue"));
            assertThat(operator.awaitExit()).isNotZero();
            assertThat(operator.getLogs()).contains("hira vm list: ");
        }
    }

    @Test
    void shouldServeEachGuestAsTheVmOfItsCertificateAndNoOther() throws Exception {
        try (Stack stack = new Stack(1)) {
            assertThat(refused(stack, "vm/blue", Stack.URI + "?vm=green"))
                    .contains("the certificate is that of VM 'blue'");
            refused(stack, "vm/blue", PLAIN + "?timeout-millis=2000");
            HiraContainer stranger =
                    stack.among(HiraContainer.guest(Stack.URI + "?timeout-millis=2000", 1));
            assertThat(stranger.awaitExit()).isNotZero();
            assertThat(stranger.getLogs()).contains("needs the guest's certificate");
        }
    }

    /** Runs a guest that must fail, and returns what it prints. */
    private static String refused(Stack stack, String identity, String uri) throws Exception {
        HiraContainer guest = stack.among(Identities.give(HiraContainer.guest(uri, 1), identity));
        assertThat(guest.awaitExit()).as(guest.getLogs()).isNotZero();
        assertThat(guest.getLogs()).doesNotContain("rounds are right");
        return guest.getLogs();
    }
}
