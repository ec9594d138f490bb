package dev.hira.router.testing;

import dev.hira.policy.model.ResourceRole;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.catalog.CostSink;
import dev.hira.router.catalog.FunctionRow;
import dev.hira.router.catalog.LaneChange;
import dev.hira.router.catalog.ObjectRef;
import dev.hira.router.catalog.ObjectType;
import dev.hira.router.catalog.RecordRule;
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
    public static final int NAME = 7;
    public static final int SET_CURRENT = 8;
    public static final int PUSH_CURRENT = 9;

    public static final int MEMORY = 0;
    public static final int CALLS = 1;
    public static final int OUT_OF_MEMORY = 2;
    public static final int TOO_MANY = 77;

    private static final ObjectRef OBJECT = new ObjectRef.Argument(1, 1);
    private static final RecordRule CREATES =
            new RecordRule.Creates(OBJECT, null, null, List.of(), List.of());
    private static final RecordRule MODIFIES = new RecordRule.Modifies(OBJECT, List.of());
    private static final RecordRule DESTROYS = new RecordRule.Destroys(OBJECT);
    private static final RecordRule NOTHING = new RecordRule.Nothing("a toy");

    private static final FunctionRow[] ROWS = {
        row(ALLOC, "toyAlloc", false, CREATES, 0),
        row(FREE, "toyFree", true, DESTROYS, 0),
        row(WORK, "toyWork", true, NOTHING, 1),
        row(ALLOC_ASYNC, "toyAllocAsync", true, CREATES, 0),
        row(WRITE, "toyWrite", true, NOTHING, 1),
        row(READ, "toyRead", false, NOTHING, 1),
        row(NAME, "toyName", true, MODIFIES, 1),
        currentRow(SET_CURRENT, "toySetCurrent", LaneChange.Kind.SET),
        currentRow(PUSH_CURRENT, "toyPushCurrent", LaneChange.Kind.PUSH),
    };

    private final List<Resource> resources =
            List.of(
                    new Resource(
                            MEMORY,
                            "memory",
                            true,
                            "bytes",
                            OUT_OF_MEMORY,
                            ResourceRole.DEVICE_MEMORY),
                    new Resource(CALLS, "calls", false, "", TOO_MANY, ResourceRole.NONE));

    private static FunctionRow row(
            int id, String name, boolean async, RecordRule record, int payloads) {
        List<Integer> outputs = id == READ ? List.of(3) : List.of();
        return new FunctionRow(id, name, true, async, id == WORK, record, null, payloads, outputs);
    }

    private static FunctionRow currentRow(int id, String name, LaneChange.Kind kind) {
        LaneChange change = new LaneChange(1, kind, OBJECT);
        return new FunctionRow(id, name, true, true, false, NOTHING, change, 0, List.of());
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
    public List<ObjectType> types() {
        return List.of(new ObjectType(1, "memory", 0, false, List.of(), 0, 0));
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
