package dev.hira.sim.state;

import dev.hira.api.LateResult;
import dev.hira.api.WorkListener;
import dev.hira.api.cuda.CUhostFn;
import dev.hira.api.cuda.CUstreamCallback;
import dev.hira.api.opencl.ClEventNotify;
import dev.hira.api.opencl.ClHostFunc;
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
import dev.hira.sim.driver.object.ProgramFunction;
import dev.hira.sim.driver.object.SimContext;
import dev.hira.sim.driver.object.SimEvent;
import dev.hira.sim.driver.object.SimFunction;
import dev.hira.sim.driver.object.StagingBudget;
import dev.hira.sim.engine.Channel;
import dev.hira.sim.engine.ChannelOperation;
import dev.hira.sim.engine.EngineOperation;
import dev.hira.sim.engine.HostOperation;
import dev.hira.sim.engine.MarkOperation;
import dev.hira.sim.engine.WaitOperation;
import dev.hira.sim.kernel.Launch;
import dev.hira.sim.kernel.LaunchProgress;
import dev.hira.sim.memory.Allocation;
import dev.hira.sim.profile.DeviceProfile;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes the operations that another process had left in queues. The input is not trusted: what is
 * impossible here fails with the same exceptions as the call that made the operation.
 */
final class OperationRestorer {
    private final ProcessState process;
    private final List<QueueRestorer.Queued> all;

    /** The operations made so far, each at its number. */
    private final ChannelOperation[] made;

    OperationRestorer(ProcessState process, List<QueueRestorer.Queued> all) {
        this.process = process;
        this.all = all;
        this.made = new ChannelOperation[all.size()];
    }

