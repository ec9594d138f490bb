package dev.hira.router.operator.admin;

import dev.hira.router.operator.admin.message.AdminErrors;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A part of a list that is sorted by name.
 *
 * @param next token of the next page; empty: this is the last
 */
record Page<T>(List<T> items, String next) {
    private static final int USUAL = 100;
    private static final int LARGEST = 1000;

    Page {
        items = List.copyOf(items);
    }

    /** Returns the number of items of a page for a requested size. */
    static int size(int asked) {
        if (asked < 0) {
            throw AdminErrors.invalid(
                    "page_size",
                    "a page of "
                            + Integer.toUnsignedString(asked)
                            + " items was asked; use 1 to "
                            + LARGEST
                            + ", or 0 for the default of "
                            + USUAL);
        }
        return asked == 0 ? USUAL : Math.min(asked, LARGEST);
    }

    /**
     * Returns the first items after the page before.
     *
     * @param rest the items with names greater than the token, in order
     */
    static <T> Page<T> of(Stream<T> rest, int size, Function<T, String> name) {
        List<T> items = rest.limit(size + 1L).toList();
        if (items.size() <= size) {
            return new Page<>(items, "");
        }
        return new Page<>(items.subList(0, size), name.apply(items.get(size - 1)));
    }
}
