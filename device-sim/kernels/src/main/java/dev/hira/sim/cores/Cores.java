package dev.hira.sim.cores;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The host's cores as kernels share them. A thread that runs blocks holds a seat, of which there
 * are as many as cores; the others wait. Each time that a seat is free it goes to the {@linkplain
 * Parties party}, which is a context, that has used seats the least, and within it to the thread
 * that has waited longest. Who has sat for a quantum while others wait is told so by its grid's
 * attention, and gives the seat up when it looks, at its next back edge or block. So a short kernel
 * waits for about one quantum, however many endless ones there are.
 *
 * <p>The threads must be those of the platform: a virtual thread that does not park keeps its
 * carrier, and the quanta of the two schedulers get into each other's way.
 */
public final class Cores {
    /** How long a thread keeps its seat while others wait. */
    static final long QUANTUM = TimeUnit.MILLISECONDS.toNanos(1);

    /** How long others wait for a thread that was told to give up its seat. */
    static final long GRACE = TimeUnit.MILLISECONDS.toNanos(4);

    private static final Cores HOST = new Cores(Runtime.getRuntime().availableProcessors());

    private final int count;
    private final LongSupplier nanos;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private int free;

    @GuardedBy("lock")
    private final Parties parties = new Parties();

    @GuardedBy("lock")
    private final List<Seat> taken = new ArrayList<>();

    private volatile boolean contended;

    public Cores(int count) {
        this(count, System::nanoTime);
    }

    /** So many seats, whose time is told by a clock. */
    Cores(int count, LongSupplier nanos) {
        this.count = count;
        this.nanos = nanos;
        this.free = count;
    }

    /** Those of this process's host. */
    public static Cores ofHost() {
        return HOST;
    }

    public int count() {
        return count;
    }

    /** Whether threads wait for a seat. */
    public boolean contended() {
        return contended;
    }

    /** Takes a seat for the calling thread, waiting for it if need be. */
    public Seat sit(Object party, SeatedRun run) {
        Seat seat = new Seat(party, run, Thread.currentThread(), nanos);
        sit(seat);
        return seat;
    }

    private void sit(Seat seat) {
        lock.lock();
        try {
            if (free > 0) {
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

    /** Waits for a seat, or until there is nothing to sit for. */
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

    /** Lets the threads of a run wait no more that have nothing to sit for. */
    public void dismiss(SeatedRun run) {
        List<Seat> waiting;
        lock.lock();
        try {
            waiting = parties.all();
        } finally {
            lock.unlock();
        }
        waiting.stream().filter(seat -> seat.isOf(run)).forEach(Seat::wake);
    }

    /** Gives a seat up for good. */
    public void leave(Seat seat) {
        @Nullable Seat next;
        lock.lock();
        try {
            next = rise(seat) && !seat.lent ? passOn() : null;
        } finally {
            lock.unlock();
        }
        wake(next);
    }

    @GuardedBy("lock")
    private boolean rise(Seat seat) {
        boolean sat = taken.remove(seat);
        if (sat) {
            parties.rises(seat.party, seat.nanos());
            seat.account();
        }
        return sat;
    }

    /** Gives a seat up if others wait, and waits for the next turn. */
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
        await(seat, seat.run::stopped);
    }

    /**
     * The runs that have sat for a quantum while others wait; their seats are marked so. Who was
     * told so and has not looked for long, most likely because the host's system has not let him
     * run, sits on while another one is given a seat instead.
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

    /** Whether a thread of a run has a seat. */
    public boolean seats(SeatedRun run) {
        lock.lock();
        try {
            return taken.stream().anyMatch(seat -> seat.isOf(run));
        } finally {
            lock.unlock();
        }
    }

    /** Whether a thread of a run is to give its seat up. */
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
        contended = true;
    }

    /** Gives a seat to the thread whose turn it is instead of one that was to be given up. */
    @GuardedBy("lock")
    private @Nullable Seat lend(Seat seat, long now) {
        if (seat.lent || now - seat.told < GRACE || parties.none()) {
            return null;
        }
        seat.lent = true;
        return passOn();
    }

    /** Lets the next one sit when somebody has given up his seat and waits for another. */
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

    /** Gives a free seat to the thread whose turn it is, which is to be woken then. */
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
     * Wakes who was given a seat. Not under the lock: the host may run him instead of who wakes
     * him, and nobody else would get the lock until that one runs again.
     */
    private static void wake(@Nullable Seat seat) {
        if (seat != null) {
            seat.wake();
        }
    }
}
