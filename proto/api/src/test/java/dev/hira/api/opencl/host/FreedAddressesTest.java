package dev.hira.api.opencl.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Random events and ends of memory objects against a model that keeps all events of each end. */
final class FreedAddressesTest {
    private static final long SEED = 20261129;

    @Test
    void shouldFreeAnAddressWhenAllEventsOfTheTimeHaveAStatusOrAreReleased() {
        for (long seed = SEED; seed < SEED + 200; seed++) {
            new Walk(seed).run();
        }
    }

    @Test
    void shouldKeepTheNewestAddressesOnlyBesideAnEventThatIsNeverSet() {
        List<Long> freed = new ArrayList<>();
        FreedAddresses addresses = new FreedAddresses(freed::add);
        addresses.created(1);
        for (long address = 0; address < FreedAddresses.MOST + 10; address++) {
            addresses.ended(address);
        }
        assertThat(freed).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
        addresses.set(1);
        assertThat(freed).hasSize(FreedAddresses.MOST + 10);
    }

    private static final class Walk {
        private final long seed;
        private final SplittableRandom random;
        private final List<Long> freed = new ArrayList<>();
        private final FreedAddresses addresses = new FreedAddresses(freed::add);
        private final Map<Long, Integer> shut = new HashMap<>();
        private final Map<Long, Set<Long>> ended = new LinkedHashMap<>();
        private final List<Long> expected = new ArrayList<>();
        private long next;

        Walk(long seed) {
            this.seed = seed;
            this.random = new SplittableRandom(seed);
        }

        void run() {
            for (int i = 0; i < 100; i++) {
                step();
                ended.values().forEach(events -> events.retainAll(shut.keySet()));
                List<Long> free =
                        ended.entrySet().stream()
                                .filter(each -> each.getValue().isEmpty())
                                .map(Map.Entry::getKey)
                                .toList();
                expected.addAll(free);
                ended.keySet().removeAll(free);
                assertThat(freed).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(expected);
            }
        }

        private void step() {
            long event = 1 + random.nextLong(Math.max(1, next));
            switch (random.nextInt(6)) {
                case 0 -> {
                    addresses.created(++next);
                    shut.put(next, 1);
                }
                case 1 -> {
                    addresses.set(event);
                    shut.remove(event);
                }
                case 2 -> {
                    addresses.retained(event);
                    shut.computeIfPresent(event, (_, count) -> count + 1);
                }
                case 3 -> {
                    addresses.released(event);
                    shut.computeIfPresent(event, (_, count) -> count == 1 ? null : count - 1);
                }
                default -> {
                    addresses.ended(++next);
                    ended.put(next, new HashSet<>(shut.keySet()));
                }
            }
        }
    }
}
