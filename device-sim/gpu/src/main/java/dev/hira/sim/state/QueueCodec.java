package dev.hira.sim.state;

import dev.hira.api.StateException;
import dev.hira.api.cuda.CudaException;
import dev.hira.sim.driver.copy.Extent;
import dev.hira.sim.kernel.LaunchProgress;
import dev.hira.sim.kernel.LaunchShape;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Writes and reads the fields of records about work that was stopped before its end. */
final class QueueCodec {
    static final int FIRST = 20;
    private static final int CALL = 20;
    private static final int QUEUE = 21;
    private static final int STAGED = 22;
    private static final int KERNEL = 23;
    private static final int COPY = 24;
    private static final int FILL = 25;
    private static final int MARK = 26;
    private static final int WAIT = 27;
    private static final int RESULT = 28;
    private static final int WAIT_FOR_PROGRAM = 29;
    private static final int TERMINATED = 30;
    private static final int FUNCTION = 31;
    static final int LAST = 31;

    private QueueCodec() {}

    static int kind(QueuedWork work) {
        return switch (work) {
            case QueuedWork.Call _ -> CALL;
            case QueuedWork.Queue _ -> QUEUE;
            case QueuedWork.Staged _ -> STAGED;
            case QueuedWork.Kernel _ -> KERNEL;
            case QueuedWork.Copy _ -> COPY;
            case QueuedWork.Fill _ -> FILL;
            case QueuedWork.Mark _ -> MARK;
            case QueuedWork.Wait _ -> WAIT;
            case QueuedWork.Result _ -> RESULT;
            case QueuedWork.WaitForProgram _ -> WAIT_FOR_PROGRAM;
            case QueuedWork.Terminated _ -> TERMINATED;
            case QueuedWork.Function _ -> FUNCTION;
        };
    }

    static void write(QueuedWork work, RecordWriter out) {
        switch (work) {
            case QueuedWork.Call(long call, int device, long spent) ->
                    out.i64(call).i32(device).i64(spent);
            case QueuedWork.Queue(long context, QueuedWork.Stream stream, long name) ->
                    out.i64(context).u8(stream.code()).i64(name);
            case QueuedWork.Staged(MemorySegment content) ->
                    out.bytes(content.toArray(ValueLayout.JAVA_BYTE));
            case QueuedWork.Kernel kernel -> write(kernel, out);
            case QueuedWork.Copy(long call, var from, var to, Extent extent) -> {
                out.i64(call);
                write(from, out);
                write(to, out);
                write(extent, out);
            }
            case QueuedWork.Fill(long call, var to, int pattern, int bytes, Extent extent) -> {
                write(to, out.i64(call));
                write(extent, out.i32(pattern).u8(bytes));
            }
            case QueuedWork.Mark(long event) -> out.i64(event);
            case QueuedWork.Wait(long awaited) -> out.i64(awaited);
            case QueuedWork.WaitForProgram(long event) -> out.i64(event);
            case QueuedWork.Terminated() -> {}
            case QueuedWork.Result(byte[] description) -> out.bytes(description);
            case QueuedWork.Function function ->
                    out.u8(function.kind().code())
                            .i64(function.number())
                            .i64(function.object())
                            .i32(function.state())
                            .i32(function.afterFault())
                            .i64(function.userData());
        }
    }

    private static void write(QueuedWork.Kernel kernel, RecordWriter out) {
        LaunchShape shape = kernel.shape();
        LaunchProgress progress = kernel.progress();
        out.i64(kernel.call()).i64(kernel.function());
        out.i32(shape.gridX()).i32(shape.gridY()).i32(shape.gridZ());
        out.i32(shape.blockX()).i32(shape.blockY()).i32(shape.blockZ());
        out.i32(shape.dynamicSharedBytes()).u8(shape.cooperative() ? 1 : 0);
        out.i64(progress.nextBlock())
                .i64(progress.grid())
                .i64(progress.seatNanos())
                .i64(progress.ranNanos());
        out.bytes(kernel.parameters());
    }

    private static void write(QueuedWork.Side side, RecordWriter out) {
        out.u8(side.place().code()).i64(side.at()).i64(side.offset());
        out.i64(side.pitch()).i64(side.slicePitch());
    }

    private static void write(Extent extent, RecordWriter out) {
        out.i64(extent.width()).i64(extent.rows()).i64(extent.slices());
    }

    static QueuedWork read(int kind, RecordReader in) {
        return switch (kind) {
            case CALL -> new QueuedWork.Call(in.i64(), in.i32(), in.i64());
            case QUEUE ->
                    new QueuedWork.Queue(
                            in.i64(), one(QueuedWork.Stream.values(), in.u8()), in.i64());
            case STAGED -> new QueuedWork.Staged(MemorySegment.ofArray(in.bytes()));
            case KERNEL -> kernel(in);
            case COPY -> new QueuedWork.Copy(in.i64(), side(in), side(in), extent(in));
            case FILL -> new QueuedWork.Fill(in.i64(), side(in), in.i32(), in.u8(), extent(in));
            case MARK -> new QueuedWork.Mark(in.i64());
            case WAIT -> new QueuedWork.Wait(in.i64());
            case WAIT_FOR_PROGRAM -> new QueuedWork.WaitForProgram(in.i64());
            case TERMINATED -> new QueuedWork.Terminated();
            case FUNCTION ->
                    new QueuedWork.Function(
                            one(QueuedWork.FunctionKind.values(), in.u8()),
                            in.i64(),
                            in.i64(),
                            in.i32(),
                            in.i32(),
                            in.i64());
            default -> new QueuedWork.Result(in.bytes());
        };
    }

    private static QueuedWork kernel(RecordReader in) {
        long call = in.i64();
        long function = in.i64();
        LaunchShape shape =
                new LaunchShape(
                        in.i32(),
                        in.i32(),
                        in.i32(),
                        in.i32(),
                        in.i32(),
                        in.i32(),
                        in.i32(),
                        in.u8() != 0);
        LaunchProgress progress = new LaunchProgress(in.i64(), in.i64(), in.i64(), in.i64());
        return new QueuedWork.Kernel(call, function, shape, progress, in.bytes());
    }

    private static QueuedWork.Side side(RecordReader in) {
        return new QueuedWork.Side(
                one(QueuedWork.Place.values(), in.u8()), in.i64(), in.i64(), in.i64(), in.i64());
    }

    private static Extent extent(RecordReader in) {
        try {
            return new Extent(in.i64(), in.i64(), in.i64());
        } catch (CudaException impossible) {
            throw new StateException("a record of the state is wrong: " + impossible.getMessage());
        }
    }

    private static <T extends QueuedWork.Coded> T one(T[] values, int number) {
        for (T value : values) {
            if (value.code() == number) {
                return value;
            }
        }
        throw new StateException(
                "a record of the state has the kind "
                        + number
                        + " of a stream, of memory or of a function, but there are "
                        + values.length);
    }
}
