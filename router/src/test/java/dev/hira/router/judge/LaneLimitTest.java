package dev.hira.router.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The threads of a session learn of its lost server. */
final class LaneLimitTest {
    private final LaneLimit lanes = new LaneLimit(1000, 7);
    private int allTold;

    LaneLimitTest() {
        lanes.whenAllTold(() -> allTold++);
    }

    private void lose() {
        lanes.lost();
        lanes.runIfAllTold();
    }

    private void tell(int lane) {
        lanes.told(lane);
        lanes.runIfAllTold();
    }

    @Test
    void shouldTellEachLaneOnce() {
        lanes.admits(1);
        lanes.admits(2);
        lose();
        assertThat(lanes.isUntold(1)).isTrue();
        tell(1);
        assertThat(lanes.isUntold(1)).isFalse();
        assertThat(lanes.isUntold(2)).isTrue();
        assertThat(allTold).isZero();
        tell(2);
        assertThat(allTold).isEqualTo(1);
    }

    @Test
    void shouldNotTellANewLaneOnceAnotherWasTold() {
        lanes.admits(1);
        lose();
        tell(1);
        lanes.admits(2);
        assertThat(lanes.isUntold(2)).isFalse();
    }

    @Test
    void shouldTellANewLaneBeforeAnotherWasTold() {
        lanes.admits(1);
        lose();
        lanes.admits(2);
        assertThat(lanes.isUntold(2)).isTrue();
        tell(2);
        assertThat(allTold).as("lane 1 has not been told").isZero();
        tell(1);
        assertThat(allTold).isEqualTo(1);
    }

    @Test
    void shouldTellTheFirstLaneWhenAllOthersHadEnded() {
        lanes.admits(1);
        lanes.forget(1);
        lose();
        lanes.admits(2);
        assertThat(lanes.isUntold(2)).isTrue();
        lanes.forget(2);
        assertThat(allTold).as("nobody has been told").isZero();
        lanes.admits(3);
        assertThat(lanes.isUntold(3)).isTrue();
        tell(3);
        assertThat(allTold).isEqualTo(1);
    }

    @Test
    void shouldTellNobodyThatASessionWithoutCallsLostItsServer() {
        lose();
        assertThat(allTold).isEqualTo(1);
        lanes.admits(1);
        assertThat(lanes.isUntold(1)).isFalse();
    }

    /** Compares random orders with a set of the lanes that must be told. */
    @Test
    void shouldTellLanesInEveryOrder() {
        for (long seed = 0; seed < 500; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            LaneLimit tested = new LaneLimit(1000, seed);
            Set<Integer> known = new HashSet<>();
            Set<Integer> untold = new HashSet<>();
            boolean used = false;
            boolean noneTold = false;
            for (int i = 0; i < 60; i++) {
                int lane = random.nextInt(6);
                switch (random.nextInt(5)) {
                    case 0, 1 -> {
                        tested.admits(lane);
                        if (known.add(lane) && noneTold) {
                            untold.add(lane);
                        }
                        used = true;
                    }
                    case 2 -> {
                        tested.told(lane);
                        noneTold &= !untold.remove(lane);
                    }
                    case 3 -> {
                        tested.forget(lane);
                        known.remove(lane);
                        untold.remove(lane);
                    }
                    default -> {
                        tested.lost();
                        untold.addAll(known);
                        noneTold = used;
                    }
                }
                for (int each = 0; each < 6; each++) {
                    assertThat(tested.isUntold(each))
                            .as("seed %d, step %d, lane %d", seed, i, each)
                            .isEqualTo(untold.contains(each));
                }
            }
        }
    }
}