    /** Makes all operations; those that refer to others come last. */
    ChannelOperation[] operations() {
        for (int i = 0; i < made.length; i++) {
            if (all.get(i).operation() instanceof QueuedWork.Result(byte[] description)) {
                made[i] = completion(description, all.get(i).staged());
            }
        }
        for (int i = 0; i < made.length; i++) {
            @Nullable ChannelOperation operation = operation(all.get(i));
            made[i] = operation == null ? made[i] : operation;
        }
        for (int i = 0; i < made.length; i++) {
            if (all.get(i).operation() instanceof QueuedWork.Wait(long awaited)) {
                made[i] = new WaitOperation(other(awaited));
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

    private @Nullable ChannelOperation operation(QueueRestorer.Queued queued) {
        return switch (queued.operation()) {
            case QueuedWork.Kernel kernel -> launch(kernel, queued.channel());
            case QueuedWork.Copy copy -> copy(copy, queued.staged());
            case QueuedWork.Fill fill -> fill(fill, queued.channel());
            case QueuedWork.Mark(long event) -> mark(event);
            case QueuedWork.WaitForProgram(long event) -> waitForProgram(event);
            case QueuedWork.Terminated() ->
                    new WaitOperation(MarkOperation.reached(process.nanos(), true));
            case QueuedWork.Function function -> function(function).operation(null);
            case QueuedWork.Wait _, QueuedWork.Result _ -> null;
        };
    }

    private ProgramFunction function(QueuedWork.Function call) {
        WorkListener program = process.listener();
        long number = call.number();
        long data = call.userData();
        return switch (call.kind()) {
            case ON_HOST ->
                    new ProgramFunction.OnHost(program.function(CUhostFn.class, number), data);
            case OF_STREAM ->
                    new ProgramFunction.OfStream(
                            program.function(CUstreamCallback.class, number), call.object(), data);
            case OF_QUEUE ->
                    new ProgramFunction.OfQueue(program.function(ClHostFunc.class, number), data);
            case OF_EVENT ->
                    new ProgramFunction.OfEvent(
                            program.function(ClEventNotify.class, number),
                            call.object(),
                            process.objects().get(call.object()) instanceof SimEvent event
                                    ? event
                                    : null,
                            call.state(),
                            call.afterFault(),
                            data);
        };
    }

    private ChannelOperation other(long number) {
        @Nullable ChannelOperation other =
                number >= 0 && number < made.length ? made[(int) number] : null;
        if (other == null) {
            throw QueueRestorer.wrong("an operation refers to the operation " + number);
        }
        return other;
    }

    private KernelOperation launch(QueuedWork.Kernel kernel, Channel in) {
        if (!(process.objects().get(kernel.function()) instanceof SimFunction function)
                || function.context().channels() != in.group()) {
            throw QueueRestorer.wrong("there is no kernel " + CudaFailures.hex(kernel.function()));
        }
        DeviceProfile profile = function.context().device().profile();
        LaunchChecks.requirePossible(kernel.shape(), function, profile);
        requirePossible(kernel.progress(), kernel.shape().blocks());
        Launch launch =
                function.kernel()
                        .prepare(
                                kernel.shape(),
                                MemorySegment.ofArray(kernel.parameters()),
                                function.context().kernels());
        launch.continueFrom(kernel.progress());
        return new KernelOperation(profile.costs(), launch, function);
    }

    private static void requirePossible(LaunchProgress done, long blocks) {
        if (done.nextBlock() < 0
                || done.nextBlock() > blocks
                || done.grid() < 0
                || done.seatNanos() < 0
                || done.ranNanos() < 0) {
            throw QueueRestorer.wrong("a grid of " + blocks + " blocks has done " + done);
        }
    }

    private EngineOperation copy(QueuedWork.Copy copy, byte @Nullable [] read) {
        Extent extent = copy.extent();
        CopySide from = side(copy.from(), extent, read);
        CopySide to = side(copy.to(), extent, null);
        if (copy.from().place() == QueuedWork.Place.SHARED) {
            process.listener()
                    .reads(copy.call(), from.memory().asSlice(from.start(), from.reach(extent)));
        }
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
        throw QueueRestorer.wrong("a copy is between two places of the host");
    }

    private @Nullable SimContext owner(CopySide side) {
        @Nullable Allocation<ChannelOperation> allocation = side.allocation();
        return allocation == null ? null : process.ownerOf(allocation.start());
    }

    private FillOperation fill(QueuedWork.Fill fill, Channel in) {
        if (fill.bytes() != 1 && fill.bytes() != 2 && fill.bytes() != 4) {
            throw QueueRestorer.wrong("a fill has elements of " + fill.bytes() + " bytes");
        }
        CopySide area = side(fill.to(), fill.extent(), null);
        if (area.allocation() == null || fill.extent().slices() != 1) {
            throw QueueRestorer.wrong("a fill is not of device memory");
        }
        return new FillOperation(
                in.group().engines().profile(),
                new FillValue(fill.pattern(), fill.bytes()),
                area,
                fill.extent());
    }

    private CopySide side(QueuedWork.Side side, Extent extent, byte @Nullable [] read) {
        CopySide area =
                switch (side.place()) {
                    case DEVICE -> onDevice(side, extent);
                    case SHARED -> onHost(side, process.shared(), side.at());
                    case STAGED -> onHost(side, MemorySegment.ofArray(stagedBytes(read)), 0);
                    case RESULT -> onHost(side, memory(other(side.at())), side.offset());
                };
        if (area.allocation() == null
                && (area.start() < 0
                        || area.reach(extent) > area.memory().byteSize() - area.start())) {
            throw QueueRestorer.wrong("a copy reaches beyond its memory");
        }
        return area;
    }

    private static byte[] stagedBytes(byte @Nullable [] read) {
        if (read == null) {
            throw QueueRestorer.wrong("bytes that were read ahead are the destination of a copy");
        }
        return read;
    }

    private static MemorySegment memory(ChannelOperation completion) {
        @Nullable LateResult result =
                completion instanceof HostOperation host ? host.result() : null;
        if (result == null) {
            throw QueueRestorer.wrong("an operation does not complete a result");
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
            throw QueueRestorer.wrong("there is no memory at " + CudaFailures.hex(side.at()));
        }
        return new CopySide(
                found.segment(), found.offset(side.at()), side.pitch(), side.slicePitch(), found);
    }

    private WaitOperation waitForProgram(long name) {
        @Nullable MarkOperation mark =
                process.objects().get(name) instanceof SimEvent event && event.byProgram()
                        ? event.mark()
                        : null;
        if (mark == null) {
            throw QueueRestorer.wrong("the program reaches no event " + CudaFailures.hex(name));
        }
        return new WaitOperation(mark);
    }

    private MarkOperation mark(long name) {
        MarkOperation mark = new MarkOperation();
        if (name == 0) {
            return mark;
        }
        if (!(process.objects().get(name) instanceof SimEvent event) || event.byProgram()) {
            throw QueueRestorer.wrong("there is no event " + CudaFailures.hex(name));
        }
        event.record(mark);
        return mark;
    }
}
