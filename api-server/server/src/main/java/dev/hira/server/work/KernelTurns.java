package dev.hira.server.work;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.server.host.LaneDrivers;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.KernelsHeld;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/** The turns of a session's kernels at devices that it shares with others, as the router wants. */
public final class KernelTurns {
    private final LaneDrivers<?> drivers;
    private final Executor workers;
    private final Consumer<Control> reports;

    @GuardedBy("this")
    private final Set<Integer> held = new HashSet<>();

    /**
     * @param workers run what takes a lock of the link
     * @param reports sends messages to the router; any thread
     */
    public KernelTurns(LaneDrivers<?> drivers, Executor workers, Consumer<Control> reports) {
        this.drivers = drivers;
        this.workers = workers;
        this.reports = reports;
    }

    /** Holds the kernels at these devices, and lets those at all others go on. Any thread. */
    public synchronized void hold(List<Integer> devices) {
        for (int device : List.copyOf(held)) {
            if (!devices.contains(device)) {
                held.remove(device);
                drivers.letKernelsGo(device);
            }
        }
        for (int device : devices) {
            if (held.add(device)) {
                drivers.holdKernels(device, () -> tellSoon(device));
            }
        }
    }

    private void tellSoon(int device) {
        try {
            workers.execute(() -> tell(device));
        } catch (RejectedExecutionException shutDown) {
            // the session ends, and the router waits for no report
        }
    }

    private void tell(int device) {
        KernelsHeld.Builder message = KernelsHeld.newBuilder();
        drivers.tellSpent(
                device,
                (call, nanos) -> {
                    message.addCalls(call);
                    message.addNanos(nanos);
                });
        if (message.getCallsCount() > 0) {
            reports.accept(Control.newBuilder().setKernelsHeld(message).build());
        }
    }
}
