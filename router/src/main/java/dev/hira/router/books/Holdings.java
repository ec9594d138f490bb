package dev.hira.router.books;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The amounts held of resources. Sessions of all APIs that have a resource of the same name count
 * in the same amount. Thread-safe.
 */
public final class Holdings {
    private final Map<String, AtomicLong> amounts = new ConcurrentHashMap<>();

    /** Returns the amount held of a continuous resource. */
    public long held(String resource) {
        AtomicLong amount = amounts.get(resource);
        return amount == null ? 0 : amount.get();
    }

    /** Returns the counter of a resource. */
    AtomicLong amount(String resource) {
        return amounts.computeIfAbsent(resource, _ -> new AtomicLong());
    }
}
