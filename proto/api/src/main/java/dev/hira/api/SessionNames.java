package dev.hira.api;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The names of one session.
 *
 * <p>A handle is the type's tag in the top byte and a counter below it, which starts at {@value
 * #FIRST_COUNTER}: lower values are for names that follow from arguments (for CUDA, the primary
 * context of a device). Addresses come from the owner's {@link AddressWindow}, always the lowest
 * free one, so that a program that allocates in the same order gets the same addresses; a freed
 * range can be reused at once.
 */
public final class SessionNames implements Names {
    /** The first counter. */
    public static final long FIRST_COUNTER = 256;

    /** The minimum alignment of addresses and sizes. */
    public static final long GRANULE = 512;

    private static final int TAG_SHIFT = 56;
    private static final int MAX_TAG = 255;
    private static final long COUNTER_MASK = (1L << TAG_SHIFT) - 1;

    private final AtomicLong[] counters = new AtomicLong[MAX_TAG + 1];
    private final Object lock = new Object();

    @GuardedBy("lock")
    private final Map<AddressWindow, RangeAllocator> windows = new HashMap<>();

    public SessionNames() {
        for (int tag = 0; tag <= MAX_TAG; tag++) {
            counters[tag] = new AtomicLong(FIRST_COUNTER);
        }
    }

    /** Returns the tag of the type in a handle. */
    public static int tag(long handle) {
        return (int) (handle >>> TAG_SHIFT);
    }

    /** Returns the counter in a handle. */
    public static long counter(long handle) {
        return handle & COUNTER_MASK;
    }

    @Override
    public long handle(int typeTag) {
        if (typeTag < 1 || typeTag > MAX_TAG) {
            throw new IllegalArgumentException(
                    "A type's tag is 1 to " + MAX_TAG + ", not " + typeTag + ".");
        }
        return (long) typeTag << TAG_SHIFT | counters[typeTag].getAndIncrement();
    }

    /**
     * {@inheritDoc}
     *
     * <p>A size of 0 gets the smallest range, so that the call can be made and fail with the API's
     * own error; a negative size (in C's unsigned numbers, an enormous one) never fits.
     */
    @Override
    public long address(long parent, long size, long alignment) {
        if (alignment <= 0 || Long.bitCount(alignment) != 1) {
            throw new IllegalArgumentException("an alignment is a power of two, not " + alignment);
        }
        if (size < 0 || size > AddressWindow.BYTES || !AddressWindow.exists(parent)) {
            return 0;
        }
        AddressWindow window = AddressWindow.of(parent);
        long unit = Math.max(alignment, GRANULE);
        long bytes = Math.max(size + unit - 1 & -unit, unit);
        synchronized (lock) {
            return windows.computeIfAbsent(window, SessionNames::guestPart).take(bytes, unit);
        }
    }

    private static RangeAllocator guestPart(AddressWindow window) {
        return new RangeAllocator(window.start(), window.deviceStart());
    }

    @Override
    public void releaseAddress(long address) {
        if (address < AddressWindow.BYTES) {
            return;
        }
        AddressWindow window = new AddressWindow(address & -AddressWindow.BYTES);
        synchronized (lock) {
            @Nullable RangeAllocator ranges = windows.get(window);
            if (ranges != null && ranges.giveBack(address) && ranges.isUnused()) {
                windows.remove(window);
            }
        }
    }

    @Override
    public void releaseParent(long parent) {
        if (AddressWindow.exists(parent)) {
            synchronized (lock) {
                windows.remove(AddressWindow.of(parent));
            }
        }
    }
}
