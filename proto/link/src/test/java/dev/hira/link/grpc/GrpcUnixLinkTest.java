package dev.hira.link.grpc;

import dev.hira.link.Link;
import dev.hira.link.LinkConformanceTest;
import dev.hira.link.grpc.net.GrpcFixture;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class GrpcUnixLinkTest extends LinkConformanceTest {
    @TempDir private Path folder;

    @Override
    protected Ends open() throws Exception {
        GrpcFixture fixture = new GrpcFixture(URI.create("hira+unix://" + folder + "/s.sock"));
        Link near = fixture.connect();
        return new Ends(near, fixture.accepted().link(), fixture);
    }
}
