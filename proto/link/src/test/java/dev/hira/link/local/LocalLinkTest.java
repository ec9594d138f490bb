package dev.hira.link.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.link.LinkConformanceTest;
import dev.hira.link.LinkHandler;
import dev.hira.link.LinkProbe;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.RecordKinds;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
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

    @Test
    void shouldBreakForBothEndsAndLoseFramesWhenItIsCut() throws Exception {
        LocalLinks.Deterministic pair = LocalLinks.deterministic();
        Broken near = new Broken();
        Broken far = new Broken();
        pair.first().start(near);
        pair.second().start(far);
        pair.first().send(new FrameWriter().begin(RecordKinds.CALL, 0, 1, 1, 1).end().finish(0));
        pair.pair().cut();
        pair.run();
        assertThat(near.broken).isNotNull().isEqualTo(far.broken);
        assertThat(far.frames).isZero();
    }

    @Test
    void shouldBreakForThePeerAloneWhenItIsAborted() throws Exception {
        LocalLinks.Deterministic pair = LocalLinks.deterministic();
        Broken near = new Broken();
        Broken far = new Broken();
        pair.first().start(near);
        pair.second().start(far);
        pair.first().abort();
        pair.run();
        assertThat(near.broken).isNull();
        assertThat(far.broken).isNotNull();
    }

    /** Notes how its link ends. */
    private static final class Broken implements LinkHandler {
        private @Nullable LinkStatus broken;
        private int frames;

        @Override
        public void onFrame(Frame frame) {
            frames++;
            frame.release();
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClosed(LinkStatus status) {}

        @Override
        public void onBroken(LinkStatus status) {
            broken = status;
        }
    }
}
