package dev.hira.link.grpc;

import dev.hira.link.Link;
import dev.hira.link.LinkConformanceTest;
import dev.hira.link.grpc.net.GrpcFixture;
import dev.hira.link.grpc.net.GrpcLimits;
import dev.hira.link.grpc.net.Transport;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class GrpcNioUnixLinkTest extends LinkConformanceTest {
    @TempDir private Path folder;

    @Override
    protected Ends open() throws Exception {
        URI uri = URI.create("hira+unix://" + folder + "/s.sock");
        GrpcFixture fixture = new GrpcFixture(uri, Transport.NIO, GrpcLimits.DEFAULT);
        Link near = fixture.connect();
        return new Ends(near, fixture.accepted().link(), fixture);
    }
}
