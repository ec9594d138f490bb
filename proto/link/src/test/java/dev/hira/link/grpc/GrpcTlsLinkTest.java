package dev.hira.link.grpc;

import dev.hira.base.tls.PeerRole;
import dev.hira.link.Link;
import dev.hira.link.LinkConformanceTest;
import dev.hira.link.grpc.net.GrpcFixture;
import dev.hira.link.grpc.tls.TestAuthority;
import dev.hira.link.grpc.tls.TlsClient;
import dev.hira.link.grpc.tls.TlsIdentity;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class GrpcTlsLinkTest extends LinkConformanceTest {
    @TempDir static Path folder;

    /** One authority and its identities, because a key costs time. */
    private record Identities(TlsIdentity router, TlsClient guest) {
        private static Identities instance;

        static synchronized Identities get() {
            if (instance == null) {
                TestAuthority authority = TestAuthority.in(folder.resolve("pki"));
                instance =
                        new Identities(
                                authority.identity(PeerRole.ROUTER, "r1"),
                                authority.client(PeerRole.VM, "blue"));
            }
            return instance;
        }
    }

    @Override
    protected Ends open() throws Exception {
        Identities identities = Identities.get();
        GrpcFixture fixture =
                new GrpcFixture(
                        URI.create("hira+tls://127.0.0.1:0"),
                        builder -> builder.tls(identities.router()));
        Link near =
                GrpcLinkClient.connect(
                        fixture.server.uri(), fixture.options().withTls(identities.guest()));
        return new Ends(near, fixture.accepted().link(), fixture);
    }
}
