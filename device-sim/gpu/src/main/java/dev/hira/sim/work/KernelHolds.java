package dev.hira.sim.work;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.sim.kernel.KernelContext;
import dev.hira.sim.kernel.KernelLoader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * The devices at which a process's kernels are held, because others have their turn there. Nothing
 * is held while the process's work comes to a standstill, for which blocks that have begun must
 * end, or to its end.
 */
public final class KernelHolds {
    private final Supplier<KernelLoader> loader;
    private final IntFunction<List<KernelContext>> contexts;
    private final BooleanSupplier rests;

    /** The devices, with the contexts that were at each when the hold began. */
    @GuardedBy("this")
    private final Map<Integer, List<KernelContext>> held = new HashMap<>();

    @GuardedBy("this")
    private boolean closed;

    /**
     * @param loader holds the kernels
     * @param contexts returns the contexts that are at a device now
     * @param rests whether the process's work comes to a standstill or to its end
     */
    public KernelHolds(
            Supplier<KernelLoader> loader,
            IntFunction<List<KernelContext>> contexts,
            BooleanSupplier rests) {
        this.loader = loader;
        this.contexts = contexts;
        this.rests = rests;
    }

    /**
     * Holds the kernels of the contexts that are at a device now.
     *
     * @param still runs when none of these kernels runs any longer
     */
    public synchronized void hold(int device, Runnable still) {
        if (closed || rests.getAsBoolean() || held.containsKey(device)) {
            return;
        }
        List<KernelContext> present = contexts.apply(device);
        held.put(device, present);
        AtomicInteger running = new AtomicInteger(present.size());
        if (present.isEmpty()) {
            still.run();
        }
        for (KernelContext context : present) {
            loader.get()
                    .hold(
                            context,
                            () -> {
                                if (running.decrementAndGet() == 0) {
                                    still.run();
                                }
                            });
        }
    }

    /** Lets the kernels at a device go on. */
    public synchronized void letGo(int device) {
        List<KernelContext> present = held.remove(device);
        if (present != null) {
            present.forEach(context -> loader.get().letGo(context));
        }
    }

    /** Lets all kernels go on. */
    public synchronized void letAllGo() {
        List.copyOf(held.keySet()).forEach(this::letGo);
    }

    /** Lets all kernels go on for good. */
    public synchronized void close() {
        closed = true;
        letAllGo();
    }

    /** Whether the kernels of a context are held. */
    public synchronized boolean holds(KernelContext context) {
        return held.values().stream().anyMatch(each -> each.contains(context));
    }
}
