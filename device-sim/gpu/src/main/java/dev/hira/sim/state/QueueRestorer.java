package dev.hira.sim.state;

import dev.hira.api.LateResult;
import dev.hira.api.StateException;
import dev.hira.api.cuda.CudaException;
import dev.hira.sim.driver.LaunchChecks;
import dev.hira.sim.driver.copy.AreaCopyOperation;
import dev.hira.sim.driver.copy.CopyOperation;
import dev.hira.sim.driver.copy.CopySide;
import dev.hira.sim.driver.copy.Extent;
import dev.hira.sim.driver.copy.FillOperation;
import dev.hira.sim.driver.copy.FillValue;
import dev.hira.sim.driver.copy.Route;
import dev.hira.sim.driver.object.CudaFailures;
import dev.hira.sim.driver.object.KernelOperation;
import dev.hira.sim.driver.object.ProcessState;
import dev.hira.sim.driver.object.SimContext;
import dev.hira.sim.driver.object.SimEvent;
import dev.hira.sim.driver.object.SimFunction;
import dev.hira.sim.driver.object.SimStream;
import dev.hira.sim.driver.object.StagingBudget;
import dev.hira.sim.driver.object.Submission;
import dev.hira.sim.engine.Channel;
import dev.hira.sim.engine.ChannelOperation;
import dev.hira.sim.engine.EngineOperation;
import dev.hira.sim.engine.HostOperation;
import dev.hira.sim.engine.MarkOperation;
import dev.hira.sim.engine.WaitOperation;
import dev.hira.sim.kernel.KernelFault;
import dev.hira.sim.kernel.Launch;
import dev.hira.sim.kernel.LaunchProgress;
import dev.hira.sim.memory.Allocation;
import dev.hira.sim.profile.DeviceProfile;
import dev.hira.sim.work.CallWork;
import dev.hira.sim.work.LaneWork;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Queues the work that another process had left. Collects the records, and queues the operations
 * when all have arrived, at channels that stand still. The input is not trusted.
 */
final class QueueRestorer {
    private final ProcessState process;
    private final Map<Long, QueuedWork.Call> calls = new LinkedHashMap<>();
    private final List<Queued> all = new ArrayList<>();
    private final ByteArrayOutputStream staged = new ByteArrayOutputStream();
    private @Nullable Channel channel;

    /** An operation and its place; the staged bytes that it reads or begins with, if any. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Queued(
            Channel channel, QueuedWork.Operation operation, byte @Nullable [] staged) {}

    QueueRestorer(ProcessState process) {
        this.process = process;
    }

    /** Takes a record. */
    void add(QueuedWork work) {
        switch (work) {
            case QueuedWork.Call call -> {
                if (call.call() == LaneWork.NO_CALL
                        || call.spent() < 0
                        || call.device() < 0
                        || call.device() >= process.devices().size()
                        || calls.put(call.call(), call) != null) {
                    throw wrong("the call " + call.call() + " of device " + call.device());
                }
            }
            case QueuedWork.Queue queue -> channel = channel(queue);
            case QueuedWork.Staged(MemorySegment content) -> stage(content);
            case QueuedWork.Operation operation -> add(operation);
        }
    }

    private static StateException wrong(String what) {
        return new StateException("the state has queued work that is not possible here: " + what);
    }

    private Channel channel(QueuedWork.Queue queue) {
        if (!(process.objects().get(queue.context()) instanceof SimContext context)) {
            throw wrong("there is no context " + CudaFailures.hex(queue.context()));
        }
        return switch (queue.stream()) {
            case LEGACY -> context.channels().legacy();
            case OF_LANE -> context.perThread(queue.name());
            case NAMED -> {
                if (process.objects().get(queue.name()) instanceof SimStream stream
                        && stream.context() == context) {
                    yield stream.channel();
                }
                throw wrong("there is no stream " + CudaFailures.hex(queue.name()));
            }
        };
    }

    private void stage(MemorySegment content) {
        if (!process.staging().take(content.byteSize())) {
            throw wrong("its copies have read more bytes ahead than this host keeps for a process");
        }
        staged.writeBytes(content.toArray(ValueLayout.JAVA_BYTE));
    }

    private void add(QueuedWork.Operation operation) {
        Channel to = channel;
        if (to == null || all.size() >= Submission.MOST_PENDING * 64L) {
            throw wrong("an operation is in no stream, or there are too many");
        }
        byte[] read = null;
        if (operation instanceof QueuedWork.Result
                || (operation instanceof QueuedWork.Copy copy
                        && copy.from().place() == QueuedWork.Place.STAGED)) {
            read = staged.toByteArray();
            staged.reset();
        }
        all.add(new Queued(to, operation, read));
    }

