package dev.hira.lab.measure;

import java.util.Arrays;

/** A growing list of numbers. */
final class LongSeries {
    private long[] values = new long[64];
    private int size;

    void add(long value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = value;
    }

    void addAll(LongSeries others) {
        for (int i = 0; i < others.size; i++) {
            add(others.values[i]);
        }
    }

    int size() {
        return size;
    }

    long get(int index) {
        return values[index];
    }

    long[] sorted() {
        long[] copy = Arrays.copyOf(values, size);
        Arrays.sort(copy);
        return copy;
    }
}
