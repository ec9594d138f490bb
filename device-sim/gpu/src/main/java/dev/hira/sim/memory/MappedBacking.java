package dev.hira.sim.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** A private anonymous mapping that reserves no swap space. */
final class MappedBacking implements Backing {
    private static final int PROT_READ_WRITE = 3;
    private static final int MAP_PRIVATE_ANONYMOUS_NORESERVE = 0x2 | 0x20 | 0x4000;
    private static final int MADV_DONTNEED = 4;
    private static final int MADV_HUGEPAGE = 14;
    private static final int MADV_POPULATE_WRITE = 23;
    private static final long PAGE = 4096;
    private static final MemorySegment ZEROS = MemorySegment.ofArray(new byte[(int) PAGE]);

    /** Smaller ranges are cleared by writing; their pages stay for the next allocation. */
    private static final long DISCARD_FROM = 16 * PAGE;

    /** Content from this size on has its pages provided at once, which halves the time. */
    private static final long POPULATE_FROM = 16 * PAGE;

    /** Ranges from this size on use large pages: fewer first touches, fewer translations. */
    private static final long LARGE_FROM = 1024 * PAGE;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle MMAP =
            handle(
                    "mmap",
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_LONG));
    private static final MethodHandle MUNMAP =
            handle(
                    "munmap",
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
    private static final MethodHandle MADVISE =
            handle(
                    "madvise",
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_INT));

    private static final MethodHandle MINCORE =
            handle(
                    "mincore",
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_LONG,
                            ValueLayout.ADDRESS));

    /** The number of pages in one query of the system. */
    private static final int PAGES_ASKED = 1 << 16;

    private final Arena arena;
    private final MemorySegment segment;

    private MappedBacking(Arena arena, MemorySegment segment) {
        this.arena = arena;
        this.segment = segment;
    }

    static MappedBacking map(long bytes) {
        long address = mmap(bytes);
        if (address == -1) {
            throw new OutOfMemoryError(
                    "the system has no range of "
                            + bytes
                            + " addresses left for the memory of a simulated context");
        }
        Arena arena = Arena.ofShared();
        MemorySegment segment =
                MemorySegment.ofAddress(address)
                        .reinterpret(bytes, arena, _ -> munmap(address, bytes));
        return new MappedBacking(arena, segment);
    }

    @Override
    public MemorySegment segment() {
        return segment;
    }

    @Override
    public void prepare(long offset, long bytes) {
        long from = (offset + PAGE - 1) & -PAGE;
        long to = (offset + bytes) & -PAGE;
        if (bytes >= LARGE_FROM) {
            // A system without large pages declines; small pages then serve as well.
            int ignored = madvise(segment.address() + from, to - from, MADV_HUGEPAGE);
        }
    }

    @Override
    public void write(long offset, MemorySegment content) {
        long bytes = content.byteSize();
        if (bytes >= POPULATE_FROM) {
            long from = offset & -PAGE;
            // An older system declines; the copy itself touches the pages then.
            int ignored =
                    madvise(segment.address() + from, offset + bytes - from, MADV_POPULATE_WRITE);
        }
        MemorySegment.copy(content, 0, segment, offset, bytes);
    }

    @Override
    public void discard(long offset, long bytes) {
        long from = (offset + PAGE - 1) & -PAGE;
        long to = (offset + bytes) & -PAGE;
        if (bytes < DISCARD_FROM || to <= from) {
            segment.asSlice(offset, bytes).fill((byte) 0);
            return;
        }
        segment.asSlice(offset, from - offset).fill((byte) 0);
        segment.asSlice(to, offset + bytes - to).fill((byte) 0);
        discardPages(from, to);
    }

    private void discardPages(long from, long to) {
        if (madvise(segment.address() + from, to - from, MADV_DONTNEED) != 0) {
            segment.asSlice(from, to - from).fill((byte) 0);
        }
    }

    @Override
    public long strays(long offset, long bytes, boolean clear) {
        long to = (offset + bytes) & -PAGE;
        long found = -1;
        try (Arena own = Arena.ofConfined()) {
            MemorySegment there = own.allocate(PAGES_ASKED);
            for (long at = (offset + PAGE - 1) & -PAGE; at < to; at += PAGES_ASKED * PAGE) {
                long pages = Math.min(PAGES_ASKED, (to - at) / PAGE);
                mincore(segment.address() + at, pages * PAGE, there);
                found = found < 0 ? stray(at, pages, there) : found;
                if (clear) {
                    discardPresent(at, pages, there);
                } else if (found >= 0) {
                    return found;
                }
            }
        }
        return found;
    }

    private long stray(long offset, long pages, MemorySegment there) {
        for (long page = 0; page < pages; page++) {
            long start = offset + page * PAGE;
            if (there.get(ValueLayout.JAVA_BYTE, page) != 0) {
                long differs = segment.asSlice(start, PAGE).mismatch(ZEROS);
                if (differs >= 0) {
                    return start + differs;
                }
            }
        }
        return -1;
    }

    /** Releases the pages from the first resident one on. */
    private void discardPresent(long offset, long pages, MemorySegment there) {
        long first = 0;
        while (first < pages && there.get(ValueLayout.JAVA_BYTE, first) == 0) {
            first++;
        }
        if (first < pages) {
            long from = offset + first * PAGE;
            discardPages(from, offset + pages * PAGE);
        }
    }

    @Override
    public void close() {
        arena.close();
    }

    private static MethodHandle handle(String name, FunctionDescriptor descriptor) {
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), descriptor);
    }

    private static long mmap(long bytes) {
        try {
            return (long)
                    MMAP.invokeExact(
                            0L, bytes, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS_NORESERVE, -1, 0L);
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static void munmap(long address, long bytes) {
        try {
            int result = (int) MUNMAP.invokeExact(address, bytes);
            if (result != 0) {
                throw new AssertionError("munmap of " + bytes + " bytes failed");
            }
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static void mincore(long address, long bytes, MemorySegment there) {
        try {
            int result = (int) MINCORE.invokeExact(address, bytes, there);
            if (result != 0) {
                there.fill((byte) 0);
            }
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static int madvise(long address, long bytes, int advice) {
        try {
            return (int) MADVISE.invokeExact(address, bytes, advice);
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }
}
