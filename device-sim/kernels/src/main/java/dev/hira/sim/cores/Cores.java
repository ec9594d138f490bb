package dev.hira.sim.cores;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Shares the host's cores among kernels. A thread needs a seat to run blocks; there are as many
 * seats as cores, and the other threads wait. A free seat goes to the {@linkplain Parties party} (a
 * context) that has used seats the least, and within that party to the thread that has waited
 * longest. When a thread has held a seat for a quantum while others wait, its grid's attention flag
 * tells it so, and it gives up the seat at its next back edge or block. A short kernel therefore
 * waits for about one quantum, however many endless kernels run.
 *
 * <p>The threads must be platform threads: a virtual thread that does not park keeps its carrier,
 * and the quanta of the two schedulers interfere.
 */
public final class Cores {
    /** The time that a thread keeps its seat while others wait. */
    static final long QUANTUM = TimeUnit.MILLISECONDS.toNanos(1);

    /** The time that other threads wait for a thread that was told to give up its seat. */
    static final long GRACE = TimeUnit.MILLISECONDS.toNanos(4);

    private static final Cores HOST =
            new Cores(
                    Runtime.getRuntime().availableProcessors(),
                    System::nanoTime,
                    thread -> ProcessorTime.of(thread));

    private final int count;
    private final LongSupplier nanos;
    private final ToLongFunction<Thread> processor;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private int free;

    @GuardedBy("lock")
    private final Parties parties = new Parties();

    @GuardedBy("lock")
    private final List<Seat> taken = new ArrayList<>();

    private volatile boolean contended;

    /** Whether any party is held. */
    private volatile boolean holds;

    /** Creates a number of seats on a given clock, where threads at seats always run. */
    Cores(int count, LongSupplier nanos) {
        this(count, nanos, _ -> -1);
    }

    /**
     * @param processor the processor time that a thread has used (ns); negative: unknown
     */
    Cores(int count, LongSupplier nanos, ToLongFunction<Thread> processor) {
        this.processor = processor;
        this.count = count;
        this.nanos = nanos;
        this.free = count;
    }

    /** Returns the cores of this process's host. */
    public static Cores ofHost() {
        return HOST;
    }

    /** Returns other cores, which share no seats with these, on the same clock. */
    public Cores separate(int others) {
        return new Cores(others, nanos, processor);
    }

    public int count() {
        return count;
    }

    /** Returns whether threads wait for a seat. */
    public boolean contended() {
        return contended;
    }

    /** The time of the clock by which seats and runs are measured, in nanoseconds. */
    public long now() {
        return nanos.getAsLong();
    }

    /** Takes a seat for the calling thread, and waits for one if necessary. */
    public Seat sit(Object party, SeatedRun run) {
        Seat seat = new Seat(party, run, Thread.currentThread(), nanos);
        sit(seat);
        return seat;
    }

    private void sit(Seat seat) {
        lock.lock();
        try {
            if (free > 0 && !parties.isHeld(seat.party)) {
                free--;
                take(seat);
                return;
            }
            queue(seat);
        } finally {
            lock.unlock();
        }
        expire(nanos.getAsLong()).forEach(SeatedRun::demandAttention);
        await(seat, seat.run::over);
    }

    /** Waits until the seat is granted or the thread has no work left. */
    private void await(Seat seat, BooleanSupplier unwanted) {
        seat.await(unwanted);
        if (!seat.granted) {
            withdraw(seat);
        }
    }

