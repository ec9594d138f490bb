package dev.hira.sim.state;

import dev.hira.api.LateResult;
import dev.hira.api.NumberedFunction;
import dev.hira.sim.driver.copy.AreaCopyOperation;
import dev.hira.sim.driver.copy.CopyOperation;
import dev.hira.sim.driver.copy.CopySide;
import dev.hira.sim.driver.copy.Extent;
import dev.hira.sim.driver.copy.FillOperation;
import dev.hira.sim.driver.object.KernelOperation;
import dev.hira.sim.driver.object.LaneState;
import dev.hira.sim.driver.object.ProcessState;
import dev.hira.sim.driver.object.ProgramFunction;
import dev.hira.sim.driver.object.SimContext;
import dev.hira.sim.driver.object.SimEvent;
import dev.hira.sim.driver.object.SimObject;
import dev.hira.sim.driver.object.SimStream;
import dev.hira.sim.engine.ActionOperation;
import dev.hira.sim.engine.Channel;
import dev.hira.sim.engine.ChannelOperation;
import dev.hira.sim.engine.EngineOperation;
import dev.hira.sim.engine.HostOperation;
import dev.hira.sim.engine.MarkOperation;
import dev.hira.sim.engine.WaitOperation;
import dev.hira.sim.work.CallWork;
import dev.hira.sim.work.LaneWork;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Describes the queued work of a process that stands still, for another process.
 *
 * <p>What a call that waits has queued is left out: the call is made again at the other process.
 * Until it returns, its operations may as well come after those of other threads.
 */
final class QueueSaver {
    private static final String RELEASE =
            "the release of memory or of a queue, which waits for queued work, had not ended";

    private static final String LOCAL_FUNCTION =
            "a function for the end of an object, or one whose code is in the process, had not been"
                    + " called";

    private static final String UNKNOWN = "work with memory or objects that are gone had not ended";

    /** The most staged bytes in one record. */
    private static final int STAGED_BYTES = 128 << 10;

    private final ProcessState process;
    private final List<QueuedWork> saved = new ArrayList<>();
    private final Map<ChannelOperation, Long> numbers = new HashMap<>();
    private final Map<ChannelOperation, Long> events = new HashMap<>();
    private final Map<ChannelOperation, Long> byProgram = new HashMap<>();
    private final Map<Long, CallWork> calls = new LinkedHashMap<>();
    private final Map<MemorySegment, HostOperation> results = new HashMap<>();

    /** The completions of the results that queued copies fill. */
    private final Set<HostOperation> toFill = new HashSet<>();

    private final Set<Long> madeAgain = new HashSet<>();

    private QueueSaver(ProcessState process) {
        this.process = process;
    }

