package dev.hira.bench.migration;

import com.sun.management.ThreadMXBean;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.cuda.catalog.CudaCatalog;
import dev.hira.bench.common.BenchPart;
import dev.hira.bench.common.BenchReport;
import dev.hira.bench.common.BenchSettings;
import dev.hira.bench.common.BenchStack;
import dev.hira.bench.common.Stats;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.journal.Journal;
import dev.hira.wire.ArgsWriter;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/**
 * The router's journal: its time and its allocation for each command, measured in this process; and
 * its part of the time in which a VM's commands pass through the router, one after the other.
 */
final class JournalBench implements BenchPart {
    private static final int BATCH = 1_000;
    private static final int SAMPLES = 2_000;
    private static final int COMMANDS = 1_000_000;
    private static final long CONTEXT = 0x1000;

    private final Catalog catalog = new CudaCatalog();

    @Override
    public void run(BenchSettings settings, BenchReport report) {
        report.section("The journal of recorded commands");
        double command = commandNanos(settings.times(COMMANDS));
        report.note("a command of 64 bytes through all processes", command, "ns");
        Figures copy = unrecorded("cuMemcpyHtoDAsync", 64, settings);
        Figures launch = unrecorded("cuLaunchKernel", 0, settings);
        report(report, "cuMemcpyHtoDAsync", copy);
        report(report, "cuLaunchKernel", launch);
        report(report, "cuEventCreate with cuEventDestroy", recorded(settings));
        report.atMost("cuLaunchKernel, bytes allocated", launch.bytes, "B", 0);
        report.atMost("cuMemcpyHtoDAsync, bytes allocated", copy.bytes, "B", 0);
        report.atMost("the journal's part of a command", 100 * copy.nanos / command, "%", 3);
    }

    /**
     * The cost of a command, with its reply.
     *
     * @param bytes allocated on the heap
     */
    private record Figures(double nanos, double bytes) {}

    private static void report(BenchReport report, String name, Figures figures) {
        report.note(name, figures.nanos, "ns");
        report.note(String.format(Locale.ROOT, "%s, allocated", name), figures.bytes, "B");
    }

    /** Admits and answers a command that leaves nothing behind. */
    private Figures unrecorded(String function, int payload, BenchSettings settings) {
        Journal journal = new Journal(catalog);
        long[] args = {CONTEXT, payload};
        try (Message call = new Message(RecordKinds.CALL, function, 1, args);
                Message reply = new Message(RecordKinds.REPLY, function, 1, new long[0])) {
            return measure(
                    settings,
                    () -> {
                        for (int i = 0; i < BATCH; i++) {
                            journal.admitted(call.cursor, call.frame);
                            journal.answered(reply.cursor, reply.frame);
                        }
                    });
        }
    }

    /** Creates and destroys an event. */
    private Figures recorded(BenchSettings settings) {
        Journal journal = new Journal(catalog);
        long[] none = {};
        try (Message context =
                        new Message(
                                RecordKinds.CALL, "cuCtxCreate", 1, new long[] {CONTEXT, 0, 0});
                Message create =
                        new Message(RecordKinds.CALL, "cuEventCreate", 2, new long[] {0x2000, 0});
                Message created = new Message(RecordKinds.REPLY, "cuEventCreate", 2, none);
                Message destroy =
                        new Message(RecordKinds.CALL, "cuEventDestroy", 3, new long[] {0x2000})) {
            journal.admitted(context.cursor, context.frame);
            return measure(
                    settings,
                    () -> {
                        for (int i = 0; i < BATCH; i++) {
                            journal.admitted(create.cursor, create.frame);
                            journal.answered(created.cursor, created.frame);
                            journal.admitted(destroy.cursor, destroy.frame);
                            journal.died(2);
                        }
                    });
        }
    }

    private static Figures measure(BenchSettings settings, Runnable batch) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int samples = settings.times(SAMPLES);
        double nanos = Stats.timing(SAMPLES, samples, batch).median() / BATCH;
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < samples; i++) {
            batch.run();
        }
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        // The measurement itself allocates some bytes in all, which the division hides.
        long each = bytes / ((long) samples * BATCH);
        return new Figures(nanos, each);
    }

    /** Returns the nanoseconds of an asynchronous command, end to end, when many follow. */
    private static double commandNanos(int commands) {
        try (LocalStack stack = BenchStack.stack();
                CudaDriver cuda = Hira.connect(stack.uri());
                Arena arena = Arena.ofConfined()) {
            cuda.cuInit(0);
            cuda.cuCtxCreate(0, 0);
            long stream = cuda.cuStreamCreate(1);
            long memory = cuda.cuMemAlloc(4096);
            MemorySegment data = arena.allocate(64);
            Runnable send =
                    () -> {
                        for (int i = 0; i < commands; i++) {
                            cuda.cuMemcpyHtoDAsync(memory, data, 64, stream);
                        }
                        cuda.cuStreamSynchronize(stream);
                    };
            return Stats.timing(3, 5, send).median() / commands;
        }
    }

    /** A frame with one record, and a cursor at it. */
    private final class Message implements AutoCloseable {
        final Frame frame;
        final RecordCursor cursor = new RecordCursor();

        Message(int kind, String function, long call, long[] values) {
            ArgsWriter args = new ArgsWriter();
            for (int i = 0; i < values.length; i++) {
                args.uint64(i + 1, values[i]);
            }
            FrameWriter writer = new FrameWriter();
            writer.begin(kind, RecordFlags.SYNC, id(function), call, 0)
                    .args(args.array(), args.length())
                    .end();
            frame = writer.finish(FrameLayout.AUDIENCE_PEER);
            cursor.wrap(frame);
            cursor.next();
        }

        @Override
        public void close() {
            frame.release();
        }
    }

    private int id(String function) {
        for (int id = 0; id <= catalog.maxFunction(); id++) {
            var row = catalog.row(id);
            if (row != null && row.name().equals(function)) {
                return id;
            }
        }
        throw new IllegalArgumentException("CUDA has no function " + function);
    }
}
