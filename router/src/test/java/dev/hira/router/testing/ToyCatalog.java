package dev.hira.router.testing;

import dev.hira.policy.model.ResourceRole;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.catalog.CostSink;
import dev.hira.router.catalog.FunctionRow;
import dev.hira.router.catalog.FunctionRow.RecordClass;
import dev.hira.wire.ArgsReader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A small API: memory, writes into it, and work. */
public final class ToyCatalog implements Catalog {
    public static final int API = 9;
    public static final long DIGEST = 0x1234_5678_9abcL;

    public static final int ALLOC = 1;
    public static final int FREE = 2;
    public static final int WORK = 3;
    public static final int ALLOC_ASYNC = 4;
    public static final int WRITE = 5;
    public static final int READ = 6;

    public static final int MEMORY = 0;
    public static final int CALLS = 1;
    public static final int OUT_OF_MEMORY = 2;
    public static final int TOO_MANY = 77;

    private static final FunctionRow[] ROWS = {
        row(ALLOC, "toyAlloc", false, RecordClass.CREATES, 0),
        row(FREE, "toyFree", true, RecordClass.DESTROYS, 0),
        row(WORK, "toyWork", true, RecordClass.NONE, 0),
        row(ALLOC_ASYNC, "toyAllocAsync", true, RecordClass.CREATES, 0),
        row(WRITE, "toyWrite", true, RecordClass.MODIFIES, 1),
        row(READ, "toyRead", false, RecordClass.NONE, 1),
    };

    private final List<Resource> resources =
            List.of(
                    new Resource(MEMORY, "memory", true, "bytes", OUT_OF_MEMORY, ResourceRole.DEVICE_MEMORY),
                    new Resource(CALLS, "calls", false, "", TOO_MANY, ResourceRole.NONE));

    private static FunctionRow row(
            int id, String name, boolean async, RecordClass record, int payloads) {
        return new FunctionRow(id, name, true, async, id == WORK, record, 1, payloads);
    }

    @Override
    public int api() {
        return API;
    }

    @Override
    public String name() {
        return "Toy";
    }

    @Override
    public long digest() {
        return DIGEST;
    }

    @Override
    public List<Resource> resources() {
        return resources;
    }

    @Override
    public @Nullable FunctionRow row(int function) {
        return function >= 1 && function <= ROWS.length ? ROWS[function - 1] : null;
    }

    @Override
    public int maxFunction() {
        return ROWS.length;
    }

    @Override
    public void cost(int function, ArgsReader args, CostSink sink) {
        long name = 0;
        long bytes = 0;
        while (args.next()) {
            switch (args.field()) {
                case 1 -> name = args.uint64();
                case 2 -> bytes = args.uint64();
                default -> args.skip();
            }
        }
        sink.consumes(CALLS, 1);
        switch (function) {
            case ALLOC, ALLOC_ASYNC -> sink.allocates(MEMORY, name, Math.addExact(bytes, 0));
            case FREE -> sink.releases(MEMORY, name);
            case WORK -> sink.work(name);
            default -> {}
        }
    }
}
