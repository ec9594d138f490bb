package dev.hira.router.books;

import dev.hira.policy.model.ResourceRole;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.catalog.CostSink;
import dev.hira.router.catalog.FunctionRow;
import dev.hira.router.catalog.ObjectType;
import dev.hira.wire.ArgsReader;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An API's catalog for one session. It rounds the device memory of objects up as the session's
 * devices do, so that the books never show less than a device uses. Belongs to the session's
 * thread.
 */
public final class DeviceCatalog implements Catalog {
    private final Catalog api;
    private final Rounding rounding;

    private DeviceCatalog(Catalog api, Rounding rounding) {
        this.api = api;
        this.rounding = rounding;
    }

    /**
     * Returns the catalog for devices with a granule.
     *
     * @param granule the unit to which allocations are rounded up, a power of two; for several
     *     devices the largest, which is a multiple of the others
     */
    public static Catalog of(Catalog api, long granule) {
        int memory = api.roles().indexOf(ResourceRole.DEVICE_MEMORY);
        return granule == 1 || memory < 0
                ? api
                : new DeviceCatalog(api, new Rounding(memory, granule));
    }

    @Override
    public int api() {
        return api.api();
    }

    @Override
    public String name() {
        return api.name();
    }

    @Override
    public long digest() {
        return api.digest();
    }

    @Override
    public List<Resource> resources() {
        return api.resources();
    }

    @Override
    public List<ObjectType> types() {
        return api.types();
    }

    @Override
    public @Nullable FunctionRow row(int function) {
        return api.row(function);
    }

    @Override
    public int maxFunction() {
        return api.maxFunction();
    }

    @Override
    public void cost(int function, ArgsReader args, CostSink sink) {
        rounding.sink = sink;
        api.cost(function, args, rounding);
    }

    /** Forwards costs. Reused, so that pricing allocates nothing. */
    private static final class Rounding implements CostSink {
        private final int memory;
        private final long mask;
        private @Nullable CostSink sink;

        Rounding(int memory, long granule) {
            this.memory = memory;
            this.mask = granule - 1;
        }

        private CostSink sink() {
            return Objects.requireNonNull(sink);
        }

        @Override
        public void consumes(int resource, long amount) {
            sink().consumes(resource, amount);
        }

        @Override
        public void allocates(int resource, long name, long amount) {
            boolean rounded = resource == memory;
            sink().allocates(
                            resource, name, rounded ? Math.addExact(amount, mask) & ~mask : amount);
        }

        @Override
        public void releases(int resource, long name) {
            sink().releases(resource, name);
        }

        @Override
        public void work(long code) {
            sink().work(code);
        }
    }
}
