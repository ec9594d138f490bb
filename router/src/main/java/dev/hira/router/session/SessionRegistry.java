package dev.hira.router.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.policy.NanoClock;
import dev.hira.router.books.VmLedger;
import dev.hira.router.config.LimitsConfig;
import dev.hira.router.operator.vms.VmStanding;
import dev.hira.router.operator.vms.VmStandings;
import dev.hira.router.operator.vms.VmTotals;
import dev.hira.router.session.kept.KeptSessions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The sessions and their VMs. A VM is remembered after its last session, so that its books
 * continue, unless more than ten thousand VMs are known.
 */
public final class SessionRegistry {
    private static final int REMEMBERED_VMS = 10_000;

    private final LimitsConfig limits;
    private final NanoClock clock;
    private final VmStandings standings = new VmStandings();
    private final ConcurrentNavigableMap<String, RouterSession> open =
            new ConcurrentSkipListMap<>();

    private final AtomicLong everOpened = new AtomicLong();
    private final List<Consumer<RouterSession>> openings = new CopyOnWriteArrayList<>();
    private volatile @Nullable KeptSessions kept;

    private static final int MOST_WAITING = 8;

    /** In the order of their last use. */
    @GuardedBy("this")
    private final Map<String, Vm> vms = new LinkedHashMap<>(16, 0.75f, true);

    @GuardedBy("this")
    private int registrations;

    @GuardedBy("this")
    private boolean closed;

    public SessionRegistry(LimitsConfig limits, NanoClock clock) {
        this.limits = limits;
        this.clock = clock;
    }

    /**
     * Takes a registration for a session of a VM; the caller must give it back with {@link #leave}.
     *
     * @param granted most sessions of the VM by its grant
     */
    public synchronized Entry enter(String name, int granted) {
        if (closed) {
            return new Full("the router is stopping; open the session at another one", true);
        }
        if (standings.of(name) instanceof VmStanding.Evicted evicted) {
            return new Barred(evicted.reason());
        }
        if (registrations >= limits.sessions()) {
            return new Full(
                    "the router has "
                            + registrations
                            + " sessions of "
                            + limits.sessions()
                            + " allowed; try again later",
                    false);
        }
        Vm vm = vms.computeIfAbsent(name, n -> new Vm());
        int most = Math.min(granted, limits.sessionsPerVm());
        if (vm.sessions >= most) {
            return new Full(
                    "VM '"
                            + name
                            + "' has "
                            + vm.sessions
                            + " sessions of "
                            + most
                            + " allowed; close some",
                    most == 0);
        }
        registrations++;
        vm.sessions++;
        forgetOldVms();
        return new Registration(name, vm.ledger);
    }

    /**
     * Returns whether a further session of a VM may wait for the end of others. If so, the caller
     * calls {@link #hasWaited} later. Few may wait at once, because each takes a place among the
     * sessions that are being opened.
     */
    synchronized boolean mayWait(String name) {
        Vm vm = vms.get(name);
        if (vm == null || vm.waiting >= MOST_WAITING) {
            return false;
        }
        vm.waiting++;
        return true;
    }

    /** Ends the wait of a session of a VM. */
    synchronized void hasWaited(String name) {
        Vm vm = vms.get(name);
        if (vm != null && vm.waiting > 0) {
            vm.waiting--;
        }
    }

    /** Gives a registration back. */
    public synchronized void leave(Registration registration) {
        registrations--;
        Objects.requireNonNull(vms.get(registration.vm()))
                .sessions--; // it is in use, so it is known
        notifyAll();
    }

    /** Forgets what a VM without sessions did; false: it has sessions. */
    public synchronized boolean forget(String name) {
        Vm vm = vms.get(name);
        if (vm != null && vm.sessions > 0) {
            return false;
        }
        vms.remove(name);
        return true;
    }

    /** Stops admitting sessions. */
    public synchronized void close() {
        closed = true;
    }