    /** Some work that only this process can do. */
    private static final class NotPortable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NotPortable(String what) {
            super(what, null, false, false);
        }
    }

    /**
     * The work that was found.
     *
     * @param work without elements when all has ended; null when not all of it can move
     * @param kept what cannot move, as a clause in the past perfect; empty: all can
     */
    record Found(@Nullable List<QueuedWork> work, String kept) {}

    static Found save(ProcessState process) {
        try {
            return new Found(new QueueSaver(process).save(), "");
        } catch (NotPortable unfinished) {
            return new Found(null, String.valueOf(unfinished.getMessage()));
        }
    }

    private List<QueuedWork> save() {
        for (LaneState lane : process.lanes()) {
            if (lane.waits() && lane.work().call() != LaneWork.NO_CALL) {
                madeAgain.add(lane.work().call());
            }
        }
        List<SimObject> objects = process.objects().values();
        for (SimObject object : objects) {
            if (object instanceof SimEvent event && event.mark() != null) {
                (event.byProgram() ? byProgram : events).put(event.mark(), event.name());
            }
        }
        Map<Channel, QueuedWork.Queue> queues = queues(objects);
        queues.keySet().forEach(channel -> operations(channel).forEach(this::number));
        queues.forEach(this::save);
        List<QueuedWork> all = new ArrayList<>();
        calls.forEach(
                (call, work) -> all.add(new QueuedWork.Call(call, work.device(), work.spent())));
        all.addAll(saved);
        return all;
    }

    /** Returns the channels that have operations. */
    private Map<Channel, QueuedWork.Queue> queues(List<SimObject> objects) {
        Map<Channel, QueuedWork.Queue> known = new HashMap<>();
        for (SimContext context : process.contexts()) {
            long name = context.name();
            known.put(
                    context.channels().legacy(),
                    new QueuedWork.Queue(name, QueuedWork.Stream.LEGACY, 0));
            context.perThread()
                    .forEach((lane, channel) ->
                            known.put(
                                    channel,
                                    new QueuedWork.Queue(name, QueuedWork.Stream.OF_LANE, lane)));
        }
        for (SimObject object : objects) {
            if (object instanceof SimStream stream) {
                known.put(
                        stream.channel(),
                        new QueuedWork.Queue(
                                stream.context().name(), QueuedWork.Stream.NAMED, stream.name()));
            }
        }
        Map<Channel, QueuedWork.Queue> used = new LinkedHashMap<>();
        for (SimContext context : process.contexts()) {
            for (Channel channel : context.channels().channels()) {
                if (!operations(channel).isEmpty() || !channel.queued().isEmpty()) {
                    used.put(channel, queue(channel, known));
                }
            }
        }
        return used;
    }

    private QueuedWork.Queue queue(Channel channel, Map<Channel, QueuedWork.Queue> known) {
        @Nullable Channel main = channel.main();
        if (main == null) {
            QueuedWork.@Nullable Queue named = known.get(channel);
            return named != null ? named : ending(channel);
        }
        QueuedWork.Queue beside = required(known.get(main));
        return new QueuedWork.Queue(beside.context(), QueuedWork.Stream.BESIDE, beside.name());
    }

    /** Describes a channel that no stream has any more, and that ends with its operations. */
    private QueuedWork.Queue ending(Channel channel) {
        if (!(channel.queued().getLast() instanceof ActionOperation last) || !last.endsChannel()) {
            throw new NotPortable(RELEASE);
        }
        long name = 2L * channel.priority() + (channel.blocking() ? 1 : 0);
        return new QueuedWork.Queue(contextOf(channel), QueuedWork.Stream.ENDING, name);
    }

    private long contextOf(Channel channel) {
        return process.contexts().stream()
                .filter(context -> context.channels() == channel.group())
                .findFirst()
                .orElseThrow(() -> new NotPortable(UNKNOWN))
                .name();
    }

    private static <T> T required(@Nullable T found) {
        if (found == null) {
            throw new NotPortable(UNKNOWN);
        }
        return found;
    }

    /** Returns the operations that travel. */
    private List<ChannelOperation> operations(Channel channel) {
        List<ChannelOperation> queued = channel.queued();
        List<ChannelOperation> travelling = new ArrayList<>();
        if (channel.terminated() && (channel.main() == null || !queued.isEmpty())) {
            travelling.add(new WaitOperation(MarkOperation.reached(0, true)));
        }
        queued.stream().filter(this::travels).forEach(travelling::add);
        return travelling;
    }

    private boolean travels(ChannelOperation operation) {
        return switch (operation) {
            case EngineOperation work -> !isMadeAgain(work);
            case WaitOperation wait -> {
                @Nullable ChannelOperation awaited = wait.awaited();
                yield awaited != null
                        && (!awaited.done() || wait.meetsTermination())
                        && !(awaited instanceof EngineOperation work && isMadeAgain(work));
            }
            case ActionOperation action -> !action.endsChannel();
            case MarkOperation _, HostOperation _ -> true;
        };
    }

    private boolean isMadeAgain(EngineOperation operation) {
        @Nullable CallWork work = operation.work();
        return work != null && madeAgain.contains(work.call());
    }

    private void number(ChannelOperation operation) {
        numbers.put(operation, (long) numbers.size());
        @Nullable LateResult result =
                operation instanceof HostOperation host ? host.result() : null;
        if (result != null) {
            results.put(result.memory(), (HostOperation) operation);
        }
    }

    private void save(Channel channel, QueuedWork.Queue queue) {
        saved.add(queue);
        for (ChannelOperation operation : operations(channel)) {
            save(operation);
        }
    }

    private void save(ChannelOperation operation) {
        switch (operation) {
            case EngineOperation work -> {
                long call = call(work);
                saved.add(describe(work, call));
            }
            case MarkOperation mark ->
                    saved.add(new QueuedWork.Mark(events.getOrDefault(mark, 0L)));
            case WaitOperation wait -> saved.add(describe(wait));
            case HostOperation host when host.result() != null ->
                    save(host, required(host.result()));
            case HostOperation host -> saved.add(describe(host));
            case ActionOperation _ -> throw new NotPortable(RELEASE);
        }
    }

    private QueuedWork.Operation describe(WaitOperation wait) {
        if (wait.meetsTermination()) {
            return new QueuedWork.Terminated();
        }
        @Nullable ChannelOperation awaited = wait.awaited();
        @Nullable Long number = numbers.get(awaited);
        return number == null
                ? new QueuedWork.WaitForProgram(required(byProgram.get(awaited)))
                : new QueuedWork.Wait(number);
    }

    private static QueuedWork.Function describe(HostOperation host) {
        return switch (host.function()) {
            case ProgramFunction.OnHost call ->
                    function(QueuedWork.FunctionKind.ON_HOST, call, 0, call.userData());
            case ProgramFunction.OfStream call ->
                    function(
                            QueuedWork.FunctionKind.OF_STREAM,
                            call,
                            call.stream(),
                            call.userData());
            case ProgramFunction.OfQueue call ->
                    function(QueuedWork.FunctionKind.OF_QUEUE, call, 0, call.userData());
            case ProgramFunction.OfEvent call ->
                    new QueuedWork.Function(
                            QueuedWork.FunctionKind.OF_EVENT,
                            number(call),
                            call.name(),
                            call.state(),
                            call.afterFault(),
                            call.userData());
            case null, default -> throw new NotPortable(LOCAL_FUNCTION);
        };
    }

    private static QueuedWork.Function function(
            QueuedWork.FunctionKind kind, ProgramFunction call, long object, long userData) {
        return new QueuedWork.Function(kind, number(call), object, 0, 0, userData);
    }

    private static long number(ProgramFunction call) {
        if (call.function() instanceof NumberedFunction known) {
            return known.number();
        }
        throw new NotPortable(LOCAL_FUNCTION);
    }

    /** Saves the completion of a result, with what a copy that has ended has written to it. */
    private void save(HostOperation completion, LateResult result) {
        MemorySegment memory = result.memory();
        if (!toFill.contains(completion) && !isShared(memory)) {
            stage(memory);
        }
        saved.add(new QueuedWork.Result(result.describe()));
    }

    private boolean isShared(MemorySegment memory) {
        MemorySegment shared = process.shared();
        long at = memory.address() - shared.address();
        return memory.isNative() && at >= 0 && at < shared.byteSize();
    }

    private void stage(MemorySegment memory) {
        for (long at = 0; at < memory.byteSize(); at += STAGED_BYTES) {
            long bytes = Math.min(STAGED_BYTES, memory.byteSize() - at);
            saved.add(new QueuedWork.Staged(memory.asSlice(at, bytes)));
        }
    }

    private long call(EngineOperation operation) {
        @Nullable CallWork work = operation.work();
        if (work == null) {
            return LaneWork.NO_CALL;
        }
        calls.put(work.call(), work);
        return work.call();
    }

    private QueuedWork.Operation describe(EngineOperation operation, long call) {
        return switch (operation) {
            case KernelOperation launch -> describe(launch, call);
            case CopyOperation copy -> {
                Extent extent = new Extent(copy.bytes(), 1, 1);
                yield new QueuedWork.Copy(
                        call, source(copy.from(), extent), side(copy.to(), extent), extent);
            }
            case AreaCopyOperation copy ->
                    new QueuedWork.Copy(
                            call,
                            side(copy.from(), copy.extent()),
                            side(copy.to(), copy.extent()),
                            copy.extent());
            case FillOperation fill ->
                    new QueuedWork.Fill(
                            call,
                            side(fill.area(), fill.extent()),
                            fill.value().pattern(),
                            fill.value().bytes(),
                            fill.extent());
            default -> throw new NotPortable(UNKNOWN);
        };
    }

    private QueuedWork.Kernel describe(KernelOperation operation, long call) {
        long name = operation.function().name();
        if (process.objects().get(name) != operation.function()) {
            throw new NotPortable(
                    "the kernel '" + operation.what() + "' of an unloaded module had not ended");
        }
        return new QueuedWork.Kernel(
                call,
                name,
                operation.launch().shape(),
                operation.launch().progress(),
                operation.launch().parameters());
    }

    /** Describes the source of a copy; bytes that were read ahead precede the copy. */
    private QueuedWork.Side source(CopySide from, Extent extent) {
        MemorySegment memory = from.memory();
        if (memory.heapBase().isEmpty()) {
            return side(from, extent);
        }
        stage(memory.asSlice(from.start(), extent.width()));
        return new QueuedWork.Side(QueuedWork.Place.STAGED, 0, 0, extent.width(), extent.width());
    }

    private QueuedWork.Side side(CopySide side, Extent extent) {
        @Nullable HostOperation completion = results.get(side.memory());
        if (completion != null) {
            toFill.add(completion);
            return of(
                    QueuedWork.Place.RESULT, required(numbers.get(completion)), side.start(), side);
        }
        for (SimContext context : process.contexts()) {
            long address = context.memory().addressOf(side.memory(), side.start());
            if (address != 0 && context.memory().find(address, side.reach(extent)) != null) {
                return of(QueuedWork.Place.DEVICE, address, 0, side);
            }
        }
        MemorySegment shared = process.shared();
        long at = side.memory().address() + side.start() - shared.address();
        if (isShared(side.memory()) && side.reach(extent) <= shared.byteSize() - at) {
            return of(QueuedWork.Place.SHARED, at, 0, side);
        }
        throw new NotPortable(UNKNOWN);
    }

    private static QueuedWork.Side of(QueuedWork.Place place, long at, long offset, CopySide side) {
        return new QueuedWork.Side(place, at, offset, side.pitch(), side.slicePitch());
    }
}
