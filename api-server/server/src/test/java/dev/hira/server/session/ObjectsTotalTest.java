package dev.hira.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.server.dispatch.RuntimeCodes;
import dev.hira.server.testing.Received;
import dev.hira.server.testing.ToyDispatcher;
import dev.hira.server.testing.ToyGuest;
import dev.hira.server.testing.ToyRig;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Rebuilt;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the limit on the objects that all sessions have together. */
@Timeout(240)
final class ObjectsTotalTest {
    private static final int TOTAL = 100;
    private static final int FIRST_NAME = 10;

    private final ToyRig rig = new ToyRig(ToyRig.LIMITS, 64, new Totals(1 << 20, 0, TOTAL, 1000));

    @AfterEach
    void close() {
        rig.close();
    }

    private static Received make(ToyGuest guest, int name) {
        return guest.ask(1, ToyDispatcher.MAKE, name, 0);
    }

    private static boolean failed(Received answer) {
        return (answer.flags() & RecordFlags.ERROR) != 0;
    }

    /** Creates things until one is refused; returns their number. */
    private static int fill(ToyGuest guest) {
        int made = 0;
        Received answer = make(guest, FIRST_NAME);
        while (!failed(answer)) {
            made++;
            answer = make(guest, FIRST_NAME + made);
        }
        assertThat(answer.code()).isEqualTo(RuntimeCodes.LIMIT);
        assertThat(answer.message())
                .contains("the session has " + made + " objects", "destroy some first");
        return made;
    }

    @Test
    void shouldLeaveOtherSessionsAsMuchAsTheGreediestHas() {
        ToyGuest greedy = rig.session();
        assertThat(fill(greedy)).isEqualTo(TOTAL / 2);
        ToyGuest other = rig.session();
        assertThat(fill(other)).isEqualTo(TOTAL / 4);
        assertThat(rig.server.objects()).isEqualTo(TOTAL / 2 + TOTAL / 4);
    }

    @Test
    void shouldAcceptFurtherObjectsAfterOthersWereDestroyed() {
        ToyGuest guest = rig.session();
        fill(guest);
        assertThat(failed(guest.ask(1, ToyDispatcher.DROP, FIRST_NAME, 0))).isFalse();
        assertThat(failed(make(guest, FIRST_NAME))).isFalse();
    }

    @Test
    void shouldCountTheObjectsThatTheSameCallCreates() {
        ToyGuest guest = rig.session();
        for (int i = 1; i < TOTAL / 2; i++) {
            assertThat(failed(make(guest, i + FIRST_NAME))).isFalse();
        }
        Received pair = guest.ask(1, ToyDispatcher.MAKE_PAIR, 1000, 0);
        assertThat(pair.code()).isEqualTo(RuntimeCodes.LIMIT);
        assertThat(failed(make(guest, 1000))).isFalse();
    }

    @Test
    void shouldRecreateASessionWhateverOthersHave() {
        fill(rig.session());
        ToyGuest recreated = rig.connect();
        recreated.open(ToyGuest.openRequest().setRebuilds(true).build());
        for (int i = 0; i < TOTAL / 2; i++) {
            assertThat(failed(make(recreated, FIRST_NAME + i))).isFalse();
        }
        assertThat(rig.server.objects()).isEqualTo(TOTAL);
        recreated.comeToRest(Duration.ofMinutes(3)).flush();
        assertThat(recreated.takeControl().getAtRest().getProblem()).isEmpty();
        recreated.control(Control.newBuilder().setRebuilt(Rebuilt.getDefaultInstance()).build());
        Received further = make(recreated, 1000);
        assertThat(further.code()).isEqualTo(RuntimeCodes.LIMIT);
        assertThat(further.message()).contains("beside those of other sessions");
    }

    @Test
    void shouldGiveBackTheObjectsOfASessionThatEnds() {
        ToyGuest guest = rig.session();
        fill(guest);
        guest.link().close();
        assertThat(rig.awaitEmpty()).isTrue();
        assertThat(rig.server.objects()).isZero();
    }
}
