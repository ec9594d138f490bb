package dev.hira.policy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is kept for each call that is under way: values by numbers that rise, as those of a
 * session's calls do. A queue in two arrays, sorted by its nature. Calls mostly end in the order in
 * which they came, so the next one to be asked for mostly lies behind the last one; any other is
 * found by halving. Allocates only to grow.
 *
 * @param <T> what is kept
 */
public final class CallWindow<T> {
    private static final int SMALLEST = 16;

    /** Arrays that were larger than this are not kept when nothing is in them. */
    private static final int LARGE = 1 << 10;

    private long[] calls = new long[SMALLEST];

    /** Null where a call has ended that is between others. */
    private @Nullable Object[] values = new @Nullable Object[SMALLEST];

    /** Positions only rise; a place in the arrays is a position by the arrays' length. */
    private long head;

    private long tail;

    /** Where the next call is that ends, if calls end in order. */
    private long next;

    private int size;

    /** How many calls are under way. */
    public int size() {
        return size;
    }

    /** For how many calls there is room without allocating, gaps among them not counted. */
    int capacity() {
        return calls.length;
    }

    /**
     * A call begins.
     *
     * @param call its number, higher than all before
     * @throws IllegalArgumentException when it is not
     */
    public void add(long call, T value) {
        if (tail != head && call <= calls[place(tail - 1)]) {
            throw new IllegalArgumentException(
                    "call " + call + " comes after call " + calls[place(tail - 1)]);
        }
        if (tail - head == calls.length) {
            makeRoom();
        }
        int place = place(tail++);
        calls[place] = call;
        values[place] = value;
        size++;
    }

    /** What is kept for a call; null when it is not under way. */
    public @Nullable T get(long call) {
        long position = find(call);
        return position < 0 ? null : value(place(position));
    }

    /** A call has ended; null when it was not under way. */
    public @Nullable T remove(long call) {
        long position = find(call);
        if (position < 0) {
            return null;
        }
        int place = place(position);
        T value = value(place);
        if (value != null) {
            values[place] = null;
            size--;
            next = position + 1;
            shrink(position);
        }
        return value;
    }

    /** All values in the order of their calls. */
    public List<T> values() {
        List<T> all = new ArrayList<>(size);
        for (long position = head; position < tail; position++) {
            T value = value(place(position));
            if (value != null) {
                all.add(value);
            }
        }
        return all;
    }

    /** Forgets all calls. */
    public void clear() {
        Arrays.fill(values, null);
        head = tail;
        next = tail;
        size = 0;
    }

    private long find(long call) {
        if (next >= head && next < tail && calls[place(next)] == call) {
            return next;
        }
        long low = head;
        long high = tail - 1;
        while (low <= high) {
            long middle = (low + high) >>> 1;
            long there = calls[place(middle)];
            if (there == call) {
                return middle;
            }
            if (there < call) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    /** Gives up what has ended at the front. */
    private void shrink(long ended) {
        if (size == 0) {
            head = tail;
            if (calls.length > LARGE) {
                resize(SMALLEST);
            }
        } else if (ended == head) {
            while (values[place(head)] == null) {
                head++;
            }
        }
    }

    /** Closes gaps, or takes larger arrays where there are few. */
    private void makeRoom() {
        resize(size > calls.length / 2 ? calls.length * 2 : calls.length);
    }

    private void resize(int length) {
        long[] oldCalls = calls;
        @Nullable Object[] oldValues = values;
        long end = tail;
        int mask = oldCalls.length - 1;
        calls = new long[length];
        values = new @Nullable Object[length];
        tail = 0;
        for (long position = head; position < end; position++) {
            int from = (int) position & mask;
            if (oldValues[from] != null) {
                int place = place(tail++);
                calls[place] = oldCalls[from];
                values[place] = oldValues[from];
            }
        }
        head = 0;
        next = 0;
    }

    private int place(long position) {
        return (int) position & (calls.length - 1);
    }

    @SuppressWarnings("unchecked") // only add stores values
    private @Nullable T value(int place) {
        return (T) values[place];
    }
}
