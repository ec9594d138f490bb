package dev.hira.server.move;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.hira.server.testing.MoveRig;
import dev.hira.server.testing.ToyGuest;
import dev.hira.server.testing.ToyHost;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.StateMoved;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two servers, a session at the old one, and a guest of the new one; state moves between them. */
@Timeout(240)
abstract class MovingPair {
    static final byte[] TOKEN = token(1);

    @TempDir Path folder;

    MoveRig rig;
    ToyGuest old;
    ToyGuest fresh;

    @BeforeEach
    final void open() {
        rig = new MoveRig(folder);
        old = rig.old.guest();
        old.open();
        rig.old.state().memory = bytes(5 << 20);
        fresh = rig.fresh.guest();
    }

    @AfterEach
    final void close() {
        rig.close();
    }

    static byte[] token(int seed) {
        byte[] token = new byte[32];
        Arrays.fill(token, (byte) seed);
        return token;
    }

    static byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        new Random(5).nextBytes(bytes);
        return bytes;
    }

    final ByteString rest() {
        old.comeToRest(Duration.ofMinutes(3)).flush();
        return old.takeControl().getAtRest().getPlacements();
    }

    final void takeOver(ByteString placements) {
        fresh.open(ToyGuest.openRequest().setTakesOver(true).setPlacements(placements).build());
    }

    final void send() {
        old.sendState(rig.fresh.uri().toString(), TOKEN).flush();
    }

    /** Brings both sessions to the point where the state can be sent. */
    final void announce() {
        takeOver(rest());
        fresh.awaitState(TOKEN).flush();
    }

    static StateMoved moved(ToyGuest guest) {
        Control answer = guest.takeControl();
        assertThat(answer.hasStateMoved()).as("%s", answer).isTrue();
        return answer.getStateMoved();
    }

    static String problem(ToyGuest guest) {
        String problem = moved(guest).getProblem();
        assertThat(problem).isNotEmpty().doesNotContain("\n").doesNotContain("\tat ");
        return problem;
    }

    final void assertUnused() {
        for (MoveRig.Side side : new MoveRig.Side[] {rig.old, rig.fresh}) {
            for (ToyHost.OneProcess process : side.host.processes) {
                assertThat(process.state.usedAfterClose).isFalse();
            }
        }
    }

    static void await(CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(120, TimeUnit.SECONDS)).isTrue();
    }
}
