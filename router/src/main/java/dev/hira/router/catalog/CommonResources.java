package dev.hira.router.catalog;

import dev.hira.policy.model.ResourceRole;
import dev.hira.wire.ArgsReader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The resources of all APIs of a router under one numbering. Policies, rules and books see one list
 * of resources, whichever API a session uses; a resource that two APIs name alike is one resource.
 */
public final class CommonResources {
    private CommonResources() {}

    /**
     * Returns the same APIs with catalogs that have the same resources at the same indices. The
     * resources that an API does not have itself play no role in it, and its functions never use
     * them.
     */
    public static List<Catalog> of(Collection<? extends Catalog> apis) {
        if (apis.stream().map(Catalog::resourceNames).distinct().count() <= 1) {
            return List.copyOf(apis);
        }
        List<Catalog.Resource> common = new ArrayList<>();
        for (Catalog api : apis) {
            for (Catalog.Resource resource : api.resources()) {
                if (indexOf(resource, common) < 0) {
                    common.add(at(common.size(), resource, ResourceRole.NONE));
                }
            }
        }
        return apis.stream().<Catalog>map(api -> Renumbered.of(api, common)).toList();
    }

    private static int indexOf(Catalog.Resource resource, List<Catalog.Resource> list) {
        return IntStream.range(0, list.size())
                .filter(i -> list.get(i).name().equals(resource.name()))
                .findFirst()
                .orElse(-1);
    }

    private static Catalog.Resource at(int index, Catalog.Resource resource, ResourceRole role) {
        return new Catalog.Resource(
                index,
                resource.name(),
                resource.continuous(),
                resource.unit(),
                resource.exhaustedCode(),
                role);
    }

    /** One API's catalog with the common numbers. */
    private static final class Renumbered implements Catalog {
        private final Catalog api;
        private final List<Resource> resources;

        /** The common index of each of the API's own resources. */
        private final int[] numbers;

        private final Numbering costs = new Numbering();

        private Renumbered(Catalog api, List<Resource> resources, int[] numbers) {
            this.api = api;
            this.resources = resources;
            this.numbers = numbers;
        }

        static Renumbered of(Catalog api, List<Resource> common) {
            List<Resource> own = api.resources();
            List<Resource> resources = new ArrayList<>(common);
            int[] numbers = new int[own.size()];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = indexOf(own.get(i), common);
                resources.set(numbers[i], at(numbers[i], own.get(i), own.get(i).role()));
            }
            return new Renumbered(api, List.copyOf(resources), numbers);
        }

        @Override
        public Catalog forSession() {
            return new Renumbered(api.forSession(), resources, numbers);
        }

        @Override
        public void cost(int function, ArgsReader args, CostSink sink) {
            costs.sink = sink;
            api.cost(function, args, costs);
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
            return resources;
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

        /** Passes costs on under the common numbers. Reused, so that pricing allocates nothing. */
        private final class Numbering implements CostSink {
            private @Nullable CostSink sink;

            private CostSink sink() {
                return Objects.requireNonNull(sink);
            }

            @Override
            public void consumes(int resource, long amount) {
                sink().consumes(numbers[resource], amount);
            }

            @Override
            public void allocates(int resource, long name, long amount) {
                sink().allocates(numbers[resource], name, amount);
            }

            @Override
            public void releases(int resource, long name) {
                sink().releases(numbers[resource], name);
            }

            @Override
            public void work(long code) {
                sink().work(code);
            }
        }
    }
}
