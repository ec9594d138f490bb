package dev.hira.wire.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How soon a vanished peer is noticed, in virtual time. */
final class LivenessHandlerTest {
    private final EmbeddedChannel channel = new EmbeddedChannel();

    @BeforeEach
    void connect() {
        channel.freezeTime();
        channel.pipeline().addLast(new LivenessHandler(KeepAlive.DEFAULT));
        channel.pipeline().fireChannelActive();
    }

    /** Lets time pass in steps, as an event loop sees it. */
    private void pass(long millis) {
        for (long passed = 0; passed < millis; passed += 50) {
            channel.advanceTimeBy(50, TimeUnit.MILLISECONDS);
            channel.runScheduledPendingTasks();
        }
    }

    @Test
    void shouldNoticeASilentPeerWithinFiveSecondsAndNotBeforeFour() {
        pass(3900);
        assertThat(channel.isOpen()).isTrue();
        pass(1000);
        assertThat(channel.isOpen()).isFalse();
        assertThatThrownBy(channel::checkException)
                .isInstanceOf(LivenessHandler.SilentPeerException.class)
                .hasMessageContaining("nothing came for 4000 ms");
    }

    @Test
    void shouldCountFromTheLastThingThatCame() {
        for (int i = 0; i < 10; i++) {
            pass(3500);
            channel.writeInbound(Unpooled.EMPTY_BUFFER);
        }
        assertThat(channel.isOpen()).isTrue();
        pass(4900);
        assertThat(channel.isOpen()).isFalse();
        assertThatThrownBy(channel::checkException).isInstanceOf(java.io.IOException.class);
    }

    @Test
    void shouldNotBlameThePeerWhenThisProcessWasHeldUp() {
        channel.advanceTimeBy(60, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        channel.writeInbound(Unpooled.EMPTY_BUFFER);
        pass(2000);
        assertThat(channel.isOpen()).isTrue();
        channel.finishAndReleaseAll();
    }
}