    /** Waits until no registration is taken; false after a timeout. */
    public synchronized boolean awaitEmpty(long millis) throws InterruptedException {
        long deadline = clock.nanoTime() + millis * 1_000_000;
        while (registrations > 0) {
            long left = (deadline - clock.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }

    /** Returns the number of sessions, including those being opened. */
    public synchronized int registrations() {
        return registrations;
    }

    /** Keeps sessions in a folder for the router's next process. */
    public void keepIn(KeptSessions folder) {
        kept = folder;
    }

    /** Returns the folder of sessions; null: they end with this process. */
    public @Nullable KeptSessions kept() {
        return kept;
    }

    /** Returns the standings of VMs. */
    public VmStandings standings() {
        return standings;
    }

    /**
     * Returns the sums over all sessions of each remembered VM, by VM. They are of one moment with
     * respect to sessions that end, and exact for each session.
     */
    public Map<String, VmTotals> totals() {
        Map<String, VmTotals> totals = new TreeMap<>();
        List<RouterSession> now;
        synchronized (this) {
            vms.forEach((name, vm) -> totals.put(name, vm.before));
            now = all();
        }
        totals.replaceAll((name, before) -> before.copy());
        for (RouterSession session : now) {
            SessionView facts = facts(session);
            totals.computeIfAbsent(facts.vm(), vm -> new VmTotals())
                    .addOpen(facts.device(), facts.counters(), facts.journal());
        }
        return totals;
    }

    /** Returns a VM's books; null when it never had a session. */
    public synchronized @Nullable VmLedger ledger(String vm) {
        Vm found = vms.get(vm);
        return found == null ? null : found.ledger;
    }

    /** Whether it has stopped admitting sessions. */
    public synchronized boolean isClosed() {
        return closed;
    }

    /** Returns the number of open sessions. */
    public int open() {
        return open.size();
    }

    /** Returns the number of sessions opened so far. */
    public long everOpened() {
        return everOpened.get();
    }

    void opened(RouterSession session) {
        everOpened.incrementAndGet();
        open.put(session.id(), session);
        openings.forEach(watcher -> watcher.accept(session));
    }

    /** Adds a watcher of sessions that open, which is called on their threads. */
    public void watchOpenings(Consumer<RouterSession> watcher) {
        openings.add(watcher);
    }

    synchronized void ended(RouterSession session) {
        if (open.remove(session.id()) != null) {
            SessionView facts = facts(session);
            Vm vm = vms.get(facts.vm());
            if (vm != null) {
                vm.remember(facts);
            }
        }
    }

    /** Returns an open session; null when there is none of this id. */
    public @Nullable RouterSession find(String id) {
        return open.get(id);
    }

    /** Returns the open sessions with ids after the given one, in order. */
    public Stream<RouterSession> after(String id) {
        return open.tailMap(id, false).values().stream();
    }

    /** Returns the open sessions of a VM. */
    public List<RouterSession> of(String vm) {
        return open.values().stream().filter(session -> facts(session).vm().equals(vm)).toList();
    }

    /** Returns the facts about a session that is or was open. */
    private static SessionView facts(RouterSession session) {
        return Objects.requireNonNull(session.facts());
    }

    /** Returns all open sessions. */
    public List<RouterSession> all() {
        return List.copyOf(open.values());
    }

    @GuardedBy("this")
    private void forgetOldVms() {
        var oldest = vms.values().iterator();
        while (vms.size() > REMEMBERED_VMS && oldest.hasNext()) {
            if (oldest.next().sessions == 0) {
                oldest.remove();
            }
        }
    }

    /** The result of asking for a registration. */
    public sealed interface Entry {}

    /**
     * A session's registration.
     *
     * @param ledger the VM's books
     */
    public record Registration(String vm, VmLedger ledger) implements Entry {}

    /**
     * There is no free registration.
     *
     * @param problem a sentence for the guest's user
     * @param isFinal whether the end of other sessions changes nothing
     */
    public record Full(String problem, boolean isFinal) implements Entry {}

    /**
     * The VM may not have sessions.
     *
     * @param problem a sentence for the guest's user
     */
    public record Barred(String problem) implements Entry {}

    private static final class Vm {
        private final VmLedger ledger = new VmLedger();
        private int sessions;
        private int waiting;

        /** Sums over ended sessions. Replaced, never changed. */
        private VmTotals before = new VmTotals();

        void remember(SessionView ended) {
            VmTotals sum = before.copy();
            sum.addEnded(ended.device(), ended.counters());
            before = sum;
        }
    }
}
