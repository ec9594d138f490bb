package dev.hira.link.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.link.LinkConformanceTest;
import dev.hira.link.LinkProbe;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.RecordKinds;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class LocalLinkTest extends LinkConformanceTest {
    @Override
    protected Ends open() {
        ExecutorService near = Executors.newSingleThreadExecutor();
        ExecutorService far = Executors.newSingleThreadExecutor();
        LocalLinks.Pair pair = LocalLinks.pair(near, far, LocalLinks.DEFAULT_CAPACITY);
        return new Ends(
                pair.first(),
                pair.second(),
                () -> {
                    near.close();
                    far.close();
                });
    }

    @Test
    void shouldDoNothingUntilItsOwnerRunsIt() throws Exception {
        LocalLinks.Deterministic pair = LocalLinks.deterministic();
        LinkProbe probe = new LinkProbe();
        pair.second().start(probe);
        pair.first().start(new LinkProbe());
        byte[] data = {1, 2, 3};
        pair.first()
                .send(
                        new FrameWriter()
                                .begin(RecordKinds.CALL, 0, 1, 1, 1)
                                .payloadInline(1, MemorySegment.ofArray(data), 3, true)
                                .end()
                                .finish(0));
        assertThat(probe.waiting()).isZero();
        pair.run();
        assertThat(probe.take()).isEqualTo(data);
        pair.first().close();
        pair.run();
        assertThat(probe.awaitClosed()).isEqualTo(LinkStatus.NORMAL);
    }
}
