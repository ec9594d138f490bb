package dev.hira.cli.client;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Reads paged lists. */
public final class Pages {
    private Pages() {}

    /**
     * Returns all items of a list.
     *
     * @param page returns the page of a token; the token of the first page is empty
     */
    public static <P, T> List<T> all(
            Function<String, P> page, Function<P, List<T>> items, Function<P, String> next) {
        List<T> all = new ArrayList<>();
        String token = "";
        do {
            P answer = page.apply(token);
            all.addAll(items.apply(answer));
            token = next.apply(answer);
        } while (!token.isEmpty());
        return all;
    }
}
