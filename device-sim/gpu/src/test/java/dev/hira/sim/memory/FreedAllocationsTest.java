package dev.hira.sim.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.AddressWindow;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FreedAllocationsTest {
    private static final AddressWindow WINDOW = AddressWindow.of(0);
    private static final long UNIT = AddressSpace.ALIGNMENT;
    private static final int MANY = 1000;

    private final AddressSpace<String> space =
            new AddressSpace<>(WINDOW, new MemoryBudget(1 << 20));
    private final FreedAllocations<String> freed = new FreedAllocations<>();

    @AfterEach
    void closeSpace() {
        space.close();
    }

    private Allocation<String> free(long unit, long bytes) {
        long start = WINDOW.start() + unit * UNIT;
        Allocation<String> allocation =
                new Allocation<>(space, start, bytes, MemorySegment.NULL, 0, List.of());
        freed.add(allocation, "ends");
        return allocation;
    }

    @Test
    void shouldLookOnlyAtTheOwnPartsOfAnAllocationThatIsReleased() {
        List<Allocation<String>> all = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            all.add(free(i, (2L * MANY - i) * UNIT)); // its first unit stays uncovered
        }
        for (int i = 0; i < MANY; i++) {
            all.add(free(MANY + i, UNIT));
        }
        int looked = all.stream().mapToInt(freed::release).sum();
        assertThat(looked).isBetween(2 * all.size(), 8 * all.size());
        assertThat(freed.count()).isZero();
        assertThat(freed.pendingIn(WINDOW.start(), WINDOW.deviceStart())).isEmpty();
    }

    /** An allocation is released after those that were freed before it in its place. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldFindAnAllocationThatHeldAnAccessAtSomeMoment(long seed) {
        Random random = new Random(seed);
        List<Allocation<String>> retired = new ArrayList<>();
        int found = 0;
        for (int step = 0; step < 3000; step++) {
            if (random.nextInt(3) == 0) {
                retired.add(free(random.nextInt(8), 1 + random.nextInt((int) (4 * UNIT))));
            } else if (random.nextInt(3) == 0 && !retired.isEmpty()) {
                release(retired, retired.get(random.nextInt(retired.size())));
            }
            assertThat(freed.retiredBytes())
                    .isEqualTo(retired.stream().mapToLong(Allocation::footprint).sum());
            long count = 1L << random.nextInt(7);
            long address = WINDOW.start() + count * random.nextInt((int) (12 * UNIT / count));
            long then = freed.moment() - random.nextInt(20);
            Allocation<String> holder = freed.freedSince(then, address, count);
            assertThat(holder != null)
                    .as("seed %s, step %s", seed, step)
                    .isEqualTo(retired.stream().anyMatch(old -> held(old, then, address, count)));
            if (holder != null) {
                assertThat(held(holder, then, address, count)).isTrue();
                assertThat(retired).contains(holder);
                found++;
            }
        }
        assertThat(found).isGreaterThan(100);
    }

    private static boolean held(Allocation<String> old, long then, long address, long count) {
        return old.freedAt() > then && old.contains(address, count);
    }

    private void release(List<Allocation<String>> retired, Allocation<String> last) {
        List<Allocation<String>> before =
                retired.subList(0, retired.indexOf(last)).stream()
                        .filter(old -> old.start() < last.end() && last.start() < old.end())
                        .toList();
        for (Allocation<String> old : before) {
            if (retired.contains(old)) {
                release(retired, old);
            }
        }
        retired.remove(last);
        freed.release(last);
    }
}
