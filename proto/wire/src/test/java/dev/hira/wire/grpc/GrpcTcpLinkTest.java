package dev.hira.wire.grpc;

import dev.hira.wire.Link;
import dev.hira.wire.LinkConformanceTest;
import java.net.URI;

class GrpcTcpLinkTest extends LinkConformanceTest {
    @Override
    protected Ends open() throws Exception {
        GrpcFixture fixture = new GrpcFixture(URI.create("hira://127.0.0.1:0"));
        Link near = fixture.connect();
        return new Ends(near, fixture.accepted().link(), fixture);
    }
}
