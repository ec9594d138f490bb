package dev.hira.sim.pages;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Write protection that the system takes away by itself: {@code userfaultfd} in its asynchronous
 * mode and the {@code PAGEMAP_SCAN} request, which Linux has from 6.7 on. No thread waits for
 * another at a fault, and writes of system calls are noted as well. Containers often forbid it.
 *
 * <p>Each mapping can belong to one instance at a time.
 */
final class WriteProtection implements AutoCloseable {
    private static final long PAGE = PageTracker.PAGE;
    private static final int CLOSE_ON_EXEC = 0x80000;
    private static final int USER_MODE_ONLY = 1;
    private static final int AT_FDCWD = -100;

    private static final long UFFDIO_API = 0xC018AA3FL;
    private static final long UFFD_API = 0xAA;
    private static final long FEATURE_WP_UNPOPULATED = 1 << 13;
    private static final long FEATURE_WP_ASYNC = 1 << 15;
    private static final long UFFDIO_REGISTER = 0xC020AA00L;
    private static final long REGISTER_MODE_WP = 2;

    private static final long PAGEMAP_SCAN = 0xC0606610L;
    private static final long SCAN_BYTES = 96;
    private static final long SCAN_PROTECT = 1;
    private static final long SCAN_REFUSE_OTHERS = 2;
    private static final long IS_WRITTEN = 2;
    private static final long IS_PRESENT = 8;
    private static final long IS_SWAPPED = 16;

    /** The offset of the address where a scan ended in its argument. */
    private static final long WALK_END = 4 * Long.BYTES;

    /** The bytes of a range that a scan returns: start, end, what it is. */
    private static final int FOUND_BYTES = 3 * Long.BYTES;

    /** The most ranges: every other page. */
    private static final int MOST_FOUND = PageTracker.MOST_PAGES / 2 + 1;

    private final SystemCalls system;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment argument = arena.allocate(SCAN_BYTES, Long.BYTES);
    private final MemorySegment found = arena.allocate(MOST_FOUND * (long) FOUND_BYTES, Long.BYTES);
    private final long protection;
    private final long pagemap;

    private WriteProtection(SystemCalls system) {
        this.system = system;
        this.protection = system.call(system.userfaultfd(), CLOSE_ON_EXEC | USER_MODE_ONLY, 0, 0);
        MemorySegment path = arena.allocateFrom("/proc/self/pagemap");
        this.pagemap = system.call(system.openat(), AT_FDCWD, path.address(), CLOSE_ON_EXEC);
    }

    /** Whether this system has it and allows it. */
    static boolean works() {
        return Probe.WORKS;
    }

    /**
     * Creates an instance that protects nothing.
     *
     * @throws IllegalStateException when the system does not have it
     */
    static WriteProtection open() {
        @Nullable SystemCalls system = SystemCalls.OF_SYSTEM;
        WriteProtection opened = system == null ? null : new WriteProtection(system);
        if (opened != null && opened.begin()) {
            return opened;
        }
        if (opened != null) {
            opened.close();
        }
        throw new IllegalStateException(
                "this system does not have or allow asynchronous write protection by userfaultfd;"
                        + " track writes by comparison");
    }

    private boolean begin() {
        set(UFFD_API, FEATURE_WP_ASYNC | FEATURE_WP_UNPOPULATED, 0);
        return protection >= 0 && pagemap >= 0 && control(protection, UFFDIO_API);
    }

    private void set(long... fields) {
        for (int i = 0; i < fields.length; i++) {
            argument.setAtIndex(JAVA_LONG, i, fields[i]);
        }
    }

    private boolean control(long descriptor, long request) {
        return system.call(system.ioctl(), descriptor, request, argument.address()) >= 0;
    }

    /** Includes a mapping; false when the system refuses. */
    boolean include(long address, long bytes) {
        set(address, (bytes + PAGE - 1) & -PAGE, REGISTER_MODE_WP, 0);
        return control(protection, UFFDIO_REGISTER);
    }

    /**
     * Adds the provided pages that are not protected.
     *
     * @param protect whether to protect them
     * @return false: the system cannot tell
     */
    boolean written(long address, int pages, boolean protect, BitSet written) {
        long end = address + pages * PAGE;
        for (long from = address; from < end; from = argument.get(JAVA_LONG, WALK_END)) {
            long flags = SCAN_REFUSE_OTHERS | (protect ? SCAN_PROTECT : 0);
            set(SCAN_BYTES, flags, from, end, 0, found.address(), MOST_FOUND, 0, 0);
            argument.setAtIndex(JAVA_LONG, 9, IS_WRITTEN);
            argument.setAtIndex(JAVA_LONG, 10, IS_PRESENT | IS_SWAPPED);
            argument.setAtIndex(JAVA_LONG, 11, IS_WRITTEN);
            long ranges = system.call(system.ioctl(), pagemap, PAGEMAP_SCAN, argument.address());
            if (ranges < 0 || argument.get(JAVA_LONG, WALK_END) <= from) {
                return false;
            }
            for (long range = 0; range < ranges; range++) {
                long first = found.getAtIndex(JAVA_LONG, 3 * range);
                long behind = found.getAtIndex(JAVA_LONG, 3 * range + 1);
                written.set((int) ((first - address) / PAGE), (int) ((behind - address) / PAGE));
            }
        }
        return true;
    }

    @Override
    public void close() {
        for (long descriptor : new long[] {protection, pagemap}) {
            if (descriptor >= 0) {
                long ignored = system.call(system.close(), descriptor, 0, 0);
            }
        }
        arena.close();
    }

    /** Tries it once, because systems differ in more than their versions. */
    private static final class Probe {
        private static final int PAGES = 4;
        static final boolean WORKS = SystemCalls.OF_SYSTEM != null && works();

        private static boolean works() {
            try (Arena arena = Arena.ofConfined();
                    WriteProtection tried = open()) {
                MemorySegment memory = arena.allocate(PAGES * PAGE, PAGE);
                memory.fill((byte) 1);
                if (!tried.include(memory.address(), PAGES * PAGE)) {
                    return false;
                }
                boolean first = tried.sees(memory, 0, PAGES);
                memory.set(JAVA_BYTE, 2 * PAGE, (byte) 2);
                return first && tried.sees(memory, 2, 3) && tried.sees(memory, 0, 0);
            } catch (IllegalStateException missing) {
                return false;
            }
        }
    }

    /** Whether just these pages of the probe were written. */
    private boolean sees(MemorySegment memory, int from, int to) {
        BitSet written = new BitSet();
        BitSet wanted = new BitSet();
        wanted.set(from, to);
        return written(memory.address(), Probe.PAGES, true, written) && written.equals(wanted);
    }
}
