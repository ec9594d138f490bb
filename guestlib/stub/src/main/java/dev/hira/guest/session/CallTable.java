package dev.hira.guest.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.guest.call.LateOutputs;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The calls that wait for an answer or outputs, found by call id without searching: the low {@value
 * #INDEX_BITS} bits of a call id are the call's index here, the others a number that rises with
 * each call of the session. Index 0 stands for calls that wait for nothing.
 */
public final class CallTable {
    static final int INDEX_BITS = 16;
    private static final int MAX = 1 << INDEX_BITS;

    private volatile AtomicReferenceArray<@Nullable PendingCall> calls =
            new AtomicReferenceArray<>(64);

    @GuardedBy("this")
    private int[] free = new int[64];

    @GuardedBy("this")
    private int freeCount;

    @GuardedBy("this")
    private int used = 1;

    /** The number of calls whose outputs come later. */
    private volatile int late;

    /** The memory to which those outputs go. */
    @GuardedBy("this")
    private final MemoryRanges filledLater = new MemoryRanges();

    /** Returns the id of the call with this number and index. */
    static long id(long sequence, int index) {
        return sequence << INDEX_BITS | index;
    }

    /** Returns the greatest id of a call with this number. */
    static long lastId(long sequence) {
        return id(sequence, MAX - 1);
    }

    /** Returns the least id of a call with the number of this one. */
    static long firstId(long call) {
        return call & -MAX;
    }

    /** Gives a call an index; false when all indexes but 0 are taken. */
    synchronized boolean add(PendingCall call) {
        if (freeCount > 0) {
            call.index = free[--freeCount];
        } else if (used < MAX) {
            call.index = used++;
            if (used > calls.length()) {
                grow();
            }
        } else {
            return false;
        }
        calls.set(call.index, call);
        LateOutputs outputs = call.late();
        if (outputs != null) {
            late++;
            MemoryRanges ranges = filledLater;
            outputs.forEachMemory(ranges::add);
        }
        return true;
    }

    /** Removes a call. */
    synchronized void remove(PendingCall call) {
        if (call.index < 0) {
            return;
        }
        calls.set(call.index, null);
        LateOutputs outputs = call.late();
        if (outputs != null) {
            late--;
            MemoryRanges ranges = filledLater;
            outputs.forEachMemory(ranges::remove);
        }
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, freeCount * 2);
        }
        free[freeCount++] = call.index;
        call.index = -1;
    }

    /** Returns the call with this id, or null when it waits for nothing. */
    public @Nullable PendingCall get(long callId) {
        int index = (int) (callId & MAX - 1);
        AtomicReferenceArray<@Nullable PendingCall> all = calls;
        PendingCall call = index < all.length() ? all.get(index) : null;
        return call != null && call.callId() == callId ? call : null;
    }

    /** Whether outputs of asynchronous calls are under way to some of this memory. Any thread. */
    public boolean willFill(MemorySegment memory) {
        if (late == 0) {
            return false;
        }
        if (MemoryRanges.isHidden(memory)) {
            return anyFills(memory);
        }
        synchronized (this) {
            return filledLater.overlap(memory);
        }
    }

    private boolean anyFills(MemorySegment memory) {
        AtomicReferenceArray<@Nullable PendingCall> all = calls;
        for (int i = 0; i < all.length(); i++) {
            PendingCall call = all.get(i);
            if (call != null && call.willFill(memory)) {
                return true;
            }
        }
        return false;
    }

    void forEach(Consumer<PendingCall> action) {
        AtomicReferenceArray<@Nullable PendingCall> all = calls;
        for (int i = 0; i < all.length(); i++) {
            PendingCall call = all.get(i);
            if (call != null) {
                action.accept(call);
            }
        }
    }

    @GuardedBy("this")
    private void grow() {
        AtomicReferenceArray<@Nullable PendingCall> old = calls;
        AtomicReferenceArray<@Nullable PendingCall> larger =
                new AtomicReferenceArray<>(old.length() * 2);
        for (int i = 0; i < old.length(); i++) {
            larger.set(i, old.get(i));
        }
        calls = larger;
    }
}
