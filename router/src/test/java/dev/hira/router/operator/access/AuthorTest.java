package dev.hira.router.operator.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.base.tls.PeerRole;
import dev.hira.link.grpc.net.LocalPeers;
import dev.hira.link.grpc.net.PeerIdentity;
import dev.hira.link.grpc.net.PeerIdentity.Certified;
import dev.hira.link.grpc.net.PeerIdentity.LocalUser;
import io.grpc.Context;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

/** Tests how operators are named in the history, the log and events. */
final class AuthorTest {
    private static final PeerIdentity UNPROVEN = new PeerIdentity.Unproven();

    private static InetSocketAddress remote() throws UnknownHostException {
        return new InetSocketAddress(InetAddress.getByAddress(new byte[] {10, 0, 0, 7}), 5);
    }

    @Test
    void shouldNameTheHolderOfTheCertificateWhateverItClaims() throws Exception {
        Certified ann = new Certified(PeerRole.ADMIN, "ann", "17");
        assertThat(Author.text(ann, "bob", remote())).isEqualTo("ann (admin, 10.0.0.7)");
    }

    @Test
    void shouldNameTheUserThatTheSystemTellsWhateverItClaims() {
        assertThat(Author.text(new LocalUser(0), "bob", null)).isEqualTo("root (user 0)");
        assertThat(Author.text(new LocalUser(4_000_000_001L), "bob", null))
                .isEqualTo("a user (user 4000000001)");
        assertThat(Author.text(new LocalUser(LocalPeers.UNKNOWN), "bob", null))
                .isEqualTo("a user (an unknown user)");
    }

    @Test
    void shouldSayThatAClaimedNameIsNotProven() throws Exception {
        assertThat(Author.text(UNPROVEN, "ann", remote())).isEqualTo("ann (unproven, 10.0.0.7)");
        assertThat(Author.text(UNPROVEN, "a\nb\u001bé", null)).isEqualTo("a?b?? (unproven)");
        assertThat(Author.text(UNPROVEN, "x".repeat(1000), null))
                .hasSize(64 + " (unproven)".length());
        assertThat(Author.text(UNPROVEN, null, null)).isEqualTo("an operator (unproven)");
    }

    @Test
    void shouldSignOnlyWhatAnOperatorDoes() {
        assertThat(Author.signed("share 3 → 5")).isEqualTo("share 3 → 5");
        Author.in(Context.ROOT, "ann (admin)")
                .run(() -> {
                    assertThat(Author.signed("share 3 → 5"))
                            .isEqualTo("share 3 → 5; by ann (admin)");
                    assertThat(Author.signed("")).isEqualTo("by ann (admin)");
                });
    }
}
