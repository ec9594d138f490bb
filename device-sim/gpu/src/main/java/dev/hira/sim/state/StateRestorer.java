package dev.hira.sim.state;

import dev.hira.api.MemoryRange;
import dev.hira.api.StateException;
import dev.hira.api.StateReceiver;
import dev.hira.sim.driver.object.CudaFailures;
import dev.hira.sim.driver.object.ProcessState;
import dev.hira.sim.driver.object.SimContext;
import dev.hira.sim.driver.object.SimEvent;
import dev.hira.sim.driver.object.SimFunction;
import dev.hira.sim.driver.object.SimObject;
import dev.hira.sim.engine.ChannelOperation;
import dev.hira.sim.engine.MarkOperation;
import dev.hira.sim.engine.WorkFault;
import dev.hira.sim.kernel.KernelContext;
import dev.hira.sim.kernel.KernelOutput;
import dev.hira.sim.memory.PlacementResult;
import dev.hira.sim.memory.Range;
import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Applies a saved state to a process whose calls were repeated. The input is not trusted: whatever
 * does not fit the process is refused, and then everything after it. The process is usable only
 * when the last record was taken.
 */
final class StateRestorer implements StateReceiver {
    private final ProcessState process;
    private final Set<Long> restored = new HashSet<>();
    private final MemoryChecksum memory = new MemoryChecksum();
    private final QueueRestorer queued;
    private final MemoryIntake intake;
    private Stage stage = Stage.NEW;
    private long records;
    private int rounds;

    /** The time here minus the time there. */
    private long ahead;

    private enum Stage {
        NEW,
        /** Memory precedes the state. */
        AHEAD,
        BEGUN,
        REFUSED,
        COMPLETE
    }

    StateRestorer(ProcessState process) {
        this.process = process;
        this.queued = new QueueRestorer(process);
        this.intake = new MemoryIntake(process);
    }

    @Override
    public void record(byte[] record) {
        Stage before = stage;
        stage = Stage.REFUSED;
        StateRecord decoded = RecordCodec.decode(record);
        stage = apply(decoded, before);
        records++;
    }

    private static void requireStage(Stage found, Stage... wanted) {
        if (!List.of(wanted).contains(found)) {
            throw new StateException(
                    switch (found) {
                        case NEW, AHEAD -> "the state does not begin with its first record";
                        case BEGUN -> "the state has its first record twice";
                        case REFUSED -> "a part of the state was refused before this one";
                        case COMPLETE -> "the state goes on after its last record";
                    });
        }
    }

    private Stage apply(StateRecord decoded, Stage before) {
        return switch (decoded) {
            case StateRecord.Round(int number) -> {
                requireStage(before, Stage.NEW, Stage.AHEAD);
                round(number);
                yield Stage.AHEAD;
            }
            case StateRecord.Zeros(var ranges) -> {
                requireStage(before, Stage.AHEAD, Stage.BEGUN);
                ranges.forEach(range -> intake.take(before == Stage.AHEAD, range, null));
                yield before;
            }
            case StateRecord.Begin(long nanos) -> {
                requireStage(before, Stage.NEW, Stage.AHEAD);
                begin(nanos, before);
                yield Stage.BEGUN;
            }
            case StateRecord.End end -> {
                requireStage(before, Stage.BEGUN);
                end(end);
                yield Stage.COMPLETE;
            }
            case StateRecord.OfProcess part -> {
                requireStage(before, Stage.BEGUN);
                restore(part);
                yield Stage.BEGUN;
            }
            case StateRecord.Choices _ -> {
                requireStage(before, Stage.BEGUN);
                throw new StateException("placements are not a part of the state");
            }
        };
    }

    private void restore(StateRecord.OfProcess part) {
        switch (part) {
            case StateRecord.Context context -> restore(context);
            case StateRecord.Heap(long context, Range range) -> restore(known(context), range);
            case StateRecord.HeapBlocks(long context, var blocks) ->
                    blocks.forEach(block -> restore(known(context), block));
            case StateRecord.Output(long context, long grid, var texts) -> {
                KernelOutput output = known(context).kernels().output();
                texts.forEach(text -> output.add(new KernelOutput.Text(grid, text)));
            }
            case StateRecord.Events(var events) -> events.forEach(this::restore);
            case StateRecord.Functions(var functions) -> functions.forEach(this::restore);
            case StateRecord.Queued(QueuedWork work) -> queued.add(work);
        }
    }

    private void round(int number) {
        if (number != rounds) {
            throw new StateException(
                    "the memory that precedes the state has the round "
                            + number
                            + " after "
                            + rounds
                            + " rounds");
        }
        rounds++;
    }

