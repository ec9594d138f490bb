package dev.hira.policy.schedule.fair;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Members of a group in units of virtual time, {@link FairGroup#SCALE} for each nanosecond. */
final class FairNodeTest {
    private static final long UNIT = FairGroup.SCALE;

    private final FairGroup group = new FairGroup();

    private FairNode inPlay(long share) {
        FairNode node = new FairNode(group);
        node.share(share);
        node.enter(0);
        return node;
    }

    @Test
    void shouldAdvanceTheSlowerTheLargerItsShareAndLoseNoFraction() {
        FairNode node = inPlay(3 * UNIT);
        assertThat(node.after(9)).isEqualTo(3);
        for (int i = 1; i <= 9; i++) {
            node.charge(1);
            assertThat(node.at()).isEqualTo(i / 3);
            assertThat(node.after(1)).isEqualTo((i + 1) / 3);
        }
        node.charge(-9);
        assertThat(node.at()).isZero();
    }

    @Test
    void shouldMoveTheMeanByItsWeight() {
        FairNode light = inPlay(1);
        FairNode heavy = inPlay(3);
        light.charge(400);
        assertThat(group.now()).isEqualTo(100 * UNIT);
        heavy.charge(300);
        assertThat(group.now()).isEqualTo(175 * UNIT);
        assertThat(light.isOwed()).isFalse();
        assertThat(heavy.isOwed()).isTrue();
        light.leave();
        assertThat(group.now()).isEqualTo(heavy.at());
        assertThat(heavy.isOwed()).as("it is at the mean").isTrue();
    }

    @Test
    void shouldBringCreditUpToALimitIntoPlay() {
        FairNode busy = inPlay(1);
        FairNode idle = new FairNode(group);
        busy.charge(1_000);
        idle.enter(200);
        assertThat(idle.at()).isEqualTo(800 * UNIT);
        assertThat(group.now()).isEqualTo(900 * UNIT);
        idle.enter(50);
        assertThat(idle.at())
                .as("in play already, and owed less from now on")
                .isEqualTo(850 * UNIT);
        assertThat(group.now()).isEqualTo(925 * UNIT);
        idle.enter(500);
        assertThat(idle.at()).isEqualTo(850 * UNIT);
    }

    @Test
    void shouldCountCreditByShare() {
        FairNode busy = inPlay(1);
        FairNode idle = new FairNode(group);
        idle.share(4);
        busy.charge(1_000);
        idle.enter(200);
        assertThat(idle.at()).isEqualTo(950 * UNIT);
    }

    @Test
    void shouldForgetWhatItIsOwedAndKeepWhatItOwes() {
        FairNode a = inPlay(1);
        FairNode b = inPlay(1);
        a.charge(100);
        b.forget();
        assertThat(b.at()).isEqualTo(50 * UNIT);
        assertThat(group.now()).isEqualTo(75 * UNIT);
        a.forget();
        assertThat(a.at()).isEqualTo(100 * UNIT);
        b.leave();
        b.forget();
        assertThat(b.at()).isEqualTo(100 * UNIT);
        assertThat(b.isInPlay()).isFalse();
        assertThat(group.now()).isEqualTo(100 * UNIT);
    }

    @Test
    void shouldOweNoMoreThanALimitByShare() {
        FairNode a = inPlay(2);
        inPlay(2);
        a.charge(400);
        a.forgive(100);
        assertThat(a.at()).isEqualTo(150 * UNIT);
        assertThat(group.now()).isEqualTo(75 * UNIT);
        a.forgive(200);
        assertThat(a.at()).isEqualTo(150 * UNIT);
    }

    @Test
    void shouldOweTheSameServiceAfterItsShareChanged() {
        FairNode a = inPlay(1);
        FairNode b = inPlay(1);
        a.charge(300);
        a.share(3);
        assertThat(a.at()).isEqualTo(200 * UNIT);
        assertThat(a.share()).isEqualTo(3);
        assertThat(group.now()).isEqualTo(150 * UNIT);
        b.leave();
        b.share(5);
        assertThat(b.isInPlay()).isFalse();
        assertThat(group.now()).isEqualTo(200 * UNIT);
        a.leave();
        assertThat(group.now()).as("the last mean stays").isEqualTo(200 * UNIT);
        assertThat(new FairNode(group).at()).isEqualTo(200 * UNIT);
    }

    @Test
    void shouldStartAgainFromTheFirstMember() {
        FairNode a = inPlay(1);
        a.charge(70);
        a.leave();
        FairNode b = inPlay(1);
        assertThat(group.now()).isEqualTo(70 * UNIT);
        b.leave();
        a.charge(30);
        a.enter(0);
        assertThat(group.now()).isEqualTo(100 * UNIT);
    }
}
