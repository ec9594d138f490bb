package dev.hira.router.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.NoLeaks;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Garbage and nearly right frames from one session while another one works. */
@Tag("thorough")
@ExtendWith(NoLeaks.class)
final class FuzzTest {
    private static final int ROUNDS = 40_000;

    private final Rig rig = new Rig();
    private Peer evil = rig.open(o -> o.setVm("evil"));
    private Peer evilServer = rig.server();
    private final Peer good = rig.open(o -> o.setVm("good"));
    private final Peer goodServer = rig.server();

    @AfterEach
    void close() {
        rig.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldSurviveGarbageFromEitherSideWithoutOthersNoticing(long seed) {
        var random = new Random(seed);
        long goodCall = 0;
        int closed = 0;
        for (int i = 0; i < ROUNDS; i++) {
            boolean fromGuest = random.nextInt(3) != 0;
            Frame frame = random.nextInt(4) == 0 ? noise(random) : mutated(random, i);
            if (frame != null) {
                (fromGuest ? evil : evilServer).send(frame);
                rig.pump.run();
            }
            if (!evil.isOpen()) {
                closed++;
                assertThat(evil.status().cause())
                        .as("seed %s round %s: %s", seed, i, evil.status())
                        .isIn(Cause.PROTOCOL, Cause.EXHAUSTED, Cause.NORMAL, Cause.UNAVAILABLE);
                assertThat(rig.books("evil").held("memory")).isZero();
                evil = rig.open(o -> o.setVm("evil"));
                evilServer = rig.server();
            }
            if (i % 100 == 0) {
                good.send(new Calls(++goodCall).call(ToyCatalog.WORK, false, 0, 0).frame());
                rig.pump.run();
            }
        }
        assertThat(closed).as("seed %s", seed).isGreaterThan(100);
        assertThat(good.isOpen()).isTrue();
        assertThat(goodServer.records()).hasSize((int) goodCall);
        assertThat(rig.registry.registrations()).isEqualTo(2);
    }

    private static @Nullable Frame noise(Random random) {
        byte[] bytes = new byte[random.nextInt(200)];
        random.nextBytes(bytes);
        return wrap(Unpooled.wrappedBuffer(bytes));
    }

    private static @Nullable Frame mutated(Random random, int round) {
        Calls calls = new Calls(1 + 10L * round);
        for (int i = random.nextInt(4); i >= 0; i--) {
            switch (random.nextInt(4)) {
                case 0 -> calls.write(random.nextInt(5), new byte[random.nextInt(50)]);
                case 1 ->
                        calls.call(
                                random.nextInt(9),
                                random.nextBoolean(),
                                1,
                                1L << random.nextInt(64));
                case 2 -> calls.arena(random.nextInt(100), random.nextInt(100));
                default ->
                        calls.record(random.nextInt(34), random.nextInt(4), random.nextInt(8), i);
            }
        }
        Frame frame = calls.frame(random.nextInt(8) == 0 ? FrameLayout.AUDIENCE_HOP : 0);
        byte[] bytes = Calls.bytes(frame);
        frame.release();
        for (int flips = random.nextInt(3); flips > 0; flips--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        int length = random.nextInt(10) == 0 ? random.nextInt(bytes.length + 1) : bytes.length;
        return wrap(Unpooled.wrappedBuffer(bytes, 0, length));
    }

    /** Drops a malformed frame, as a link does. */
    private static @Nullable Frame wrap(ByteBuf content) {
        try {
            return Frame.wrap(content);
        } catch (MalformedFrameException e) {
            return null;
        }
    }
}
