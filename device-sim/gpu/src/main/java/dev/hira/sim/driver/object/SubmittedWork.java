package dev.hira.sim.driver.object;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.sim.engine.ChannelGroup;
import dev.hira.sim.engine.DeviceEngines;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The work that a process has submitted to its devices. */
public final class SubmittedWork {
    private final Collection<SimContext> contexts;
    private final Runnable letAllGo;

    /** The destroyed contexts that still have work. */
    private final Set<SimContext> ending = ConcurrentHashMap.newKeySet();

    private volatile boolean halted;

    /** Whether no further function of the program begins. */
    @GuardedBy("this")
    private boolean functionsWait;

    /** What kept the work from standing still when it was last asked to, and did not. */
    private volatile String kept = "";

    /** The number of threads that wait for the end of all work. */
    private final AtomicInteger endAwaits = new AtomicInteger();

    /**
     * Creates the work of these contexts.
     *
     * @param contexts changes with the process
     * @param letAllGo lets held kernels go on
     */
    SubmittedWork(Collection<SimContext> contexts, Runnable letAllGo) {
        this.contexts = contexts;
        this.letAllGo = letAllGo;
    }

    /** Records that a context is being destroyed. */
    void ends(SimContext context) {
        ending.add(context);
    }

    /** Records that a destroyed context has no work left. */
    void ended(SimContext context) {
        ending.remove(context);
    }

    /**
     * Waits until all work has ended, including that of destroyed contexts. No call may be made
     * meanwhile.
     *
     * @return false: some had not ended after this many nanoseconds
     */
    public boolean awaitEnd(long nanos) throws InterruptedException {
        endAwaits.incrementAndGet();
        try {
            letAllGo.run();
            return awaitEnds(nanos);
        } finally {
            endAwaits.decrementAndGet();
        }
    }

    private boolean awaitEnds(long nanos) throws InterruptedException {
        List<SimContext> all = new ArrayList<>(contexts);
        all.addAll(ending);
        return awaitEach(all, nanos, ChannelGroup::awaitRest);
    }

    /** Waits for something that the channels of a context do. */
    private interface Awaiting {
        boolean within(ChannelGroup channels, long nanos) throws InterruptedException;
    }

    /** Waits for the channels of all contexts; false after this many nanoseconds. */
    private static boolean awaitEach(Iterable<SimContext> all, long nanos, Awaiting awaiting)
            throws InterruptedException {
        long left = nanos;
        for (SimContext context : all) {
            DeviceEngines engines = context.device().engines();
            long begin = engines.nanos();
            if (!awaiting.within(context.channels(), left)) {
                return false;
            }
            left = Math.max(0, left - (engines.nanos() - begin));
        }
        return true;
    }

    /**
     * Makes all work stand still: running grids are paused between blocks, and no other operation
     * begins. Only on the real clock; no call may be made meanwhile.
     *
     * @return false: some work had not come to a stop after this many nanoseconds, and all work
     *     goes on
     */
    public boolean halt(long nanos) throws InterruptedException {
        boolean still = false;
        try {
            beginHalt();
            // A channel of the first pass may have been freed during it, but only to stop at once.
            still = ending.isEmpty() && awaitHalt(nanos) && awaitHalt(nanos);
        } finally {
            if (!still) {
                kept = underWay();
                goOn();
            }
        }
        return still;
    }

    /** What kept the work from standing still in the last {@link #halt} that failed. */
    public String kept() {
        return kept;
    }

    private String underWay() {
        if (!ending.isEmpty()) {
            return "the work of a destroyed context had not ended";
        }
        return contexts.stream()
                .map(context -> context.channels().underWay())
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("a function of the program had not returned");
    }

    /** Makes work that is queued from now on stand still, at a process without any. */
    public void beginHalt() {
        halted = true;
        letAllGo.run();
        contexts.forEach(context -> context.channels().standstill().begin());
    }

    private boolean awaitHalt(long nanos) throws InterruptedException {
        return awaitEach(contexts, nanos, (group, left) -> group.standstill().await(left));
    }

    /**
     * Lets no further function of the program begin, and waits until the functions under way have
     * returned. All other work goes on.
     *
     * @return false: one had not returned after this many nanoseconds
     */
    public boolean endFunctions(long nanos) throws InterruptedException {
        holdFunctions();
        return awaitEach(contexts, nanos, (group, left) -> group.standstill().awaitFunctions(left));
    }

    private synchronized void holdFunctions() {
        functionsWait = true;
        contexts.forEach(context -> context.channels().standstill().holdFunctions());
    }

    /** Lets functions begin again. */
    public synchronized void letFunctions() {
        functionsWait = false;
        contexts.forEach(context -> context.channels().standstill().letFunctions());
    }

    /** Records that a context is new. */
    synchronized void begins(SimContext context) {
        if (functionsWait) {
            context.channels().standstill().holdFunctions();
        }
    }

    /** Whether all work stands still or is about to. */
    public boolean halted() {
        return halted;
    }

    /** Whether no kernel may be held, because a thread waits for all work to stand still or end. */
    boolean mayNotBeHeld() {
        return halted || endAwaits.get() > 0;
    }

    /** Lets work that stands still go on. */
    public void goOn() {
        halted = false;
        contexts.forEach(context -> context.channels().standstill().end());
    }

    /** Whether all work has ended, except that of destroyed contexts. */
    public boolean ended() {
        return contexts.stream().allMatch(context -> context.channels().idle());
    }
}
