package dev.hira.link.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.link.Link;
import dev.hira.link.LinkProbe;
import dev.hira.link.grpc.net.GrpcFixture;
import dev.hira.link.grpc.net.PeerLimits;
import dev.hira.link.grpc.stream.StatusMapping;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.v1.SessionServiceGrpc;
import dev.hira.wire.v1.WireFrame;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A peer that opens links on one connection and says nothing on them, beside another guest. */
@ExtendWith(NoLeaks.class)
@Timeout(240)
final class OpeningFloodTest {
    private static final int OPENING = 4;

    /** The links that may make room for others before their connection is closed. */
    private static final int DISPLACED = 8;

    private static final PeerLimits FEW =
            new PeerLimits(8, 1_000, OPENING, 64 << 10, 1 << 20, Duration.ofHours(1), false);

    @Test
    void shouldCloseAConnectionThatOpensLinksWithoutEnd() throws Exception {
        try (GrpcFixture fixture =
                        new GrpcFixture(
                                URI.create("hira://127.0.0.1:0"), builder -> builder.peers(FEW));
                Link other = fixture.connect()) {
            LinkProbe probe = new LinkProbe();
            other.start(probe);
            fixture.accepted().link().trust("");
            List<Status> ends = flood(fixture, OPENING + DISPLACED + 1);
            assertThat(ends.subList(0, DISPLACED))
                    .allSatisfy(end -> {
                        assertThat(end.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
                        assertThat(end.getDescription())
                                .startsWith("more than " + OPENING + " sessions are being opened");
                    });
            assertThat(ends.subList(DISPLACED, ends.size()))
                    .hasSize(OPENING + 1)
                    .allSatisfy(end -> {
                        assertThat(end.getCode()).isEqualTo(Status.Code.UNAVAILABLE);
                        assertThat(end.getDescription()).contains(StatusMapping.FULL + "more than");
                    });
            assertThat(probe.isClosed()).isFalse();
        }
    }

    /** Opens links on one connection; returns how each has ended. */
    private static List<Status> flood(GrpcFixture fixture, int links) throws Exception {
        ManagedChannel channel =
                NettyChannelBuilder.forAddress("127.0.0.1", fixture.server.uri().getPort())
                        .usePlaintext()
                        .build();
        try {
            List<CompletableFuture<Status>> ends = new ArrayList<>();
            for (int i = 0; i < links; i++) {
                Silent silent = new Silent();
                SessionServiceGrpc.newStub(channel).connect(silent);
                fixture.accepted();
                ends.add(silent.end);
            }
            List<Status> all = new ArrayList<>();
            for (CompletableFuture<Status> end : ends) {
                all.add(end.get(60, TimeUnit.SECONDS));
            }
            return all;
        } finally {
            channel.shutdownNow();
        }
    }

    /** A call on which nothing is sent. */
    private static final class Silent implements StreamObserver<WireFrame> {
        private final CompletableFuture<Status> end = new CompletableFuture<>();

        @Override
        public void onNext(WireFrame frame) {
            // The reason of the end, which the status has too.
        }

        @Override
        public void onError(Throwable failure) {
            end.complete(Status.fromThrowable(failure));
        }

        @Override
        public void onCompleted() {
            end.complete(Status.OK);
        }
    }
}
