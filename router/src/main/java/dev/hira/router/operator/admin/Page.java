package dev.hira.router.operator.admin;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A part of a list that is sorted by name.
 *
 * @param next what to ask for the following one with; empty: this is the last
 */
record Page<T>(List<T> items, String next) {
    private static final int USUAL = 100;
    private static final int LARGEST = 1000;

    Page {
        items = List.copyOf(items);
    }

    /** How many items a page has that was asked for with this size. */
    static int size(int asked) {
        if (asked < 0) {
            throw AdminErrors.invalid(
                    "page_size",
                    Integer.toUnsignedString(asked)
                            + " was asked, at most "
                            + LARGEST
                            + " are given; 0 for the usual "
                            + USUAL);
        }
        return asked == 0 ? USUAL : Math.min(asked, LARGEST);
    }

    /**
     * The first items of what comes behind the page before.
     *
     * @param rest those whose names are greater than the token, in order
     */
    static <T> Page<T> of(Stream<T> rest, int size, Function<T, String> name) {
        List<T> items = rest.limit(size + 1L).toList();
        if (items.size() <= size) {
            return new Page<>(items, "");
        }
        return new Page<>(items.subList(0, size), name.apply(items.get(size - 1)));
    }
}
