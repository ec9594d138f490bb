package dev.hira.sim.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.hira.sim.pages.PageTracker.Kind;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Both kinds of trackers. */
@ParameterizedClass
@EnumSource(Kind.class)
final class PageTrackerTest {
    private static final int PAGE = PageTracker.PAGE;
    private static final int PAGES = 64;

    private final Kind kind;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory =
            arena.allocate((PAGES + 1L) * PAGE, PAGE).asSlice(0, (long) PAGES * PAGE);

    PageTrackerTest(Kind kind) {
        this.kind = kind;
    }

    @AfterEach
    void free() {
        arena.close();
    }

    private PageTracker open() {
        assumeThat(kind.works()).as("this system has " + kind).isTrue();
        PageTracker tracker = kind.open();
        tracker.include(memory.address(), memory.byteSize());
        return tracker;
    }

    /** Returns the pages that have changed, as a pre-copy would. */
    private BitSet changed(PageTracker tracker) {
        BitSet changed = new BitSet();
        BitSet collected = tracker.collect(memory.address(), PAGES);
        for (int page = 0; page < PAGES; page++) {
            long at = (long) page * PAGE;
            changed.set(
                    page,
                    collected.get(page)
                            && tracker.changed(memory.address() + at, memory.asSlice(at, PAGE)));
        }
        return changed;
    }

    private void touch(int page, int value) {
        memory.set(ValueLayout.JAVA_BYTE, page * (long) PAGE + 77, (byte) value);
    }

    private static BitSet pages(int... pages) {
        BitSet all = new BitSet();
        for (int page : pages) {
            all.set(page);
        }
        return all;
    }

    @Test
    void shouldTellWrittenPagesOnce() {
        memory.fill((byte) 1);
        try (PageTracker tracker = open()) {
            assertThat(changed(tracker).cardinality()).isEqualTo(PAGES);
            assertThat(changed(tracker)).isEqualTo(pages());
            touch(3, 5);
            touch(4, 5);
            touch(63, 5);
            assertThat(changed(tracker)).isEqualTo(pages(3, 4, 63));
            assertThat(changed(tracker)).isEqualTo(pages());
            touch(4, 6);
            assertThat(changed(tracker)).isEqualTo(pages(4));
        }
    }

    @Test
    void shouldSeeWhateverRandomWritesChange() {
        Random random = new Random(7);
        try (PageTracker tracker = open()) {
            MemorySegment copy = arena.allocate(memory.byteSize());
            for (int round = 0; round < 200; round++) {
                for (int write = random.nextInt(20); write > 0; write--) {
                    int at = random.nextInt(PAGES * PAGE - 8);
                    long bits = random.nextInt(4) == 0 ? 0 : random.nextLong() & Long.MIN_VALUE;
                    memory.set(ValueLayout.JAVA_LONG_UNALIGNED, at, bits);
                }
                BitSet changed = changed(tracker);
                changed.stream().forEach(page -> copyPage(copy, page));
                assertThat(copy.mismatch(memory)).as("round %d", round).isEqualTo(-1);
            }
        }
    }

    private void copyPage(MemorySegment copy, int page) {
        MemorySegment.copy(memory, page * (long) PAGE, copy, page * (long) PAGE, PAGE);
    }

    @Test
    void shouldSeeWritesOfSystemCalls(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("file"), new byte[] {1, 2, 3});
        memory.fill((byte) 1);
        try (PageTracker tracker = open();
                FileChannel channel = FileChannel.open(file)) {
            assertThat(changed(tracker).cardinality()).isEqualTo(PAGES);
            assertThat(channel.read(memory.asSlice(5L * PAGE, 3).asByteBuffer())).isEqualTo(3);
            assertThat(changed(tracker)).isEqualTo(pages(5));
        }
    }

    @Test
    void shouldEstimateWithoutForgetting() {
        memory.fill((byte) 1);
        try (PageTracker tracker = open()) {
            assertThat(tracker.estimate(memory.address(), PAGES).cardinality()).isEqualTo(PAGES);
            assertThat(changed(tracker).cardinality()).isEqualTo(PAGES);
            touch(9, 3);
            assertThat(changed(tracker)).isEqualTo(pages(9));
            touch(9, 4);
            BitSet ignored = tracker.estimate(memory.address(), PAGES);
            assertThat(changed(tracker)).isEqualTo(pages(9));
        }
    }

    @Test
    void shouldMissNothingWhereAnotherTrackerIsFirst() {
        memory.fill((byte) 1);
        try (PageTracker first = open();
                PageTracker second = open()) {
            assertThat(changed(first).cardinality()).isEqualTo(PAGES);
            assertThat(changed(second).cardinality()).isEqualTo(PAGES);
            touch(1, 2);
            assertThat(changed(second).get(1)).isTrue();
            assertThat(changed(first).get(1)).isTrue();
        }
    }

    @Test
    void shouldBeginAnewAfterAnEarlierTracker() {
        memory.fill((byte) 1);
        try (PageTracker earlier = open()) {
            assertThat(changed(earlier).cardinality()).isEqualTo(PAGES);
        }
        try (PageTracker tracker = open()) {
            assertThat(changed(tracker).cardinality()).isEqualTo(PAGES);
        }
    }

    @Test
    void shouldRefuseAnUnknownKind() {
        String before = System.setProperty(Kind.PROPERTY, "magic");
        try {
            assertThatThrownBy(Kind::configured)
                    .hasMessage(
                            "hira.sim.write.tracking is 'magic'; allowed are auto, userfaultfd"
                                    + " and compare");
        } finally {
            if (before == null) {
                System.clearProperty(Kind.PROPERTY);
            } else {
                System.setProperty(Kind.PROPERTY, before);
            }
        }
    }
}
