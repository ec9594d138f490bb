package dev.hira.sim.state;

import dev.hira.api.StateException;
import dev.hira.sim.driver.object.Placements;
import dev.hira.sim.kernel.KernelContext;
import dev.hira.sim.memory.Range;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads the records of a state. All numbers are little-endian.
 *
 * <pre>
 *     0      2         4                          n-4         n
 *     +------+---------+--------------------------+-----------+
 *     | kind | version | fields                   | CRC-32C   |
 *     +------+---------+--------------------------+-----------+
 * </pre>
 *
 * <p>The checksum is that of all bytes before it. A list is its length in 4 bytes and its elements;
 * a text is a list of UTF-16 code units. docs/state.md lists the fields of each kind.
 */
final class RecordCodec {
    /** The version of all kinds of records. */
    static final int VERSION = 1;

    /** The states of an event. */
    private static final int NOT_REACHED = 0;

    private static final int REACHED = 1;
    private static final int TERMINATED = 2;

    private static final int CHOICES = 1;
    private static final int BEGIN = 2;
    private static final int CONTEXT = 3;
    private static final int HEAP = 4;
    private static final int HEAP_BLOCKS = 5;
    private static final int EVENTS = 7;
    private static final int FUNCTIONS = 8;
    private static final int END = 9;
    private static final int ROUND = 10;
    private static final int ZEROS = 11;
    private static final int OUTPUT = 12;

    private RecordCodec() {}

    static byte[] encode(StateRecord record) {
        RecordWriter out = new RecordWriter();
        switch (record) {
            case StateRecord.Choices(Placements placements) ->
                    write(placements, head(out, CHOICES));
            case StateRecord.Begin(long nanos) -> head(out, BEGIN).i64(nanos);
            case StateRecord.Context context -> write(context, head(out, CONTEXT));
            case StateRecord.Heap(long context, Range range) ->
                    write(range, head(out, HEAP).i64(context));
            case StateRecord.HeapBlocks(long context, var blocks) ->
                    head(out, HEAP_BLOCKS)
                            .i64(context)
                            .list(blocks, each -> out.i64(each.address()).i64(each.bytes()));
            case StateRecord.Output(long context, long grid, var texts) ->
                    head(out, OUTPUT).i64(context).i64(grid).list(texts, out::text);
            case StateRecord.Events(var events) ->
                    head(out, EVENTS).list(events, each -> write(each, out));
            case StateRecord.Functions(var functions) ->
                    head(out, FUNCTIONS)
                            .list(functions, f -> out.i64(f.name()).i32(f.maxDynamicShared()));
            case StateRecord.Round(int number) -> head(out, ROUND).i32(number);
            case StateRecord.Zeros(var ranges) ->
                    head(out, ZEROS).list(ranges, each -> write(each, out));
            case StateRecord.Queued(QueuedWork work) ->
                    QueueCodec.write(work, head(out, QueueCodec.kind(work)));
            case StateRecord.End(long records, long pieces, int checksum) ->
                    head(out, END).i64(records).i64(pieces).i32(checksum);
        }
        return out.finish();
    }

    private static RecordWriter head(RecordWriter out, int kind) {
        return out.u16(kind).u16(VERSION);
    }

    private static void write(Placements placements, RecordWriter out) {
        out.i64(placements.lastId());
        out.list(placements.ids().entrySet(), id -> out.i64(id.getKey()).i64(id.getValue()));
        out.list(
                placements.heaps().entrySet(),
                heap -> write(heap.getValue(), out.i64(heap.getKey())));
        out.list(
                placements.modules().entrySet(),
                module ->
                        out.i64(module.getKey())
                                .i64(module.getValue().context())
                                .list(module.getValue().variables(), range -> write(range, out)));
        if (!placements.next().isEmpty()) { // records of servers that do not know them have none
            out.list(
                    placements.next().entrySet(),
                    next -> out.i64(next.getKey()).i64(next.getValue()));
        }
    }

    private static void write(Range range, RecordWriter out) {
        out.i64(range.start()).i64(range.bytes());
    }

    private static void write(StateRecord.Context context, RecordWriter out) {
        out.i64(context.name()).i64(context.grids()).i64(context.clockAhead());
        StateRecord.@Nullable Fault fault = context.fault();
        out.u8(fault == null ? 0 : 1);
        if (fault != null) {
            out.i32(fault.code()).text(fault.message());
        }
    }

