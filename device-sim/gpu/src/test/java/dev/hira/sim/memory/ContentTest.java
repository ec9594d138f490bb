package dev.hira.sim.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.AddressWindow;
import dev.hira.sim.pages.PageTracker;
import dev.hira.sim.pages.ProvidedPages;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.assertj.core.data.Index;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ContentTest {
    private static final long BASE = AddressWindow.of(0).start();
    private static final int PAGE = 4096;

    private final AddressSpace<String> space =
            new AddressSpace<>(AddressWindow.of(0), new MemoryBudget(1L << 36));
    private final ContentIntake<String> content = new ContentIntake<>(space);

    @AfterEach
    void closeSpace() {
        space.close();
    }

    private Map<Long, byte[]> pieces() {
        Map<Long, byte[]> pieces = new LinkedHashMap<>();
        visit(
                space,
                _ -> true,
                (address, piece) -> {
                    assertThat(piece.isReadOnly()).isTrue();
                    pieces.put(address, piece.toArray(ValueLayout.JAVA_BYTE));
                });
        return pieces;
    }

    private static void visit(
            AddressSpace<String> space,
            Predicate<Allocation<String>> chosen,
            BiConsumer<Long, MemorySegment> visitor) {
        try (ProvidedPages pages = ProvidedPages.open();
                CopyBuffer buffer = new CopyBuffer()) {
            new ContentRounds<>(space, pages)
                    .pass(
                            chosen,
                            buffer,
                            false,
                            new ContentRounds.Visitor() {
                                @Override
                                public void content(long address, MemorySegment piece) {
                                    visitor.accept(address, piece);
                                }

                                @Override
                                public void zeros(long address, long bytes) {}
                            });
        }
    }

    /**
     * The JVM interrupts a thread that reads memory whose arena another thread closes, so the
     * memory must not be closed meanwhile: an interrupt breaks the move of a session off.
     */
    @Test
    void shouldNotInterruptTheThreadThatPassesContentOfAClosedSpace() throws Exception {
        for (int i = 0; i < 20; i++) {
            AddressSpace<String> closing =
                    new AddressSpace<>(AddressWindow.of(0), new MemoryBudget(1L << 36));
            closing.place(BASE, 32 * CopyBuffer.BYTES);
            byte[] ones = new byte[32 * CopyBuffer.BYTES];
            Arrays.fill(ones, (byte) 1);
            new ContentIntake<>(closing).write(BASE, MemorySegment.ofArray(ones));
            CountDownLatch begun = new CountDownLatch(1);
            CompletableFuture<Boolean> interrupted =
                    CompletableFuture.supplyAsync(() -> {
                        visit(closing, _ -> true, (_, _) -> begun.countDown());
                        return Thread.interrupted();
                    });
            assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
            closing.close();
            assertThat(interrupted.get(10, TimeUnit.SECONDS)).isFalse();
        }
    }

    private void place(long start, long bytes) {
        assertThat(space.place(start, bytes)).isInstanceOf(PlacementResult.Placed.class);
    }

    private void write(long address, int... bytes) {
        byte[] all = new byte[bytes.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) bytes[i];
        }
        assertThat(content.write(address, MemorySegment.ofArray(all))).isTrue();
    }

    @Test
    void shouldPassOnPagesThatAreNotZero() {
        place(BASE + 512, 3 * PAGE);
        assertThat(pieces()).isEmpty();
        write(BASE + 600, 1);
        write(BASE + PAGE + 7, 0);
        write(BASE + 2 * PAGE, 2);
        assertThat(pieces()).containsOnlyKeys(BASE + 512, BASE + 2L * PAGE);
        assertThat(pieces().get(BASE + 512)).hasSize(PAGE - 512).contains(1, Index.atIndex(88));
        write(BASE + 2 * PAGE, 0);
        assertThat(pieces()).containsOnlyKeys(BASE + 512);
        content.clear();
        assertThat(pieces()).isEmpty();
    }

    @Test
    void shouldPassOnLargeContentInPieces() {
        place(BASE, 5 << 20);
        byte[] all = new byte[(5 << 20) - PAGE];
        new Random(1).nextBytes(all);
        assertThat(content.write(BASE + PAGE, MemorySegment.ofArray(all))).isTrue();
        assertThat(pieces())
                .hasSize(5)
                .allSatisfy((_, piece) -> assertThat(piece).hasSizeLessThanOrEqualTo(1 << 20));
        byte[] second = pieces().get(BASE + (1 << 20));
        byte[] expected = Arrays.copyOfRange(all, (1 << 20) - PAGE, (2 << 20) - PAGE);
        assertThat(Arrays.equals(second, expected)).isTrue();
    }

    @Test
    void shouldJoinAdjacentAllocationsAndLeaveOutOthers() {
        place(BASE, 512);
        place(BASE + 512, 100);
        place(BASE + 1536, 512);
        write(BASE + 500, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14);
        write(BASE + 1536, 1);
        assertThat(pieces()).containsOnlyKeys(BASE, BASE + 1536);
        assertThat(pieces().get(BASE)).hasSize(1024);
        Map<Long, byte[]> chosen = new LinkedHashMap<>();
        visit(
                space,
                each -> each.start() == BASE + 512,
                (address, piece) -> chosen.put(address, piece.toArray(ValueLayout.JAVA_BYTE)));
        assertThat(chosen).containsOnlyKeys(BASE + 512);
    }

    @Test
    void shouldWriteNothingThatDoesNotLieInAllocations() {
        place(BASE, 512);
        place(BASE + 1024, 512);
        MemorySegment some = MemorySegment.ofArray(new byte[600]);
        some.fill((byte) 1);
        assertThat(content.write(BASE, some)).isFalse();
        assertThat(content.write(BASE + 512, some)).isFalse();
        assertThat(content.write(BASE + 1023, some)).isFalse();
        assertThat(content.write(BASE - 1, some)).isFalse();
        assertThat(pieces()).isEmpty();
    }

    @Test
    void shouldNotTouchPagesThatTheSystemHasNotProvided() {
        long bytes = 1L << 32;
        place(BASE, bytes);
        write(BASE + (3L << 30), 9);
        assertThat(pieces()).hasSize(1);
        Allocation<String> allocation = space.startingAt(BASE);
        assertThat(allocation).isNotNull();
        try (ProvidedPages present = ProvidedPages.open()) {
            BitSet first = present.provided(allocation.segment().address(), PageTracker.MOST_PAGES);
            assertThat(first.cardinality()).isZero();
        }
    }
}
