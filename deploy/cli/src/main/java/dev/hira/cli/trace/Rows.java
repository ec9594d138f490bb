package dev.hira.cli.trace;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Places the slices of one track into rows: two slices of a row are apart, or one contains the
 * other. Viewers draw a slice within another one below it and cannot draw overlaps otherwise.
 * Slices must come by their beginnings, and the longer one of two with the same beginning first.
 */
final class Rows {
    /** For each row, the ends of the slices that contain the present time, the innermost first. */
    private final List<Deque<Long>> rows = new ArrayList<>();

    /** Returns the row of the next slice, from 0. */
    int place(Slice slice) {
        for (int row = 0; row < rows.size(); row++) {
            if (fits(rows.get(row), slice)) {
                return row;
            }
        }
        Deque<Long> ends = new ArrayDeque<>();
        ends.push(slice.end());
        rows.add(ends);
        return rows.size() - 1;
    }

    private static boolean fits(Deque<Long> ends, Slice slice) {
        while (!ends.isEmpty() && ends.element() <= slice.begin()) {
            ends.pop();
        }
        boolean within = ends.isEmpty() || slice.end() <= ends.element();
        if (within) {
            ends.push(slice.end());
        }
        return within;
    }
}
