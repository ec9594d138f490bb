package dev.hira.link.grpc;

import dev.hira.link.Link;
import dev.hira.link.LinkConformanceTest;
import dev.hira.link.grpc.net.GrpcFixture;
import java.net.URI;

class GrpcTcpLinkTest extends LinkConformanceTest {
    @Override
    protected Ends open() throws Exception {
        GrpcFixture fixture = new GrpcFixture(URI.create("hira://127.0.0.1:0"));
        Link near = fixture.connect();
        return new Ends(near, fixture.accepted().link(), fixture);
    }
}