    private void withdraw(Seat seat) {
        lock.lock();
        try {
            parties.remove(seat.party, seat);
            contended = !parties.none();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Makes the threads of a run that wait for a seat check whether they are still needed. Call
     * this after the change that they are to see: a thread that queues later sees it before it
     * waits.
     */
    public void dismiss(SeatedRun run) {
        if (!contended && !holds) {
            return;
        }
        List<Seat> waiting;
        lock.lock();
        try {
            waiting = parties.all();
        } finally {
            lock.unlock();
        }
        waiting.stream().filter(seat -> seat.isOf(run)).forEach(Seat::wake);
    }

    /** Gives up a seat for good. */
    public void leave(Seat seat) {
        @Nullable Seat next;
        lock.lock();
        try {
            next = rise(seat) && !seat.lent ? passOn() : null;
        } finally {
            lock.unlock();
        }
        wake(next);
        seat.tellStill();
    }

    @GuardedBy("lock")
    private boolean rise(Seat seat) {
        boolean sat = taken.remove(seat);
        if (sat) {
            seat.still = parties.rises(seat.party, seat.nanos());
            seat.account();
        }
        return sat;
    }

    /**
     * Gives a party no seat from now on, and takes its present seats away.
     *
     * @param still runs when its threads have given up their seats, unless the party is {@linkplain
     *     #letGo let go} before; on one of these threads or the calling one
     */
    public void hold(Object party, Runnable still) {
        List<SeatedRun> told = new ArrayList<>();
        boolean isStill;
        lock.lock();
        try {
            holds = true;
            isStill = parties.hold(party, still);
            contended = !parties.none();
            long now = nanos.getAsLong();
            for (Seat seat : taken) {
                if (seat.party.equals(party)) {
                    seat.expire(now);
                    told.add(seat.run);
                }
            }
        } finally {
            lock.unlock();
        }
        told.forEach(SeatedRun::demandAttention);
        if (isStill) {
            still.run();
        }
    }

    /** Whether a party is held. */
    public boolean isHeld(Object party) {
        if (!holds) {
            return false;
        }
        lock.lock();
        try {
            return parties.isHeld(party);
        } finally {
            lock.unlock();
        }
    }

    /** Gives a held party seats again. */
    public void letGo(Object party) {
        List<@Nullable Seat> next = new ArrayList<>();
        lock.lock();
        try {
            parties.letGo(party);
            contended = !parties.none();
            holds = parties.holds();
            while (free > 0 && !parties.none()) {
                free--;
                next.add(passOn());
            }
        } finally {
            lock.unlock();
        }
        next.forEach(Cores::wake);
    }

    /** Gives up a seat if others wait, and waits for the next turn. */
    public void giveWay(Seat seat) {
        @Nullable Seat next = null;
        lock.lock();
        try {
            if (rise(seat)) {
                queue(seat);
                next = passOnAfter(seat);
            }
        } finally {
            lock.unlock();
        }
        wake(next);
        seat.tellStill();
        await(seat, seat.run::stopped);
    }

    /**
     * Marks the seats that were held for a quantum while others wait, and returns their runs. A
     * thread that does not react within {@link #GRACE}, most likely because the operating system
     * has not scheduled it, keeps its seat; another thread then gets an additional one.
     */
    List<SeatedRun> expire(long now) {
        if (!contended()) {
            return List.of();
        }
        List<SeatedRun> expired = new ArrayList<>();
        List<@Nullable Seat> next = new ArrayList<>();
        lock.lock();
        try {
            for (Seat seat : List.copyOf(taken)) {
                if (now - seat.since >= QUANTUM) {
                    seat.expire(now);
                    expired.add(seat.run);
                    next.add(lend(seat, now));
                }
            }
        } finally {
            lock.unlock();
        }
        next.forEach(Cores::wake);
        return expired;
    }

    /** Returns the processor time that a thread has used (ns); negative: unknown. */
    public long processorNanos(Thread thread) {
        return processor.applyAsLong(thread);
    }

    /** Returns the threads of the run that hold a seat. */
    public List<Thread> seated(SeatedRun run) {
        lock.lock();
        try {
            return taken.stream().filter(seat -> seat.isOf(run)).map(seat -> seat.thread).toList();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the time for which the run's seats are held and that it has not been charged. */
    public long sinceAccounted(SeatedRun run) {
        long now = nanos.getAsLong();
        lock.lock();
        try {
            return taken.stream()
                    .filter(seat -> seat.isOf(run))
                    .mapToLong(seat -> Math.max(0, now - seat.from))
                    .sum();
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether a thread of the run must give up its seat. */
    public boolean expired(SeatedRun run) {
        lock.lock();
        try {
            return taken.stream().anyMatch(seat -> seat.isOf(run) && seat.expired);
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void take(Seat seat) {
        seat.since = nanos.getAsLong();
        seat.from = seat.since;
        seat.expired = false;
        seat.lent = false;
        taken.add(seat);
        parties.sits(seat.party);
    }

    @GuardedBy("lock")
    private void queue(Seat seat) {
        seat.granted = false;
        parties.add(seat.party, seat);
        contended = !parties.none();
    }

    /**
     * Grants the next thread an additional seat in place of one that its holder has not given up.
     */
    @GuardedBy("lock")
    private @Nullable Seat lend(Seat seat, long now) {
        if (seat.lent || now - seat.told < GRACE || parties.none()) {
            return null;
        }
        seat.lent = true;
        return passOn();
    }

    /** Grants a seat to the next thread after the holder of the given seat has queued again. */
    @GuardedBy("lock")
    private @Nullable Seat passOnAfter(Seat seat) {
        if (!seat.lent) {
            return passOn();
        }
        if (free == 0) {
            return null;
        }
        free--;
        return passOn();
    }

    /** Grants a free seat to the next thread; the caller must wake that thread. */
    @GuardedBy("lock")
    private @Nullable Seat passOn() {
        Seat next = parties.next();
        contended = !parties.none();
        if (next == null) {
            free++;
            return null;
        }
        take(next);
        next.granted = true;
        return next;
    }

    /**
     * Wakes the thread that was granted a seat. Call this only after releasing the lock: the
     * operating system may preempt the waker in favour of the woken thread, and the lock would stay
     * held until the waker runs again.
     */
    private static void wake(@Nullable Seat seat) {
        if (seat != null) {
            seat.wake();
        }
    }
}