    private static void write(StateRecord.Event event, RecordWriter out) {
        @Nullable Long reached = event.reached();
        int how = reached == null ? NOT_REACHED : event.terminated() ? TERMINATED : REACHED;
        out.i64(event.name()).u8(how).i64(reached == null ? 0 : reached);
    }

    /**
     * Reads a record.
     *
     * @throws StateException when it is not one of this version
     */
    static StateRecord decode(byte[] bytes) {
        RecordReader in = new RecordReader(bytes);
        int kind = in.u16();
        int version = in.u16();
        if (version != VERSION || !isKnown(kind)) {
            throw new StateException(
                    "the state has a record of kind "
                            + kind
                            + " and version "
                            + version
                            + "; this server knows the kinds "
                            + CHOICES
                            + " to "
                            + OUTPUT
                            + " and "
                            + QueueCodec.FIRST
                            + " to "
                            + QueueCodec.LAST
                            + " of version "
                            + VERSION);
        }
        StateRecord record = fields(kind, in);
        in.finish();
        return record;
    }

    private static boolean isKnown(int kind) {
        return (kind >= CHOICES && kind <= OUTPUT)
                || (kind >= QueueCodec.FIRST && kind <= QueueCodec.LAST);
    }

    private static StateRecord fields(int kind, RecordReader in) {
        return switch (kind) {
            case CHOICES -> new StateRecord.Choices(placements(in));
            case BEGIN -> new StateRecord.Begin(in.i64());
            case CONTEXT ->
                    new StateRecord.Context(
                            in.i64(), in.i64(), in.i64(), flag(in, () -> fault(in)));
            case HEAP -> new StateRecord.Heap(in.i64(), range(in));
            case HEAP_BLOCKS ->
                    new StateRecord.HeapBlocks(
                            in.i64(),
                            in.list(16, () -> new KernelContext.Extent(in.i64(), in.i64())));
            case OUTPUT -> new StateRecord.Output(in.i64(), in.i64(), in.list(4, in::text));
            case EVENTS -> new StateRecord.Events(in.list(17, () -> event(in)));
            case FUNCTIONS ->
                    new StateRecord.Functions(
                            in.list(12, () -> new StateRecord.Function(in.i64(), in.i32())));
            case ROUND -> new StateRecord.Round(in.i32());
            case ZEROS -> new StateRecord.Zeros(in.list(16, () -> range(in)));
            case END -> new StateRecord.End(in.i64(), in.i64(), in.i32());
            default -> new StateRecord.Queued(QueueCodec.read(kind, in));
        };
    }

    private static StateRecord.Fault fault(RecordReader in) {
        return new StateRecord.Fault(in.i32(), in.text());
    }

    private static StateRecord.Event event(RecordReader in) {
        long name = in.i64();
        int how = in.u8();
        long nanos = in.i64();
        if (how > TERMINATED) {
            throw new StateException("a record of the state has an event in the state " + how);
        }
        return new StateRecord.Event(name, how == NOT_REACHED ? null : nanos, how == TERMINATED);
    }

    private static <T> @Nullable T flag(RecordReader in, Supplier<T> present) {
        int flag = in.u8();
        if (flag > 1) {
            throw new StateException("a record of the state has the flag " + flag + ", not 0 or 1");
        }
        return flag == 0 ? null : present.get();
    }

    private static Range range(RecordReader in) {
        return new Range(in.i64(), in.i64());
    }

    private static Placements placements(RecordReader in) {
        long lastId = in.i64();
        Map<Long, Long> ids = map(in, 16, in::i64);
        Map<Long, Range> heaps = map(in, 24, () -> range(in));
        Map<Long, Placements.OfModule> modules =
                map(in, 20, () -> new Placements.OfModule(in.i64(), in.list(16, () -> range(in))));
        Map<Long, Long> next = in.isAtEnd() ? Map.of() : map(in, 16, in::i64);
        return new Placements(lastId, ids, heaps, modules, next);
    }

    private static <T> Map<Long, T> map(RecordReader in, int least, Supplier<T> value) {
        List<Map.Entry<Long, T>> entries = in.list(least, () -> Map.entry(in.i64(), value.get()));
        Map<Long, T> map = HashMap.newHashMap(entries.size());
        for (Map.Entry<Long, T> entry : entries) {
            if (map.put(entry.getKey(), entry.getValue()) != null) {
                throw new StateException(
                        "the state names " + Long.toHexString(entry.getKey()) + " twice");
            }
        }
        return map;
    }
}
