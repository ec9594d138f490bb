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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class GrpcTlsLinkTest extends LinkConformanceTest {
    @TempDir static Path folder;
    private static TlsIdentity router;
    private static TlsClient guest;

    @BeforeAll
    static void issue() {
        TestAuthority authority = TestAuthority.in(folder.resolve("pki"));
        router = authority.identity(PeerRole.ROUTER, "r1");
        guest = authority.client(PeerRole.VM, "blue");
    }

    @Override
    protected Ends open() throws Exception {
        GrpcFixture fixture =
                new GrpcFixture(
                        URI.create("hira+tls://127.0.0.1:0"), builder -> builder.tls(router));
        Link near = GrpcLinkClient.connect(fixture.server.uri(), fixture.options().withTls(guest));
        return new Ends(near, fixture.accepted().link(), fixture);
    }
}
