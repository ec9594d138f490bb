package dev.hira.sim.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.AddressWindow;
import dev.hira.sim.kernel.FlatMemory;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AddressSpaceTest {
    private static final long BASE = AddressWindow.of(0).start();

    private final MemoryBudget budget = new MemoryBudget(1 << 20);
    private final AddressSpace<String> space = new AddressSpace<>(AddressWindow.of(0), budget);

    @AfterEach
    void closeSpace() {
        space.close();
        assertThat(budget.used()).isZero();
        assertThat(budget.retiring()).isZero();
    }

    private Allocation<String> place(long start, long bytes) {
        return switch (space.place(start, bytes)) {
            case PlacementResult.Placed<String>(var allocation) -> allocation;
            case PlacementResult.Refused<String>(var why) -> throw new AssertionError(why);
            case PlacementResult.NoMemory<String>(var why, _) -> throw new AssertionError(why);
        };
    }

    @Test
    void shouldFindExactlyTheAllocationThatHoldsAllBytes() {
        Allocation<String> one = place(BASE, 1000);
        Allocation<String> two = place(BASE + 1024, 10);
        assertThat(space.find(BASE, 1000)).isSameAs(one);
        assertThat(space.find(BASE + 999, 1)).isSameAs(one);
        assertThat(space.find(BASE + 999, 2)).isNull();
        assertThat(space.find(BASE + 1024, 10)).isSameAs(two);
        assertThat(space.find(BASE + 1023, 2)).isNull();
        assertThat(space.find(BASE, Long.MAX_VALUE)).isNull();
        assertThat(space.find(0, 1)).isNull();
    }

    @Test
    void shouldFindAndClearWritesBetweenAllocations() {
        Allocation<String> one = place(BASE, 100);
        Allocation<String> old = place(BASE + 512, 400 << 10);
        Allocation<String> last = place(BASE + (512 << 10), 512);
        one.segment().fill((byte) 1);
        assertThat(space.strays(false)).isEqualTo(BASE + (404 << 10));
        assertThat(space.strays(true)).isEqualTo(BASE + (404 << 10));
        assertThat(space.strays(true)).isZero();
        space.retire(old, "it ends");
        assertThat(space.strays(true)).isZero();
        assertThat(old.segment().get(ValueLayout.JAVA_BYTE, old.offset(BASE + 8192))).isOne();
        space.release(old);
        assertThat(space.gaps()).isEqualTo((512 << 10) - 512);
        old.segment().set(ValueLayout.JAVA_BYTE, old.offset(BASE + 8200), (byte) 7);
        assertThat(space.strays(false)).isEqualTo(BASE + 8200);
        assertThat(space.strays(true)).isEqualTo(BASE + 8200);
        assertThat(old.segment().get(ValueLayout.JAVA_BYTE, old.offset(BASE + 8200))).isZero();
        assertThat(last.segment().get(ValueLayout.JAVA_BYTE, last.offset(last.start()))).isOne();
    }

    @Test
    void shouldKnowTheWorkThatANewAllocationInAnOldPlaceWaitsFor() {
        Allocation<String> one = place(BASE, 512);
        Allocation<String> two = place(BASE + 512, 512);
        space.retire(one, "one ends");
        space.retire(two, "two ends");
        assertThat(space.retire(two, "again")).isFalse();
        assertThat(space.find(BASE, 1)).isNull();
        assertThat(place(BASE + 1024, 512).successorOf()).isEmpty();
        Allocation<String> over = place(BASE, 1024);
        assertThat(over.successorOf()).containsExactlyInAnyOrder("one ends", "two ends");
        assertThat(budget.used()).isEqualTo(1536);
        assertThat(budget.retiring()).isEqualTo(1024);
    }

    /** The work of each allocation waits for that of those before it in its place. */
    @Test
    void shouldWaitForTheLastAllocationInAPlaceOnly() {
        List<Allocation<String>> old = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            Allocation<String> next = place(BASE, 1024);
            assertThat(next.successorOf())
                    .containsExactlyElementsOf(i == 0 ? List.of() : List.of("ends " + (i - 1)));
            space.retire(next, "ends " + i);
            old.add(next);
        }
        old.forEach(space::release);
        assertThat(old).allMatch(each -> each.successorOf().isEmpty());
        assertThat(place(BASE, 1024).successorOf()).isEmpty();
    }

    @Test
    void shouldRefuseAnAllocationBesideTooManyThatWorkStillUses() {
        MemoryBudget large = new MemoryBudget(1L << 30);
        AddressSpace<String> many = new AddressSpace<>(AddressWindow.of(0), large);
        Allocation<String> last = null;
        for (int i = 0; i < AddressSpace.MOST_RETIRED; i++) {
            last = placed(many.place(BASE, 512));
            many.retire(last, "ends " + i);
        }
        assertThat(many.place(BASE, 512))
                .isInstanceOfSatisfying(
                        PlacementResult.NoMemory.class,
                        refused ->
                                assertThat(refused.why()).contains("65536 allocations were freed"));
        many.release(Objects.requireNonNull(last));
        assertThat(placed(many.place(BASE, 512)).successorOf()).isEmpty();
        many.close();
    }

    private static Allocation<String> placed(PlacementResult<String> result) {
        return ((PlacementResult.Placed<String>) result).allocation();
    }

    /** Whatever an allocation waits for, and what that waits for, is all that uses its place. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldWaitForAllAllocationsThatAreStillUsedInAPlace(long seed) {
        Random random = new Random(seed);
        List<Allocation<String>> live = new ArrayList<>();
        Map<String, Allocation<String>> retired = new TreeMap<>();
        for (int step = 0; step < 3000; step++) {
            long start = BASE + 512L * random.nextInt(40);
            long bytes = 512L * (1 + random.nextInt(12));
            int kind = random.nextInt(10);
            if (kind < 4
                    && live.stream()
                            .allMatch(o -> o.end() <= start || start + bytes <= o.start())) {
                Set<String> used = new HashSet<>();
                retired.forEach((name, old) -> {
                    if (old.start() < start + bytes && start < old.end()) {
                        used.add(name);
                    }
                });
                Allocation<String> fresh = place(start, bytes);
                assertThat(reached(fresh, retired))
                        .as("seed %s, step %s", seed, step)
                        .containsAll(used);
                assertThat(used).containsAll(fresh.successorOf());
                live.add(fresh);
            } else if (kind < 8 && !live.isEmpty()) {
                Allocation<String> old = live.remove(random.nextInt(live.size()));
                String name = "ends %05d".formatted(step);
                space.retire(old, name);
                retired.put(name, old);
            } else if (!retired.isEmpty()) {
                // Its work ends after the work that it waits for.
                String name = List.copyOf(retired.keySet()).get(random.nextInt(retired.size()));
                for (String ended : reached(retired.get(name), retired)) {
                    space.release(retired.remove(ended));
                }
                space.release(retired.remove(name));
            }
        }
        retired.values().forEach(space::release);
    }

    private static Set<String> reached(
            Allocation<String> from, Map<String, Allocation<String>> retired) {
        Set<String> found = new TreeSet<>();
        Deque<Allocation<String>> next = new ArrayDeque<>(List.of(from));
        while (!next.isEmpty()) {
            for (String name : next.remove().successorOf()) {
                Allocation<String> old = retired.get(name);
                if (old != null && found.add(name)) {
                    next.add(old);
                }
            }
        }
        return found;
    }

    @Test
    void shouldClearMemoryWhenItIsReleased() {
        for (long bytes : List.of(512L, 4096L * 20 + 512)) {
            Allocation<String> one = place(BASE + 512, bytes);
            one.segment().asSlice(one.offset(BASE + 512), bytes).fill((byte) 1);
            Allocation<String> neighbour = place(one.end(), 512);
            neighbour.segment().set(ValueLayout.JAVA_BYTE, neighbour.offset(one.end()), (byte) 7);
            space.retire(one, "");
            space.release(one);
            assertThat(
                            one.segment()
                                    .asSlice(one.offset(BASE + 512), bytes)
                                    .toArray(ValueLayout.JAVA_BYTE))
                    .containsOnly(0);
            assertThat(neighbour.segment().get(ValueLayout.JAVA_BYTE, neighbour.offset(one.end())))
                    .isEqualTo((byte) 7);
            space.retire(neighbour, "");
            space.release(neighbour);
        }
    }

    @Test
    void shouldPlaceTheDevicesOwnAllocationsInTheUpperQuarter() {
        assertThat(space.placeAnywhere(10)).isInstanceOf(PlacementResult.Placed.class);
        assertThat(space.placeAnywhere(1 << 20)).isInstanceOf(PlacementResult.NoMemory.class);
        assertThat(space.placeAnywhere(0)).isInstanceOf(PlacementResult.NoMemory.class);
        long start = AddressWindow.of(0).deviceStart();
        Allocation<String> first = space.startingAt(start);
        assertThat(first).isNotNull();
        space.placeAnywhere(512);
        assertThat(space.startingAt(start + 512)).isNotNull();
        space.retire(first, "");
        space.release(first);
        space.placeAnywhere(300);
        assertThat(space.startingAt(start)).isNotNull();
        assertThat(space.flatOfDevice().limit()).isEqualTo(start + 1024);
    }

    @Test
    void shouldPlaceTheDevicesOwnAllocationsBesideRetiredOnes() {
        long start = AddressWindow.of(0).deviceStart();
        space.placeAnywhere(512);
        Allocation<String> first = space.startingAt(start);
        assertThat(first).isNotNull();
        space.retire(first, "");
        space.placeAnywhere(512);
        assertThat(space.startingAt(start)).isNull();
        assertThat(space.startingAt(start + 512)).isNotNull();
        space.release(first);
        space.placeAnywhere(512);
        assertThat(space.startingAt(start)).isNotNull();
    }

    @Test
    void shouldPlaceTheDevicesOwnAllocationsByTheirOrderAloneIfAsked() {
        long start = AddressWindow.of(0).deviceStart();
        long half = budget.capacity() / 2;
        assertThat(space.placesNext()).isZero();
        space.placeInOrder(0);
        for (int i = 0; i < 4; i++) {
            space.placeAnywhere(half - 100);
            Allocation<String> placed = space.startingAt(start + i * half);
            assertThat(placed).isNotNull();
            space.retire(placed, "");
            space.release(placed);
        }
        assertThat(space.placesNext()).isEqualTo(start + 4 * half);
        space.placeAnywhere(512);
        assertThat(space.startingAt(start)).as("the addresses are used up").isNotNull();
        assertThat(space.placesNext()).isEqualTo(start + 512);
    }

    @Test
    void shouldPlaceWhereMemoryIsFreeAgain() {
        long start = AddressWindow.of(0).deviceStart();
        space.placeInOrder(start + 1024);
        space.placeWhereFree();
        space.placeAnywhere(512);
        assertThat(space.startingAt(start)).isNotNull();
        assertThat(space.placesNext()).isZero();
    }

    @Test
    void shouldContinueInOrderBesideReservedRanges() {
        long start = AddressWindow.of(0).deviceStart();
        space.reserve(new Range(start + 1024, 512));
        space.placeInOrder(start + 512);
        space.placeAnywhere(1024);
        assertThat(space.startingAt(start + 1536)).isNotNull();
        space.placeAnywhere(512);
        assertThat(space.startingAt(start + 2560)).isNotNull();
    }

    @Test
    void shouldKeepAddressesNearEnoughForTheirMemoryToBeBounded() {
        long reach = 2 * budget.capacity();
        assertThat(space.place(BASE + reach, 1)).isInstanceOf(PlacementResult.NoMemory.class);
        assertThat(space.place(BASE + reach - 512, 513))
                .isInstanceOf(PlacementResult.NoMemory.class);
        assertThat(budget.used()).isZero();
        place(BASE + reach - 512, 512);
        assertThat(space.flat().limit()).isEqualTo(BASE + reach);
    }

    @Test
    void shouldKeepReservedRangesForTheirAllocations() {
        long start = AddressWindow.of(0).deviceStart();
        Range first = new Range(start + 512, 600);
        Range second = new Range(start + 2048, 10);
        space.reserve(first);
        space.reserve(second);
        for (int i = 0; i < 2; i++) {
            assertThat(space.placeAnywhere(512)).isInstanceOf(PlacementResult.Placed.class);
        }
        assertThat(space.startingAt(start)).isNotNull();
        assertThat(space.startingAt(start + 1536)).isNotNull();
        assertThat(space.placeReserved(first)).isInstanceOf(PlacementResult.Placed.class);
        assertThat(space.placeReserved(first)).isInstanceOf(PlacementResult.Refused.class);
        assertThat(space.placeReserved(new Range(start + 2048, 11)))
                .isInstanceOf(PlacementResult.Refused.class);
        space.placeAnywhere(512);
        assertThat(space.startingAt(start + 2560)).isNotNull();
        space.endReservations();
        assertThat(space.placeReserved(second)).isInstanceOf(PlacementResult.Refused.class);
        space.placeAnywhere(512);
        assertThat(space.startingAt(second.start())).isNotNull();
    }

    @Test
    void shouldGiveKernelsOneArrayOfAllAddresses() {
        Allocation<String> one = place(BASE + 4096, 512);
        FlatMemory flat = space.flat();
        assertThat(flat.base()).isEqualTo(BASE);
        assertThat(flat.limit()).isEqualTo(BASE + 4096 + 512);
        flat.segment().set(ValueLayout.JAVA_BYTE, 4096, (byte) 3);
        assertThat(one.segment().get(ValueLayout.JAVA_BYTE, one.offset(BASE + 4096)))
                .isEqualTo((byte) 3);
    }
}
