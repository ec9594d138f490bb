package dev.hira.link.grpc.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the delay until a vanished peer is noticed, in virtual time. */
final class LivenessHandlerTest {
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private int silent;
    private boolean used = true;

    @BeforeEach
    void connect() {
        channel.freezeTime();
        channel.pipeline()
                .addLast(
                        new LivenessHandler(
                                KeepAlive.DEFAULT,
                                this::silent,
                                () -> used,
                                EventLoops.clockOf(channel.eventLoop())));
        channel.pipeline().fireChannelActive();
    }

    private void silent(Channel quiet) {
        silent++;
        var _ = quiet.close();
    }

    /** Advances time in steps, as an event loop sees it. */
    private void pass(long millis) {
        for (long passed = 0; passed < millis; passed += 50) {
            jump(50);
        }
    }

    /** Advances time during which the event loop does nothing. */
    private void jump(long millis) {
        channel.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
    }

    @Test
    void shouldNoticeASilentPeerWithinFiveSecondsAndNotBeforeFour() {
        pass(4400);
        assertThat(silent).isZero();
        pass(600);
        assertThat(silent).isEqualTo(1);
        pass(60_000);
        assertThat(silent).isEqualTo(1);
    }

    @Test
    void shouldCountSilenceOnlyWhileTheConnectionIsInUse() {
        used = false;
        pass(60_000);
        assertThat(silent).isZero();
        used = true;
        pass(4400);
        assertThat(silent).isZero();
        pass(600);
        assertThat(silent).isEqualTo(1);
    }

    @Test
    void shouldTolerateAPeerThatStallsForThreeSeconds() {
        for (int i = 0; i < 10; i++) {
            pass(1000);
            channel.writeInbound(Unpooled.EMPTY_BUFFER);
            pass(1000 + 3000);
            channel.writeInbound(Unpooled.EMPTY_BUFFER);
        }
        assertThat(silent).isZero();
        pass(5000);
        assertThat(silent).isEqualTo(1);
    }

    @Test
    void shouldRestartTheCountWhenThisProcessWasHeldUp() {
        pass(4000);
        jump(60_000);
        assertThat(silent).isZero();
        pass(4000);
        assertThat(silent).isZero();
        channel.writeInbound(Unpooled.EMPTY_BUFFER);
        pass(4000);
        assertThat(silent).isZero();
        pass(1000);
        assertThat(silent).isEqualTo(1);
    }
}
