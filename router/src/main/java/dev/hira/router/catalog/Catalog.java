package dev.hira.router.catalog;

import dev.hira.policy.model.ResourceRole;
import dev.hira.wire.ArgsReader;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Data about one API's functions. Generated. */
public interface Catalog {
    /** Returns the API's number. */
    int api();

    String name();

    /** Returns a digest of the description that it was generated from. */
    long digest();

    /**
     * Returns the resources that functions allocate and consume, by index. A VM's quotas and rates
     * for a name apply to its sessions of all APIs that have a resource of this name. The catalogs
     * of one router agree on the indices, see {@link CommonResources}.
     */
    List<Resource> resources();

    /** Returns the names of the resources, by index. */
    default List<String> resourceNames() {
        return resources().stream().map(Resource::name).toList();
    }

    /** Returns the types of objects that guests name, by tag less one. */
    List<ObjectType> types();

    /** Returns the role of each resource for schedulers and limits, by index. */
    default List<ResourceRole> roles() {
        return resources().stream().map(Resource::role).toList();
    }

    /** Returns the name of the resource with a role; at most one resource has it. */
    default Optional<String> resource(ResourceRole role) {
        return resources().stream().filter(r -> r.role() == role).map(Resource::name).findFirst();
    }

    /**
     * Returns the continuous resources of some APIs. Resources of the same name are one resource.
     */
    static Collection<Resource> continuous(Collection<Catalog> apis) {
        Map<String, Resource> byName = new LinkedHashMap<>();
        apis.stream()
                .flatMap(api -> api.resources().stream())
                .filter(Resource::continuous)
                .forEach(resource -> byName.putIfAbsent(resource.name(), resource));
        return byName.values();
    }

    /** Returns the row of a function, or null when there is no such function. */
    @Nullable FunctionRow row(int function);

    /** Returns the highest function number. */
    int maxFunction();

    /** Returns the catalog for one session, on whose thread it prices calls. */
    default Catalog forSession() {
        return this;
    }

    /**
     * Computes the costs of a call from its arguments and reports them. Allocates nothing. Called
     * only for rows that are {@link FunctionRow#priced}, and on the catalog {@link #forSession}.
     *
     * @throws ArithmeticException when an amount overflows or is negative
     */
    void cost(int function, ArgsReader args, CostSink sink);

    /**
     * A resource of the API.
     *
     * @param continuous held until given back, rather than consumed once
     * @param exhaustedCode the API's error code for calls refused by a quota
     * @param role the role for schedulers and limits
     */
    record Resource(
            int index,
            String name,
            boolean continuous,
            String unit,
            int exhaustedCode,
            ResourceRole role) {}
}
