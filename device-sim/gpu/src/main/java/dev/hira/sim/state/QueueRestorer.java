package dev.hira.sim.state;

import dev.hira.api.StateException;
import dev.hira.api.cuda.CudaException;
import dev.hira.sim.driver.object.CudaFailures;
import dev.hira.sim.driver.object.ProcessState;
import dev.hira.sim.driver.object.SimContext;
import dev.hira.sim.driver.object.SimStream;
import dev.hira.sim.engine.Channel;
import dev.hira.sim.engine.ChannelGroup;
import dev.hira.sim.engine.ChannelOperation;
import dev.hira.sim.engine.EngineOperation;
import dev.hira.sim.kernel.KernelFault;
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
    /** The most channels without a stream, each of which has at least a pending callback. */
    private static final int MOST_ENDING = ChannelGroup.MOST_PENDING;

    /** The heap that such a channel holds with its callback. */
    private static final long ENDING_BYTES = 1024;

    private final ProcessState process;
    private final Map<Long, QueuedWork.Call> calls = new LinkedHashMap<>();
    private final List<Queued> all = new ArrayList<>();
    private final ByteArrayOutputStream staged = new ByteArrayOutputStream();
    private final List<Channel> beside = new ArrayList<>();
    private final List<Channel> ending = new ArrayList<>();
    private @Nullable Channel channel;

    /** An operation and its place; the staged bytes that it reads or begins with, if any. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Queued(Channel channel, QueuedWork.Operation operation, byte @Nullable [] staged) {}

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

    static StateException wrong(String what) {
        return new StateException("the state has queued work that is not possible here: " + what);
    }

    private Channel channel(QueuedWork.Queue queue) {
        if (!(process.objects().get(queue.context()) instanceof SimContext context)) {
            throw wrong("there is no context " + CudaFailures.hex(queue.context()));
        }
        return switch (queue.stream()) {
            case LEGACY -> context.channels().legacy();
            case OF_LANE -> context.perThread(queue.name());
            case NAMED -> named(context, queue.name());
            case BESIDE -> beside(context, named(context, queue.name()));
            case ENDING -> ending(context, queue.name());
        };
    }

    /** Opens a channel that ends with its operations. */
    private Channel ending(SimContext context, long name) {
        long priority = name >> 1;
        if (priority < 0 || priority > Integer.MAX_VALUE || ending.size() >= MOST_ENDING) {
            throw wrong("there are too many streams without a name, or one has another priority");
        }
        @Nullable Channel opened =
                context.channels().openHolding(ENDING_BYTES, (name & 1) != 0, (int) priority);
        if (opened == null) {
            throw wrong("there is no room for its callbacks in the memory of this server");
        }
        ending.add(opened);
        return opened;
    }

    private Channel named(SimContext context, long name) {
        if (process.objects().get(name) instanceof SimStream stream
                && stream.context() == context) {
            return stream.channel();
        }
        throw wrong("there is no stream " + CudaFailures.hex(name));
    }

    /** Reserves a channel until all work is queued. */
    private Channel beside(SimContext context, Channel main) {
        @Nullable Channel reserved = context.channels().siblings().reserve(main);
        if (reserved == null) {
            throw wrong("a queue has too many commands under way");
        }
        beside.add(reserved);
        return reserved;
    }

    private void stage(MemorySegment content) {
        if (!process.staging().take(content.byteSize())) {
            throw wrong("its copies have read more bytes ahead than this host keeps for a process");
        }
        staged.writeBytes(content.toArray(ValueLayout.JAVA_BYTE));
    }

    private void add(QueuedWork.Operation operation) {
        Channel to = channel;
        if (to == null || all.size() >= ChannelGroup.MOST_PENDING * 64L) {
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
            queue(new OperationRestorer(process, all).operations());
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
        beside.forEach(each -> each.group().siblings().unreserve(each));
        ending.forEach(each -> each.group().requeueEnd(each));
        works.keySet().forEach(process.listener()::continues);
        works.values().forEach(work -> work.ended(0));
    }

    private static long call(QueuedWork.Operation operation) {
        return switch (operation) {
            case QueuedWork.Kernel kernel -> kernel.call();
            case QueuedWork.Copy copy -> copy.call();
            case QueuedWork.Fill fill -> fill.call();
            case QueuedWork.Mark _,
                    QueuedWork.Wait _,
                    QueuedWork.WaitForProgram _,
                    QueuedWork.Terminated _,
                    QueuedWork.Function _,
                    QueuedWork.Result _ ->
                    LaneWork.NO_CALL;
        };
    }

    private CallWork work(long call) {
        QueuedWork.@Nullable Call of = calls.get(call);
        if (of == null) {
            throw wrong("an operation belongs to the unknown call " + call);
        }
        return CallWork.ofAnotherServer(process.listener(), call, of.device(), of.spent());
    }
}
