package dev.hira.link.grpc.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.link.Link;
import dev.hira.link.grpc.net.PeerIdentity.LocalUser;
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

    @ParameterizedTest
    @EnumSource(Transport.class)
    void shouldKnowTheUserOfAPeer(Transport transport) throws Exception {
        URI uri = URI.create("hira+unix://" + folder + "/s.sock");
        try (GrpcFixture fixture = new GrpcFixture(uri, transport, GrpcLimits.DEFAULT)) {
            Link link = fixture.connect();
            assertThat(fixture.accepted().peer().identity())
                    .isEqualTo(new LocalUser(LocalPeers.own()));
            link.close();
        }
    }

    @Test
    void shouldAdmitListedUsersOnly() {
        PeerAdmission admission =
                PeerAdmission.users("an API server", Set.of(1001L), "connect to a router");
        assertThat(admission.problem(new LocalUser(1001))).isEmpty();
        assertThat(admission.problem(new LocalUser(LocalPeers.own()))).isEmpty();
        assertThat(admission.problem(new LocalUser(LocalPeers.ROOT))).isEmpty();
        assertThat(admission.problem(new LocalUser(STRANGER)))
                .contains("user 4000000001 may not connect to an API server; connect to a router");
        assertThat(admission.problem(new LocalUser(LocalPeers.UNKNOWN)))
                .contains("an unknown user may not connect to an API server; connect to a router");
    }
}
