package dev.hira.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionNamesTest {
    private static final long CONTEXT = 0x0100000000000001L;
    private static final long OTHER_CONTEXT = 0x0100000000000100L;
    private static final long WINDOW = 1L << 40;
    private static final long FIRST = 2 * WINDOW;

    private final SessionNames names = new SessionNames();

    @Test
    void shouldPutTheTypesTagInTheTopByteOfAHandle() {
        assertThat(names.handle(3) >>> 56).isEqualTo(3);
        assertThat(names.handle(255) >>> 56).isEqualTo(255);
    }

    @Test
    void shouldLeaveLowCountersToNamesThatFollowFromArguments() {
        assertThat(SessionNames.counter(names.handle(1))).isEqualTo(256);
        assertThat(SessionNames.counter(names.handle(1))).isEqualTo(257);
    }

    @Test
    void shouldRefuseTagThatDoesNotFitInAByte() {
        assertThatThrownBy(() -> names.handle(256)).hasMessageContaining("256");
        assertThatThrownBy(() -> names.handle(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldNeverGiveConcurrentThreadsTheSameHandle() throws Exception {
        Callable<List<Long>> task =
                () -> {
                    List<Long> drawn = new ArrayList<>();
                    for (int i = 0; i < 10_000; i++) {
                        drawn.add(names.handle(2));
                    }
                    return drawn;
                };
        Set<Long> all = new HashSet<>();
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (var drawn : threads.invokeAll(List.of(task, task, task, task))) {
                all.addAll(drawn.get());
            }
        }
        assertThat(all).hasSize(40_000).doesNotContain(0L);
    }

    @Test
    void shouldStartAtTheWindowOfTheOwner() {
        assertThat(names.address(CONTEXT, 1, 512)).isEqualTo(FIRST);
        assertThat(names.address(OTHER_CONTEXT, 1, 512)).isEqualTo(32 * WINDOW);
    }

    @Test
    void shouldGiveTheFirstCreatedOwnersAddressesThatAProcessCanMap() {
        long first = SessionNames.FIRST_COUNTER;
        for (long owner = first; owner < first + 96; owner++) {
            assertThat(AddressWindow.of(owner).end()).isLessThanOrEqualTo(1L << 47);
        }
        assertThat(AddressWindow.of(first + 96).start()).isEqualTo((first + 97) * WINDOW);
    }

    @Test
    void shouldGiveEveryOwnerItsOwnWindow() {
        assertThat(LongStream.range(0, 1000).map(owner -> AddressWindow.of(owner).start()))
                .doesNotHaveDuplicates()
                .allMatch(start -> start >= WINDOW && start <= 1000 * WINDOW)
                .allMatch(start -> start % WINDOW == 0);
    }

    @Test
    void shouldRoundSizesUpToTheAlignment() {
        names.address(CONTEXT, 513, 512);
        assertThat(names.address(CONTEXT, 1, 512)).isEqualTo(FIRST + 1024);
    }

    @Test
    void shouldAlignStartsBeyondTheGranule() {
        names.address(CONTEXT, 1, 512);
        assertThat(names.address(CONTEXT, 1, 1 << 20)).isEqualTo(FIRST + (1 << 20));
        assertThat(names.address(CONTEXT, 1, 512)).isEqualTo(FIRST + 512);
    }

    @Test
    void shouldTakeTheLowestRangeThatFits() {
        long small = names.address(CONTEXT, 512, 512);
        long between = names.address(CONTEXT, 512, 512);
        long large = names.address(CONTEXT, 4096, 512);
        long last = names.address(CONTEXT, 512, 512);
        names.releaseAddress(large);
        names.releaseAddress(small);
        assertThat(names.address(CONTEXT, 1024, 512)).isEqualTo(large);
        assertThat(names.address(CONTEXT, 512, 512)).isEqualTo(small);
        assertThat(names.address(CONTEXT, 3072, 512)).isEqualTo(large + 1024);
        assertThat(between).isLessThan(large);
        assertThat(last).isGreaterThan(large);
    }

    @Test
    void shouldJoinFreedNeighbours() {
        long first = names.address(CONTEXT, 512, 512);
        long second = names.address(CONTEXT, 512, 512);
        long third = names.address(CONTEXT, 512, 512);
        names.address(CONTEXT, 512, 512);
        names.releaseAddress(first);
        names.releaseAddress(third);
        names.releaseAddress(second);
        assertThat(names.address(CONTEXT, 1536, 512)).isEqualTo(first);
    }

    @Test
    void shouldLeaveTheUpperQuarterToTheDevice() {
        long most = WINDOW / 4 * 3;
        assertThat(names.address(CONTEXT, most, 512)).isEqualTo(FIRST);
        assertThat(AddressWindow.of(CONTEXT).deviceStart()).isEqualTo(FIRST + most);
        assertThat(names.address(CONTEXT, 1, 512)).isZero();
        assertThat(names.address(OTHER_CONTEXT, 1, 512)).isNotZero();
    }

    @Test
    void shouldHaveNoRoomForSizesBeyondTheWindow() {
        assertThat(names.address(CONTEXT, WINDOW, 512)).isZero();
        assertThat(names.address(CONTEXT, Long.MAX_VALUE, 512)).isZero();
        assertThat(names.address(CONTEXT, -1, 512)).isZero();
    }

    @Test
    void shouldReserveARangeForZeroBytesSoThatTheCallItselfCanFail() {
        assertThat(names.address(CONTEXT, 0, 512)).isNotZero();
        assertThat(names.address(0, 512, 512)).isEqualTo(WINDOW);
    }

    @Test
    void shouldHaveNoRoomForOwnersBeyondTheLastWindow() {
        long last = (1L << 56) | 8_388_605;
        assertThat(AddressWindow.of(last).end()).isPositive();
        assertThat(names.address(last, 512, 512)).isPositive();
        assertThat(names.address(last + 1, 512, 512)).isZero();
        assertThatThrownBy(() -> AddressWindow.of(last + 1)).hasMessageContaining("8388606");
    }

    @Test
    void shouldIgnoreAddressesAtWhichNoRangeStarts() {
        long range = names.address(CONTEXT, 1024, 512);
        names.releaseAddress(range + 512);
        names.releaseAddress(0);
        names.releaseAddress(-1);
        names.releaseAddress(99 * WINDOW);
        assertThat(names.address(CONTEXT, 512, 512)).isEqualTo(range + 1024);
        names.releaseAddress(range);
        names.releaseAddress(range);
        assertThat(names.address(CONTEXT, 512, 512)).isEqualTo(range);
        assertThat(names.address(CONTEXT, 512, 512)).isEqualTo(range + 512);
    }

    @Test
    void shouldFreeAllRangesOfAnOwnerThatIsGone() {
        names.address(CONTEXT, 1 << 20, 512);
        long other = names.address(OTHER_CONTEXT, 512, 512);
        names.releaseParent(CONTEXT);
        assertThat(names.address(CONTEXT, WINDOW / 4 * 3, 512)).isEqualTo(FIRST);
        assertThat(names.address(OTHER_CONTEXT, 512, 512)).isEqualTo(other + 512);
    }

    @Test
    void shouldFillAHundredThousandGapsFromTheLowestOn() {
        int ranges = 200_000;
        for (int i = 0; i < ranges; i++) {
            names.address(CONTEXT, 512, 512);
        }
        for (int i = 0; i < ranges; i += 2) {
            names.releaseAddress(FIRST + i * 512L);
        }
        assertThat(names.address(CONTEXT, 1024, 512)).isEqualTo(FIRST + ranges * 512L);
        for (int i = 0; i < ranges; i += 2) {
            assertThat(names.address(CONTEXT, 512, 512)).isEqualTo(FIRST + i * 512L);
        }
    }

    /** Compares with a search that tries every gap, over thousands of random steps. */
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 20_251_121, 42})
    void shouldAgreeWithALinearSearchForTheLowestGap(long seed) {
        Random random = new Random(seed);
        TreeMap<Long, Long> live = new TreeMap<>();
        for (int step = 0; step < 6_000; step++) {
            if (live.isEmpty() || random.nextInt(100) < 55) {
                long bytes = 1 + random.nextLong(1L << random.nextInt(1, 22));
                long rounded = bytes + 511 & -512;
                long expected = lowestGap(live, rounded);
                assertThat(names.address(CONTEXT, bytes, 512)).isEqualTo(expected);
                live.put(expected, rounded);
            } else {
                long some = pick(live, random);
                live.remove(some);
                names.releaseAddress(some);
            }
        }
        live.keySet().forEach(names::releaseAddress);
        assertThat(names.address(CONTEXT, WINDOW / 4 * 3, 512)).isEqualTo(FIRST);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {7, 20_251_122})
    void shouldNeverLetRangesOverlapWhateverTheAlignment(long seed) {
        Random random = new Random(seed);
        TreeMap<Long, Long> live = new TreeMap<>();
        for (int step = 0; step < 6_000; step++) {
            if (live.isEmpty() || random.nextInt(100) < 55) {
                long alignment = 1L << random.nextInt(0, 20);
                long bytes = 1 + random.nextLong(1L << random.nextInt(1, 22));
                long start = names.address(CONTEXT, bytes, alignment);
                assertThat(start % alignment).isZero();
                assertThat(start).isBetween(FIRST, FIRST + WINDOW / 4 * 3 - bytes);
                assertFree(live, start, bytes);
                live.put(start, bytes);
            } else {
                long some = pick(live, random);
                live.remove(some);
                names.releaseAddress(some);
            }
        }
        live.keySet().forEach(names::releaseAddress);
        assertThat(names.address(CONTEXT, WINDOW / 4 * 3, 512)).isEqualTo(FIRST);
    }

    private static void assertFree(NavigableMap<Long, Long> live, long start, long bytes) {
        Map.Entry<Long, Long> below = live.lowerEntry(start + bytes);
        if (below != null) {
            assertThat(below.getKey() + below.getValue()).isLessThanOrEqualTo(start);
        }
    }

    private static long pick(NavigableMap<Long, Long> live, Random random) {
        Long some = live.ceilingKey(live.firstKey() + random.nextLong(1 << 28));
        return some == null ? live.lastKey() : some;
    }

    private static long lowestGap(NavigableMap<Long, Long> live, long bytes) {
        long candidate = FIRST;
        for (Map.Entry<Long, Long> range : live.entrySet()) {
            if (range.getKey() - candidate >= bytes) {
                return candidate;
            }
            candidate = range.getKey() + range.getValue();
        }
        return candidate;
    }
}
