package dev.hira.link.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.link.Link;
import dev.hira.link.LinkProbe;
import dev.hira.link.grpc.net.GrpcFixture;
import dev.hira.link.grpc.net.PeerLimits;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.RecordKinds;
import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Guests that upload at once, through a server with memory for a few of their frames. */
@ExtendWith(NoLeaks.class)
@Timeout(240)
final class ManySendersTest {
    private static final int SENDERS = 24;
    private static final int FRAMES = 12;
    private static final int FRAME_BYTES = 256 << 10;
    private static final PeerLimits LITTLE =
            new PeerLimits(64, 8, 64, 64 << 10, 16L * FRAME_BYTES, Duration.ofHours(1), false);

    @Test
    void shouldEndNoLinkWhenAllSendMuchAtOnce() throws Exception {
        byte[] payload = new byte[FRAME_BYTES];
        List<Link> near = new ArrayList<>();
        List<LinkProbe> far = new ArrayList<>();
        try (FrameWriter writer = new FrameWriter();
                GrpcFixture fixture =
                        new GrpcFixture(
                                URI.create("hira://127.0.0.1:0"),
                                builder -> builder.peers(LITTLE))) {
            for (int i = 0; i < SENDERS; i++) {
                Link link = fixture.connect();
                link.start(new LinkProbe());
                near.add(link);
                Link accepted = fixture.accepted().link();
                accepted.trust("");
                LinkProbe probe = new LinkProbe();
                accepted.start(probe);
                far.add(probe);
            }
            for (int i = 0; i < FRAMES; i++) {
                for (Link link : near) {
                    link.send(
                            writer.begin(RecordKinds.CALL, 0, i, 1, 2)
                                    .payloadInline(
                                            1, MemorySegment.ofArray(payload), FRAME_BYTES, true)
                                    .end()
                                    .finish(FrameLayout.AUDIENCE_PEER));
                }
            }
            for (LinkProbe probe : far) {
                for (int i = 0; i < FRAMES; i++) {
                    assertThat(probe.take()).hasSize(FRAME_BYTES);
                }
            }
            near.forEach(Link::close);
        }
    }
}
