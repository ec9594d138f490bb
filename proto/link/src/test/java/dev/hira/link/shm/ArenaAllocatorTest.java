package dev.hira.link.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArenaAllocatorTest {
    private static final long SIZE = 1 << 20;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory = arena.allocate(SIZE, 4096);
    private final ArenaAllocator allocator = new ArenaAllocator(memory);

    @AfterEach
    void free() {
        arena.close();
    }

    @Test
    void shouldGiveAllOfTheArenaAndTakeItBack() {
        ArenaRange all = allocate(SIZE);
        assertThat(all.offset()).isZero();
        assertThat(allocator.tryAllocate(1)).isNull();
        assertThat(allocator.usage().refusals()).isEqualTo(1);
        all.close();
        assertThat(allocator.usage().used()).isZero();
        assertThat(allocator.usage().peak()).isEqualTo(SIZE);
        assertThat(allocate(SIZE).bytes()).isEqualTo(SIZE);
    }

    @Test
    void shouldRefuseSizesAboveTheCapacityAndNegativeSizes() {
        assertThat(allocator.tryAllocate(SIZE + 1)).isNull();
        assertThat(allocator.tryAllocate(Long.MAX_VALUE)).isNull();
        assertThatThrownBy(() -> allocator.tryAllocate(-1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldFreeARangeOnceHoweverOftenItIsClosed() {
        ArenaRange one = allocate(100);
        one.close();
        ArenaRange two = allocate(100);
        one.close();
        assertThat(allocator.usage().ranges()).isEqualTo(1);
        assertThat(two.offset()).isZero();
    }

    @Test
    void shouldRecognizePinnedMemoryAndPartsOfIt() {
        MemorySegment pinned = pin(1000);
        assertThat(allocator.contains(pinned)).isTrue();
        assertThat(allocator.offsetOf(pinned.asSlice(500), 500))
                .isEqualTo(pinned.address() - memory.address() + 500);
        assertThat(allocator.contains(MemorySegment.ofAddress(pinned.address()).reinterpret(9)))
                .isTrue();
        assertThat(allocator.contains(MemorySegment.ofArray(new byte[10]))).isFalse();
        assertThat(allocator.contains(arena.allocate(10))).isFalse();
        long last = memory.address() + SIZE - 8;
        assertThat(allocator.contains(MemorySegment.ofAddress(last).reinterpret(8))).isTrue();
        assertThat(allocator.contains(MemorySegment.ofAddress(last).reinterpret(9))).isFalse();
        assertThat(allocator.usage().pinned()).isEqualTo(1);
        assertThat(allocator.unpin(pinned)).isTrue();
        assertThat(allocator.unpin(pinned)).isFalse();
        assertThat(allocator.usage().used()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void shouldNeverOverlapAlwaysAlignAndMergeAllWhateverIsAskedFor(long seed) {
        Random random = new Random(seed);
        List<ArenaRange> held = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            if (held.size() < 200 && random.nextInt(100) < 55) {
                ArenaRange range = allocator.tryAllocate(size(random));
                if (range != null) {
                    mark(range, held.size() + 1);
                    held.add(range);
                    assertThat(range.offset() % ArenaAllocator.GRANULE).isZero();
                    assertThat(range.offset() + range.bytes()).isLessThanOrEqualTo(SIZE);
                }
            } else if (!held.isEmpty()) {
                int index = random.nextInt(held.size());
                assertUnspoiled(held.get(index));
                held.get(index).close();
                held.set(index, held.getLast());
                held.removeLast();
            }
            if (i % 500 == 0) {
                assertDisjoint(held);
            }
        }
        held.forEach(ArenaAllocatorTest::assertUnspoiled);
        held.forEach(ArenaRange::close);
        assertThat(allocator.usage().used()).isZero();
        assertThat(allocator.usage().ranges()).isZero();
        assertThat(allocate(SIZE).offset()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void shouldFindRoomWheneverAHoleIsLargeEnough(long seed) {
        Random random = new Random(seed);
        int granules = 1 << 14;
        BlockTable table = new BlockTable(granules);
        List<Integer> held = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            int wanted = 1 + random.nextInt(1 << random.nextInt(14));
            if (random.nextInt(100) < 52) {
                int largest = largestHole(table);
                int block = table.allocate(wanted);
                assertThat(block != BlockTable.NONE).isEqualTo(wanted <= largest);
                if (block != BlockTable.NONE) {
                    assertThat(table.size(block)).isEqualTo(wanted);
                    held.add(block);
                }
            } else if (!held.isEmpty()) {
                int index = random.nextInt(held.size());
                table.free(held.set(index, held.getLast()));
                held.removeLast();
            }
        }
        held.forEach(table::free);
        assertThat(largestHole(table)).isEqualTo(granules);
    }

    @Test
    void shouldServeManyThreadsAtOnce() throws Exception {
        List<CompletableFuture<Void>> runs = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int marker = i + 1;
            runs.add(CompletableFuture.runAsync(() -> churn(marker)));
        }
        for (CompletableFuture<Void> run : runs) {
            run.get(120, TimeUnit.SECONDS);
        }
        assertThat(allocator.usage().used()).isZero();
    }

    private void churn(int marker) {
        Random random = new Random(marker);
        for (int i = 0; i < 20_000; i++) {
            try (ArenaRange range = allocator.tryAllocate(size(random))) {
                if (range != null) {
                    mark(range, marker);
                    assertUnspoiled(range);
                }
            }
        }
    }

    /**
     * Walks all blocks, and checks that they tile the arena and that free ones are not adjacent.
     */
    private static int largestHole(BlockTable table) {
        int largest = 0;
        int at = 0;
        boolean beforeWasFree = false;
        for (int block = 0; block != BlockTable.NONE; block = table.after(block)) {
            assertThat(table.start(block)).isEqualTo(at);
            at += table.size(block);
            if (table.isFree(block)) {
                assertThat(beforeWasFree).isFalse();
                largest = Math.max(largest, table.size(block));
            }
            beforeWasFree = table.isFree(block);
        }
        return largest;
    }

    private ArenaRange allocate(long bytes) {
        return present(allocator.tryAllocate(bytes));
    }

    private MemorySegment pin(long bytes) {
        return present(allocator.tryPin(bytes));
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new AssertionError("there was no room");
        }
        return value;
    }

    private static long size(Random random) {
        return 1L + random.nextInt(1 << random.nextInt(17));
    }

    private static void mark(ArenaRange range, int marker) {
        range.segment().fill((byte) marker);
    }

    private static void assertUnspoiled(ArenaRange range) {
        MemorySegment segment = range.segment();
        byte first = segment.get(ValueLayout.JAVA_BYTE, 0);
        if (segment.byteSize() > 1) {
            long rest = segment.byteSize() - 1;
            assertThat(segment.asSlice(1).mismatch(segment.asSlice(0, rest))).isEqualTo(-1);
        }
        assertThat(first).isNotZero();
    }

    private static void assertDisjoint(List<ArenaRange> held) {
        List<ArenaRange> sorted = new ArrayList<>(held);
        sorted.sort(java.util.Comparator.comparingLong(ArenaRange::offset));
        for (int i = 1; i < sorted.size(); i++) {
            ArenaRange left = sorted.get(i - 1);
            assertThat(left.offset() + left.bytes()).isLessThanOrEqualTo(sorted.get(i).offset());
        }
    }
}
