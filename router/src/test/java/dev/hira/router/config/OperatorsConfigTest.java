package dev.hira.router.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import dev.hira.base.tls.PeerRole;
import dev.hira.link.grpc.net.LocalPeers;
import dev.hira.link.grpc.net.PeerIdentity;
import dev.hira.link.grpc.net.PeerIdentity.Certified;
import dev.hira.link.grpc.net.PeerIdentity.LocalUser;
import org.junit.jupiter.api.Test;

/** Tests which peers are operators, and which addresses may be open to a network. */
final class OperatorsConfigTest {
    private static final PeerIdentity UNPROVEN = new PeerIdentity.Unproven();
    private static final long STRANGER = 4_000_000_001L;

    private static RouterConfig config(String settings) {
        return RouterConfig.from(ConfigFactory.parseString("hira.router { " + settings + " }"));
    }

    private static OperatorsConfig operators(String settings) {
        return config(settings).operators();
    }

    @Test
    void shouldTakeTheRoleOfACertificate() {
        OperatorsConfig operators = operators("");
        assertThat(operators.role(new Certified(PeerRole.VIEWER, "a", "1")))
                .contains(PeerRole.VIEWER);
        assertThat(operators.role(new Certified(PeerRole.ROUTER, "a", "1"))).isEmpty();
    }

    @Test
    void shouldKnowOperatorsByTheirUsers() {
        OperatorsConfig operators = operators("admin.users { 1001 = viewer }");
        assertThat(operators.role(new LocalUser(1001))).contains(PeerRole.VIEWER);
        assertThat(operators.role(new LocalUser(LocalPeers.own()))).contains(PeerRole.ADMIN);
        assertThat(operators.role(new LocalUser(LocalPeers.ROOT))).contains(PeerRole.ADMIN);
        assertThat(operators.role(new LocalUser(STRANGER))).isEmpty();
        assertThat(operators.role(new LocalUser(LocalPeers.UNKNOWN))).isEmpty();
    }

    @Test
    void shouldTellAStrangerWhyItIsNotConnected() {
        assertThat(operators("").admission().problem(new LocalUser(STRANGER)).orElseThrow())
                .startsWith(
                        "user 4000000001 is no operator of this router; connect as the router's user");
        assertThat(operators("").admission().problem(UNPROVEN).orElseThrow())
                .startsWith("a peer without proof of its identity is no operator of this router");
        assertThat(operators("allow-unauthenticated-network = true").admission().problem(UNPROVEN))
                .isEmpty();
    }

    @Test
    void shouldRefuseARoleThatIsNotAnOperators() {
        assertThatThrownBy(() -> config("admin.users { 1001 = vm }"))
                .hasMessageContaining("must be viewer, operator or admin, not 'vm'");
        assertThatThrownBy(() -> config("admin.users { ann = viewer }"))
                .hasMessageContaining("'ann' is not the number of a user; see id -u NAME");
    }

    @Test
    void shouldNotListenToANetworkWithoutProofOfIdentity() {
        String open = "listen = [\"hira://0.0.0.0:7700\"]";
        assertThatThrownBy(() -> config(open))
                .hasMessageContaining("hira.router.listen")
                .hasMessageContaining("'hira://0.0.0.0:7700' would take every peer of the network");
        assertThatThrownBy(() -> config("admin.listen = [\"hira://[2001:db8::1]:7700\"]"))
                .hasMessageContaining("hira.router.admin.listen");
        assertThat(config(open + ", allow-unauthenticated-network = true").listeners()).hasSize(1);
        assertThat(config(open + ", auth { mode = token }").listeners()).hasSize(1);
        assertThatThrownBy(() ->
                        config(
                                "listen = [{ uri = \"hira://0.0.0.0:1\", vm = red }], auth.mode"
                                        + " = token"))
                .hasMessageContaining("would take every peer");
        for (String host : new String[] {"localhost", "127.0.0.1", "127.8.8.8", "[::1]"}) {
            assertThat(config("listen = [\"hira://" + host + ":1\"]").listeners()).hasSize(1);
        }
    }

    @Test
    void shouldNotShowMetricsToANetworkWithoutATokenForThem() {
        String open = "metrics.listen = [\"http://0.0.0.0:9464\"]";
        assertThatThrownBy(() -> config(open))
                .hasMessageContaining("hira.router.metrics.listen")
                .hasMessageContaining("use a file of tokens (metrics.token-file)");
        assertThat(config(open + ", metrics.token-file = tokens").metrics().tokens()).isPresent();
        assertThat(config(open + ", allow-unauthenticated-network = true").metrics().tokens())
                .isEmpty();
        assertThat(config("metrics.listen = [\"http://127.0.0.1:1\"]").metrics().tokens())
                .isEmpty();
    }
}