    /** Queues everything; false when there is nothing. */
    boolean restore() {
        if (all.isEmpty()) {
            return false;
        }
        try {
            queue(operations());
        } catch (CudaException | KernelFault | ArithmeticException | IndexOutOfBoundsException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
        return true;
    }

    private void queue(ChannelOperation[] operations) {
        Map<Long, CallWork> works = new HashMap<>();
        for (int i = 0; i < operations.length; i++) {
            if (operations[i] instanceof EngineOperation work) {
                long call = call(all.get(i).operation());
                if (call != LaneWork.NO_CALL) {
                    CallWork whole = works.computeIfAbsent(call, this::work);
                    whole.add();
                    work.belongsTo(whole);
                }
            }
        }
        process.work().beginHalt();
        for (int i = 0; i < operations.length; i++) {
            Channel to = all.get(i).channel();
            to.group().requeue(to, operations[i]);
        }
        works.keySet().forEach(process.listener()::continues);
        works.values().forEach(work -> work.ended(0));
    }

    private static long call(QueuedWork.Operation operation) {
        return switch (operation) {
            case QueuedWork.Kernel kernel -> kernel.call();
            case QueuedWork.Copy copy -> copy.call();
            case QueuedWork.Fill fill -> fill.call();
            case QueuedWork.Mark _, QueuedWork.Wait _, QueuedWork.Result _ -> LaneWork.NO_CALL;
        };
    }

    private CallWork work(long call) {
        QueuedWork.@Nullable Call of = calls.get(call);
        if (of == null) {
            throw wrong("an operation belongs to the unknown call " + call);
        }
        return CallWork.left(process.listener(), call, of.device(), of.spent());
    }

    // --- operations

    /** Makes all operations; those that refer to others come last. */
    private ChannelOperation[] operations() {
        ChannelOperation[] made = new ChannelOperation[all.size()];
        for (int i = 0; i < made.length; i++) {
            if (all.get(i).operation() instanceof QueuedWork.Result(byte[] description)) {
                made[i] = completion(description, all.get(i).staged());
            }
        }
        for (int i = 0; i < made.length; i++) {
            @Nullable ChannelOperation operation = operation(all.get(i), made);
            made[i] = operation == null ? made[i] : operation;
        }
        for (int i = 0; i < made.length; i++) {
            if (all.get(i).operation() instanceof QueuedWork.Wait(long awaited)) {
                made[i] = new WaitOperation(other(made, awaited));
            }
        }
        return made;
    }

    private HostOperation completion(byte[] description, byte @Nullable [] content) {
        LateResult result = process.listener().result(description);
        if (content != null) {
            MemorySegment.copy(
                    MemorySegment.ofArray(content), 0, result.memory(), 0, content.length);
            process.staging().giveBack(content.length);
        }
        return HostOperation.completing(result);
    }

    private @Nullable ChannelOperation operation(Queued queued, ChannelOperation[] made) {
        return switch (queued.operation()) {
            case QueuedWork.Kernel kernel -> launch(kernel, queued.channel());
            case QueuedWork.Copy copy -> copy(copy, queued.staged(), made);
            case QueuedWork.Fill fill -> fill(fill, queued.channel(), made);
            case QueuedWork.Mark(long event) -> mark(event);
            case QueuedWork.Wait _, QueuedWork.Result _ -> null;
        };
    }

    private static ChannelOperation other(ChannelOperation[] made, long number) {
        @Nullable ChannelOperation other =
                number >= 0 && number < made.length ? made[(int) number] : null;
        if (other == null) {
            throw wrong("an operation refers to the operation " + number);
        }
        return other;
    }

    private KernelOperation launch(QueuedWork.Kernel kernel, Channel in) {
        if (!(process.objects().get(kernel.function()) instanceof SimFunction function)
                || function.context().channels() != in.group()) {
            throw wrong("there is no kernel " + CudaFailures.hex(kernel.function()));
        }
        DeviceProfile profile = function.context().device().profile();
        LaunchChecks.requirePossible(kernel.shape(), function, profile);
        requirePossible(kernel.done(), kernel.shape().blocks());
        Launch launch =
                function.kernel()
                        .prepare(
                                kernel.shape(),
                                MemorySegment.ofArray(kernel.parameters()),
                                function.context().kernels());
        launch.continueFrom(kernel.done());
        return new KernelOperation(profile.costs().launch(), launch, function);
    }

    private static void requirePossible(LaunchProgress done, long blocks) {
        if (done.nextBlock() < 0
                || done.nextBlock() > blocks
                || done.grid() < 0
                || done.seatNanos() < 0
                || done.ranNanos() < 0) {
            throw wrong("a grid of " + blocks + " blocks has done " + done);
        }
    }

    private EngineOperation copy(
            QueuedWork.Copy copy, byte @Nullable [] read, ChannelOperation[] made) {
        Extent extent = copy.extent();
        CopySide from = side(copy.from(), extent, read, made);
        CopySide to = side(copy.to(), extent, null, made);
        Route route = route(from, to);
        if (extent.rows() != 1 || extent.slices() != 1) {
            return new AreaCopyOperation(route, from, to, extent);
        }
        CopyOperation one =
                new CopyOperation(
                        route,
                        from.memory(),
                        from.start(),
                        to.memory(),
                        to.start(),
                        extent.width());
        StagingBudget staging = process.staging();
        return read == null ? one : one.returning(staging);
    }

    private Route route(CopySide from, CopySide to) {
        @Nullable SimContext source = owner(from);
        @Nullable SimContext target = owner(to);
        if (source != null && target != null) {
            return Route.between(source.device(), target.device());
        } else if (target != null) {
            return Route.toDevice(target.device().profile(), true);
        } else if (source != null) {
            return Route.toHost(source.device().profile(), true);
        }
        throw wrong("a copy is between two places of the host");
    }

    private @Nullable SimContext owner(CopySide side) {
        @Nullable Allocation<ChannelOperation> allocation = side.allocation();
        return allocation == null ? null : process.ownerOf(allocation.start());
    }

    private FillOperation fill(QueuedWork.Fill fill, Channel in, ChannelOperation[] made) {
        if (fill.bytes() != 1 && fill.bytes() != 2 && fill.bytes() != 4) {
            throw wrong("a fill has elements of " + fill.bytes() + " bytes");
        }
        CopySide area = side(fill.to(), fill.extent(), null, made);
        if (area.allocation() == null || fill.extent().slices() != 1) {
            throw wrong("a fill is not of device memory");
        }
        return new FillOperation(
                in.group().engines().profile(),
                new FillValue(fill.pattern(), fill.bytes()),
                area,
                fill.extent());
    }

    private CopySide side(
            QueuedWork.Side side, Extent extent, byte @Nullable [] read, ChannelOperation[] made) {
        CopySide area =
                switch (side.place()) {
                    case DEVICE -> onDevice(side, extent);
                    case SHARED -> onHost(side, process.shared(), side.at());
                    case STAGED -> onHost(side, MemorySegment.ofArray(stagedBytes(read)), 0);
                    case RESULT -> onHost(side, memory(other(made, side.at())), side.offset());
                };
        if (area.allocation() == null
                && (area.start() < 0
                        || area.reach(extent) > area.memory().byteSize() - area.start())) {
            throw wrong("a copy reaches beyond its memory");
        }
        return area;
    }

    private static byte[] stagedBytes(byte @Nullable [] read) {
        if (read == null) {
            throw wrong("bytes that were read ahead are the destination of a copy");
        }
        return read;
    }

    private static MemorySegment memory(ChannelOperation completion) {
        @Nullable LateResult result =
                completion instanceof HostOperation host ? host.result() : null;
        if (result == null) {
            throw wrong("an operation does not complete a result");
        }
        return result.memory();
    }

    private static CopySide onHost(QueuedWork.Side side, MemorySegment memory, long start) {
        return new CopySide(memory, start, side.pitch(), side.slicePitch(), null);
    }

    private CopySide onDevice(QueuedWork.Side side, Extent extent) {
        CopySide area = onHost(side, MemorySegment.NULL, 0);
        @Nullable Allocation<ChannelOperation> found = process.find(side.at(), area.reach(extent));
        if (found == null) {
            throw wrong("there is no memory at " + CudaFailures.hex(side.at()));
        }
        return new CopySide(
                found.segment(), found.offset(side.at()), side.pitch(), side.slicePitch(), found);
    }

    private MarkOperation mark(long name) {
        MarkOperation mark = new MarkOperation();
        if (name == 0) {
            return mark;
        }
        if (!(process.objects().get(name) instanceof SimEvent event)) {
            throw wrong("there is no event " + CudaFailures.hex(name));
        }
        event.record(mark);
        return mark;
    }
}
