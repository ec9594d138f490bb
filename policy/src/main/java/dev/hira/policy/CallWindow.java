package dev.hira.policy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Values of the calls that are under way, by call number. Numbers must rise, as those of a
 * session's calls do. A queue in two arrays, sorted because calls are only added at the end. Calls
 * mostly end in the order in which they came, so a lookup first tries the call after the last one
 * removed and otherwise searches by bisection. Allocates only to grow.
 *
 * @param <T> the value kept for each call
 */
public final class CallWindow<T> {
    private static final int SMALLEST = 16;

    /** Arrays larger than this are not kept once the window is empty. */
    private static final int LARGE = 1 << 10;

    private long[] calls = new long[SMALLEST];

    /** Values by place; null for a call that has ended between others that have not. */
    private @Nullable Object[] values = new @Nullable Object[SMALLEST];

    /** Positions only rise; the place in the arrays is the position modulo the arrays' length. */
    private long head;

    private long tail;

    /** Position of the call that ends next if calls end in order. */
    private long next;

    private int size;

    /** Returns the number of calls under way. */
    public int size() {
        return size;
    }

    /** Returns the number of calls that fit without allocation, ignoring reusable gaps. */
    int capacity() {
        return calls.length;
    }

    /**
     * Adds a call.
     *
     * @param call the call's number, higher than all before
     * @throws IllegalArgumentException when the number is not higher
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

    /** Returns the value of a call; null when the call is not under way. */
    public @Nullable T get(long call) {
        long position = find(call);
        return position < 0 ? null : value(place(position));
    }

    /**
     * Removes a call that has ended and returns its value; null when the call was not under way.
     */
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

    /** Returns all values in the order of their calls. */
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

    /** Passes the numbers of all calls, in order. */
    public void forEachCall(LongConsumer each) {
        for (long position = head; position < tail; position++) {
            if (values[place(position)] != null) {
                each.accept(calls[place(position)]);
            }
        }
    }

    /** Removes all calls. */
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

    /** Drops ended calls at the front. */
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

    /** Closes the gaps, or takes larger arrays when there are few gaps. */
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