    private void begin(long nanos, Stage before) {
        StateTransfer.requireMovable(process);
        ahead = process.nanos() - nanos;
        if (before == Stage.NEW) {
            intake.clear();
        }
        intake.requireTold();
    }

    private void restore(StateRecord.Context state) {
        SimContext context = context(state.name());
        if (!restored.add(state.name()) || state.grids() < 0) {
            throw new StateException(
                    "the state has the context "
                            + CudaFailures.hex(state.name())
                            + " twice, or a wrong number of its grids: "
                            + state.grids());
        }
        context.kernels().resume(state.clockAhead() - ahead, state.grids());
        StateRecord.@Nullable Fault fault = state.fault();
        if (fault != null) {
            if (fault.code() <= 0) {
                throw new StateException(
                        "the state has " + fault.code() + " as the code of a failure");
            }
            context.channels().fail(new WorkFault(fault.code(), fault.message()));
        }
    }

    private SimContext context(long name) {
        if (process.objects().get(name) instanceof SimContext context) {
            return context;
        }
        throw missing("context", name);
    }

    /** Returns a context that the state has shown before. */
    private SimContext known(long name) {
        if (!restored.contains(name)) {
            throw missing("context", name);
        }
        return context(name);
    }

    private static StateException missing(String what, long name) {
        return new StateException(
                "the state has more about the "
                        + what
                        + " "
                        + CudaFailures.hex(name)
                        + ", which the repeated calls and the state so far have not shown");
    }

    private void restore(SimContext context, Range heap) {
        PlacementResult<ChannelOperation> placed = process.choices().placeAgain(context, heap);
        String why =
                switch (placed) {
                    case PlacementResult.Placed<ChannelOperation> _ ->
                            "it is there already, or its size is odd";
                    case PlacementResult.Refused<ChannelOperation>(var reason) -> reason;
                    case PlacementResult.NoMemory<ChannelOperation>(var reason, _) -> reason;
                };
        if (!(placed instanceof PlacementResult.Placed<ChannelOperation>)
                || !context.kernels()
                        .heap()
                        .adopt(new KernelContext.Extent(heap.start(), heap.bytes()))) {
            throw new StateException("the heap of kernels cannot be restored: " + why);
        }
    }

    private static void restore(SimContext context, KernelContext.Extent block) {
        if (!context.kernels().heap().allocateAt(block.address(), block.bytes())) {
            throw new StateException(
                    "the state has "
                            + block.bytes()
                            + " bytes at "
                            + CudaFailures.hex(block.address())
                            + " in a heap of kernels, where they cannot be");
        }
    }

    private void restore(StateRecord.Event state) {
        if (!(process.objects().get(state.name()) instanceof SimEvent event)) {
            throw missing("event", state.name());
        }
        @Nullable Long reached = state.reached();
        if (reached != null) {
            event.record(MarkOperation.reached(reached + ahead, state.terminated()));
        } else if (!event.byProgram()) {
            event.record(null);
        }
    }

    private void restore(StateRecord.Function state) {
        @Nullable SimObject object = process.objects().get(state.name());
        if (!(object instanceof SimFunction kernel)) {
            throw missing("kernel", state.name());
        }
        if (state.maxDynamicShared() < 0) {
            throw new StateException(
                    "the state has "
                            + state.maxDynamicShared()
                            + " bytes as a kernel's most dynamic shared memory");
        }
        int most = kernel.context().device().profile().limits().sharedPerBlockOptin();
        kernel.maxDynamicShared = Math.min(most, state.maxDynamicShared());
    }

    @Override
    public void memory(long address, MemorySegment content) {
        Stage before = stage;
        requireStage(before, Stage.AHEAD, Stage.BEGUN);
        stage = Stage.REFUSED;
        intake.take(before == Stage.AHEAD, new Range(address, content.byteSize()), content);
        memory.add(address, content);
        stage = before;
    }

    @Override
    public List<MemoryRange> missed() {
        return intake.missed();
    }

    private void end(StateRecord.End end) {
        if (end.records() != records
                || end.pieces() != memory.pieces()
                || end.checksum() != memory.value()) {
            throw new StateException(
                    "the state is not complete: "
                            + records
                            + " records and "
                            + memory.pieces()
                            + " pieces of memory came, and "
                            + end.records()
                            + " and "
                            + end.pieces()
                            + " were written; or the memory was damaged on its way");
        }
        for (SimContext context : process.contexts()) {
            known(context.name());
        }
        process.choices().belowNext(queued::restore); // cooperative launches take memory
        process.choices().endRepetition();
    }
}
