package dev.hira.e2e.crates;

import dev.hira.policy.model.ResourceRole;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.catalog.CostSink;
import dev.hira.router.catalog.FunctionRow;
import dev.hira.router.catalog.ObjectRef;
import dev.hira.router.catalog.ObjectType;
import dev.hira.router.catalog.RecordRule;
import dev.hira.wire.ArgsReader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the router knows of {@link Crates}. Its device memory has another index than CUDA's. */
final class CrateCatalog implements Catalog {
    private static final int DEVICE_MEMORY = 0;
    private static final RecordRule CREATES =
            new RecordRule.Creates(
                    new ObjectRef.Argument(1, Crates.CRATE), null, null, List.of(), List.of());
    private static final RecordRule NOTHING = new RecordRule.Nothing("a test");

    @Override
    public int api() {
        return Crates.API;
    }

    @Override
    public String name() {
        return "Crates";
    }

    @Override
    public long digest() {
        return Crates.DIGEST;
    }

    @Override
    public List<Resource> resources() {
        return List.of(
                new Resource(
                        DEVICE_MEMORY,
                        "device_memory",
                        true,
                        "bytes",
                        Crates.NO_ROOM,
                        ResourceRole.DEVICE_MEMORY));
    }

    @Override
    public List<ObjectType> types() {
        return List.of(new ObjectType(Crates.CRATE, "crate", 0, false, List.of(), 0, 0));
    }

    @Override
    public @Nullable FunctionRow row(int function) {
        return switch (function) {
            case Crates.MAKE -> row(function, true, CREATES);
            case Crates.FILL -> row(function, true, NOTHING);
            case Crates.FREE_BYTES -> row(function, false, NOTHING);
            default -> null;
        };
    }

    private static FunctionRow row(int function, boolean priced, RecordRule rule) {
        boolean work = function == Crates.FILL;
        return new FunctionRow(
                function, Crates.names()[function], priced, work, work, rule, null, 0, List.of());
    }

    @Override
    public int maxFunction() {
        return Crates.FREE_BYTES;
    }

    @Override
    public void cost(int function, ArgsReader args, CostSink sink) {
        long crate = 0;
        long bytes = 0;
        while (args.next()) {
            switch (args.field()) {
                case 1 -> crate = args.uint64();
                case 2 -> bytes = args.uint64();
                default -> args.skip();
            }
        }
        if (function == Crates.MAKE) {
            sink.allocates(DEVICE_MEMORY, crate, bytes);
        } else {
            sink.work(0);
        }
    }
}
