package dev.hira.server.work;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.google.protobuf.ByteString;
import dev.hira.api.LateResult;
import dev.hira.api.WorkListener;
import dev.hira.link.Link;
import dev.hira.server.host.LaneDrivers;
import dev.hira.wire.DoneWriter;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Chosen;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Identified;
import dev.hira.wire.v1.MemoryHeld;
import dev.hira.wire.v1.Overrun;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reports device work to the router: its end, the names of kernels, and the device memory that the
 * session holds but that cannot be computed from any call's arguments. If the calling thread has
 * executed all work of a call itself, the thread with the turn collects the report without a lock
 * and sends it with the turn's answers. Other ends are collected under a lock; the next answers
 * take them along, or a worker sends them.
 */
public final class WorkReports implements WorkListener {
    private final Link link;
    private final Executor workers;
    private final Traffic traffic;

    /** Accessed only by the thread that has the turn. */
    private final DoneWriter own = new DoneWriter();

    private final ReentrantLock lock;

    /** Signalled when the last work has ended. */
    private final Condition idle;

    @GuardedBy("lock")
    private final FrameWriter hop = new FrameWriter();

    @GuardedBy("lock")
    private final DoneWriter late = new DoneWriter();

    @GuardedBy("lock")
    private boolean workerComes;

    @GuardedBy("lock")
    private boolean closed;

    /** Whether reports were collected under the lock; a hint that errs only toward true. */
    private volatile boolean waiting;

    private final LaneDrivers<?> drivers;
    private final WorkPulse pulse;
    private Function<byte[], LateResult> results = WorkListener.NONE::result;
    private @Nullable Functions functions;
    private Reads reads = WorkListener.NONE::reads;
    private Texts texts = WorkListener.NONE::printed;

    /** Receives the text of each kernel that has ended. */
    @FunctionalInterface
    public interface Texts {
        /** Takes the text of the kernel that a call launched. Any thread. */
        void printed(long call, String text);
    }

    /** Gives the functions of the guest that work from elsewhere calls. */
    public interface Functions {
        /** Returns a function by its type and number; see {@link WorkListener#function}. */
        <T> T function(Class<T> type, long number);
    }

    /** Receives the parts of the arena that calls from elsewhere read. */
    @FunctionalInterface
    public interface Reads {
        /** Notes that work of a call will read a part. Any thread. */
        void reads(long call, MemorySegment part);
    }

    /** The memory that the router knows of. Written under the lock. */
    private volatile long toldMemory;

    /**
     * Creates the reports of a session.
     *
     * @param lock held while sending over the link
     * @param threads send the reports that no answer takes along
     * @param drivers know which calls the devices execute
     */
    public WorkReports(
            Link link,
            ReentrantLock lock,
            CallThreads threads,
            Traffic traffic,
            LaneDrivers<?> drivers) {
        this.link = link;
        this.lock = lock;
        this.idle = lock.newCondition();
        this.workers = threads.workers();
        this.traffic = traffic;
        this.drivers = drivers;
        this.pulse = new WorkPulse(drivers, this::running, threads.beats());
    }

    /** Reports that the work of a call is over; a refused call had none. Only with the turn. */
    void workOver(long call, int device, long nanos) {
        own.add(call, device, nanos);
        if (own.isFull()) {
            flush();
        }
    }

    /** Records a call that was made and left work under way. Any thread. */
    void leftWork() {
        pulse.begins();
    }

    /** Records a call that is made away from the turn and may wait for its work. Any thread. */
    void away() {
        pulse.begins();
    }

    /** Records the return of such a call. Any thread. */
    void back() {
        pulse.ended();
    }

    /** Sends everything. Only with the turn. */
    public void flush() {
        if (own.isEmpty()) {
            flushLate();
            return;
        }
        lock.lock();
        try {
            own.finish(hop);
            send();
        } finally {
            lock.unlock();
        }
    }

    /** Sends the reports of work that ended later than its call was made. Any thread. */
    public void flushLate() {
        if (!waiting && drivers.unstatedMemory() == toldMemory) {
            return;
        }
        lock.lock();
        try {
            send();
        } finally {
            lock.unlock();
        }
    }

