package dev.hira.sim.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.AddressWindow;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.assertj.core.data.Index;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SpaceContentTest {
    private static final long BASE = AddressWindow.of(0).start();
    private static final int PAGE = 4096;

    private final AddressSpace<String> space =
            new AddressSpace<>(AddressWindow.of(0), new MemoryBudget(1L << 36));
    private final SpaceContent<String> content = new SpaceContent<>(space);

    @AfterEach
    void closeSpace() {
        space.close();
    }

    private Map<Long, byte[]> pieces() {
        Map<Long, byte[]> pieces = new LinkedHashMap<>();
        content.visit(
                _ -> true,
                (address, piece) -> {
                    assertThat(piece.isReadOnly()).isTrue();
                    pieces.put(address, piece.toArray(ValueLayout.JAVA_BYTE));
                });
        return pieces;
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
        byte[] second = pieces().get(BASE + PAGE + (1 << 20));
        assertThat(second).isEqualTo(Arrays.copyOfRange(all, 1 << 20, 2 << 20));
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
        content.visit(
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
        try (PresentPages present = PresentPages.open()) {
            BitSet first = present.query(allocation.segment().address(), PresentPages.MOST);
            assertThat(first.cardinality()).isZero();
        }
    }

    @Test
    void shouldTakeAllPagesForProvidedWhenTheSystemDoesNotTell(@TempDir Path folder)
            throws IOException {
        Path shortMap = Files.write(folder.resolve("short"), new byte[8]);
        try (Arena arena = Arena.ofConfined();
                PresentPages none = PresentPages.open(folder.resolve("missing"));
                PresentPages cut = PresentPages.open(shortMap)) {
            long address = arena.allocate(4L * PAGE, PAGE).address();
            assertThat(none.query(address, 3).cardinality()).isEqualTo(3);
            assertThat(cut.query(0, 3).cardinality()).isEqualTo(3);
            assertThat(cut.query(0, 1).cardinality()).isZero();
        }
    }
}
