package dev.hira.router.catalog;

import dev.hira.policy.model.ResourceRole;
import dev.hira.wire.ArgsReader;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the router knows of one API's functions. Generated; without state. */
public interface Catalog {
    /** The API's number. */
    int api();

    String name();

    /** A digest of the description it was generated from. */
    long digest();

    /** What functions allocate and consume, by index. */
    List<Resource> resources();

    /** The types of objects that guests name, by tag less one. */
    List<ObjectType> types();

    /** What each resource is to schedulers and limits, by index. */
    default List<ResourceRole> roles() {
        return resources().stream().map(Resource::role).toList();
    }

    /** The name of the resource that has a role, which at most one has. */
    default Optional<String> resource(ResourceRole role) {
        return resources().stream().filter(r -> r.role() == role).map(Resource::name).findFirst();
    }

    /** The row of a function, or null when there is no such function. */
    @Nullable FunctionRow row(int function);

    /** The highest function number. */
    int maxFunction();

    /**
     * Computes what a call costs from its arguments, and reports it. Allocates nothing. Called only
     * for rows that {@link FunctionRow#priced}.
     *
     * @throws ArithmeticException when an amount overflows or is negative
     */
    void cost(int function, ArgsReader args, CostSink sink);

    /**
     * A resource of the API.
     *
     * @param continuous held until given back, rather than consumed once
     * @param exhaustedCode the API's error when a quota refuses it
     * @param role what it is to schedulers and limits
     */
    record Resource(
            int index,
            String name,
            boolean continuous,
            String unit,
            int exhaustedCode,
            ResourceRole role) {}
}