    /** Drops all collected and all later reports. */
    public void close() {
        pulse.close();
        lock.lock();
        try {
            closed = true;
            hop.discard();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void ended(long call, int device, long nanos) {
        lock.lock();
        try {
            collect(call, device, nanos);
            pulse.ended();
            if (pulse.isIdle()) {
                idle.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until all work has ended and was collected; false after the time limit. */
    public boolean awaitEnds(long nanos) throws InterruptedException {
        long left = nanos;
        lock.lock();
        try {
            while (!pulse.isIdle()) {
                if (left <= 0) {
                    return false;
                }
                left = idle.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Sends a message to the router, after everything collected. Only with the turn. */
    public void tell(Control message) {
        lock.lock();
        try {
            own.finish(hop);
            send();
            add(message);
            send();
        } finally {
            lock.unlock();
        }
    }

    /** Reports that the work of a call made away from the turn is over. Any thread. */
    void workOverAway(long call, int device, long nanos) {
        lock.lock();
        try {
            collect(call, device, nanos);
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void collect(long call, int device, long nanos) {
        late.add(call, device, nanos);
        waiting = true;
        if (late.isFull()) {
            send();
        }
    }

    /** Sends a report at once, unless the router does not read. Any thread. */
    public void running(Control message) {
        lock.lock();
        try {
            if (!closed && link.isWritable()) {
                control(message);
                send();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether the router reads, so that a report would be sent. Any thread. */
    public boolean isRead() {
        return link.isWritable();
    }

    @Override
    public void continues(long call) {
        leftWork();
    }

    @Override
    public LateResult result(byte[] description) {
        return results.apply(description);
    }

    @Override
    public void reads(long call, MemorySegment memory) {
        reads.reads(call, memory);
    }

    @Override
    public <T> T function(Class<T> type, long number) {
        Functions known = functions;
        return known == null
                ? WorkListener.NONE.function(type, number)
                : known.function(type, number);
    }

    /** Sets what gives the functions that work from elsewhere calls. */
    public void onFunction(Functions from) {
        functions = from;
    }

    /** Sets the receiver of the parts of the arena that calls from elsewhere read. */
    public void onReads(Reads receiver) {
        reads = receiver;
    }

    /** Sets how to receive results of calls that were made elsewhere. */
    public void onResult(Function<byte[], LateResult> from) {
        results = from;
    }

    @Override
    public void waitersWoken() {
        lock.lock();
        try {
            if (!waiting || workerComes || closed) {
                return;
            }
            workerComes = true;
        } finally {
            lock.unlock();
        }
        try {
            workers.execute(this::bring);
        } catch (RejectedExecutionException shutDown) {
            bring();
        }
    }

    private void bring() {
        lock.lock();
        try {
            workerComes = false;
            send();
        } finally {
            lock.unlock();
        }
    }

    /** Sets the receiver of kernels' texts. Before any call. */
    public void textsGoTo(Texts receiver) {
        texts = receiver;
    }

    @Override
    public void printed(long call, String text) {
        texts.printed(call, text);
    }

    @Override
    public void overran(long call, int device, String label, long nanos) {
        control(
                Control.newBuilder()
                        .setOverrun(
                                Overrun.newBuilder()
                                        .setCall(call)
                                        .setDevice(device)
                                        .setNanos(nanos)
                                        .setLabel(label))
                        .build());
    }

    @Override
    public void identified(long name, int device, long code, String label) {
        control(
                Control.newBuilder()
                        .setIdentified(
                                Identified.newBuilder()
                                        .addNames(name)
                                        .addDevices(device)
                                        .addCodes(code)
                                        .addLabels(label))
                        .build());
    }

    /** Reports the devices' choices for a new object; none: reports nothing. Any thread. */
    public void chosen(long call, byte[] choices) {
        if (choices.length != 0) {
            control(
                    Control.newBuilder()
                            .setChosen(
                                    Chosen.newBuilder()
                                            .addCalls(call)
                                            .addChoices(ByteString.copyFrom(choices)))
                            .build());
        }
    }

    private void control(Control message) {
        lock.lock();
        try {
            add(message);
            waiting = true;
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void add(Control message) {
        byte[] args = message.toByteArray();
        hop.begin(RecordKinds.CONTROL, 0, 0, 0, 0).args(args, args.length).end();
    }

    @GuardedBy("lock")
    private void addMemory() {
        long held = drivers.unstatedMemory();
        if (held != toldMemory) {
            toldMemory = held;
            add(Control.newBuilder().setMemoryHeld(MemoryHeld.newBuilder().setBytes(held)).build());
        }
    }

    @GuardedBy("lock")
    private void send() {
        waiting = false;
        late.finish(hop);
        addMemory();
        if (hop.isEmpty()) {
            return;
        }
        if (closed) {
            hop.discard();
        } else {
            traffic.sent(hop.bytes());
            link.send(hop.finish(FrameLayout.AUDIENCE_HOP));
        }
    }
}
