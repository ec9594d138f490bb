package dev.hira.link.grpc.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.link.Link;
import dev.hira.link.grpc.net.PeerIdentity.LocalUser;
import dev.hira.link.grpc.net.PeerIdentity.Unproven;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the identity of peers at Unix sockets. */
class LocalPeersTest {
    private static final long STRANGER = 4_000_000_001L;

    @TempDir Path folder;

    private void knowsOwnUser(URI uri, Transport transport) throws Exception {
        try (GrpcFixture fixture = new GrpcFixture(uri, transport, GrpcLimits.DEFAULT)) {
            Link link = fixture.connect();
            assertThat(fixture.accepted().peer().identity())
                    .isEqualTo(new LocalUser(LocalPeers.own()));
            link.close();
        }
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void shouldKnowTheUserOfAPeer(Transport transport) throws Exception {
        knowsOwnUser(URI.create("hira+unix://" + folder + "/s.sock"), transport);
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void shouldKnowTheUserOfAPeerOverTcp(Transport transport) throws Exception {
        knowsOwnUser(URI.create("hira://127.0.0.1:0"), transport);
        knowsOwnUser(URI.create("hira://[::1]:0"), transport);
    }

    @Test
    void shouldNotAskThisSystemAboutPeersOfOthers() {
        InetSocketAddress own = new InetSocketAddress("192.0.2.1", 7700);
        assertThat(TcpPeers.isLocal(own, new InetSocketAddress("192.0.2.2", 1))).isFalse();
        assertThat(TcpPeers.isLocal(own, new InetSocketAddress("192.0.2.1", 1))).isTrue();
        assertThat(TcpPeers.isLocal(own, new InetSocketAddress("127.0.0.1", 1))).isTrue();
    }

    @Test
    void shouldAdmitListedUsersOnly() {
        PeerAdmission admission =
                PeerAdmission.users("an API server", Set.of(1001L), false, "connect to a router");
        assertThat(admission.problem(new LocalUser(1001))).isEmpty();
        assertThat(admission.problem(new LocalUser(LocalPeers.own()))).isEmpty();
        assertThat(admission.problem(new LocalUser(LocalPeers.ROOT))).isEmpty();
        assertThat(admission.problem(new LocalUser(STRANGER)))
                .contains("user 4000000001 may not connect to an API server; connect to a router");
        assertThat(admission.problem(new LocalUser(LocalPeers.UNKNOWN)))
                .contains("an unknown user may not connect to an API server; connect to a router");
        assertThat(admission.problem(new Unproven())).isPresent();
        assertThat(PeerAdmission.users("a", Set.of(), true, "b").problem(new Unproven())).isEmpty();
    }
}
