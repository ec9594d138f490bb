package dev.hira.router.operator.rebalance;

import dev.hira.router.judge.count.VerdictTotals;
import dev.hira.router.judge.count.VerdictTotals.Tally;
import dev.hira.router.operator.control.PolicyControl;
import dev.hira.router.operator.control.VmOnDevice;
import dev.hira.router.placement.ServerView;
import dev.hira.router.placement.ServerView.Health;
import dev.hira.router.session.RouterServices;
import dev.hira.router.session.RouterSession;
import dev.hira.router.session.SessionView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Measures the loads of devices between two moments. For one thread. */
final class LoadMeter {
    /** The reason of commands that wait for their device because it is busy. */
    private static final String QUEUE = "queue";

    private final RouterServices services;
    private final PolicyControl control;

    /** The readings of the last moment; empty at the first one. */
    private Optional<Readings> last = Optional.empty();

    LoadMeter(RouterServices services, PolicyControl control) {
        this.services = services;
        this.control = control;
    }

    /** Returns the loads since the last call; empty at the first one. */
    Optional<List<DeviceLoad>> sample() {
        Readings now = readings();
        Optional<List<DeviceLoad>> loads = last.map(before -> loads(before, now));
        last = Optional.of(now);
        return loads;
    }

    /** Begins anew, because sessions have moved. */
    void reset() {
        last = Optional.empty();
    }

    private Readings readings() {
        Readings now = new Readings(services.nanoClock().nanoTime());
        control.uses().forEach(use -> now.uses.put(new DeviceAndVm(use.device(), use.vm()), use));
        for (RouterSession session : services.registry().all()) {
            SessionView facts = session.facts();
            if (facts != null && !facts.isSuspended()) {
                DeviceAndVm key = new DeviceAndVm(facts.device(), facts.vm());
                now.sessions.computeIfAbsent(key, _ -> new ArrayList<>()).add(session.id());
                now.waits.put(session.id(), waited(facts));
            }
        }
        return now;
    }

    private static long waited(SessionView facts) {
        VerdictTotals totals = new VerdictTotals();
        facts.counters().verdicts().addTo(totals);
        Tally queue = totals.delayed().get(QUEUE);
        return queue == null ? 0 : queue.nanos();
    }

    private List<DeviceLoad> loads(Readings before, Readings now) {
        Map<String, Map<String, Double>> byDevice = new HashMap<>();
        for (DeviceAndVm key : now.keys()) {
            byDevice.computeIfAbsent(key.device, _ -> new HashMap<>())
                    .put(key.vm, now.load(key, before));
        }
        List<DeviceLoad> loads = new ArrayList<>();
        for (String device : devices()) {
            Map<String, Double> vms = byDevice.getOrDefault(device, Map.of());
            loads.add(new DeviceLoad(device, control.strain(device), vms));
        }
        return loads;
    }

    /** Returns the names of all devices of servers that can be reached. */
    private List<String> devices() {
        return services.pool().views().stream()
                .filter(view ->
                        view.health() == Health.SERVING || view.health() == Health.NOT_SERVING)
                .flatMap(view -> view.devices().stream().map(d -> name(view, d.ordinal())))
                .toList();
    }

    static String name(ServerView server, int ordinal) {
        return server.name() + "/" + ordinal;
    }

    private record DeviceAndVm(String device, String vm) {}

    /** The sums of one moment. */
    private static final class Readings {
        private final long at;
        private final Map<DeviceAndVm, VmOnDevice> uses = new HashMap<>();

        private final Map<DeviceAndVm, List<String>> sessions = new HashMap<>();

        /** The time for which each session has waited for its device. */
        private final Map<String, Long> waits = new HashMap<>();

        Readings(long at) {
            this.at = at;
        }

        /** Returns the devices and VMs of sessions, and those with work of other sessions. */
        Set<DeviceAndVm> keys() {
            Set<DeviceAndVm> keys = new HashSet<>(sessions.keySet());
            uses.forEach((key, use) -> {
                if (use.inFlight() > 0 || use.waiting() > 0) {
                    keys.add(key);
                }
            });
            return keys;
        }

        double load(DeviceAndVm key, Readings before) {
            long nanos = Math.max(1, at - before.at);
            long used = used(key) - before.used(key);
            // The time of work is known when it ends.
            boolean works = used == 0 && inFlight(key) > 0 && before.inFlight(key) > 0;
            return works ? 1 : Math.min(1, (double) (used + waited(key, before)) / nanos);
        }

        private long waited(DeviceAndVm key, Readings before) {
            return sessions.getOrDefault(key, List.of()).stream()
                    .mapToLong(id -> wait(id) - before.wait(id))
                    .sum();
        }

        private long wait(String session) {
            return waits.getOrDefault(session, 0L);
        }

        private long used(DeviceAndVm key) {
            VmOnDevice use = uses.get(key);
            return use == null ? 0 : use.nanos();
        }

        private int inFlight(DeviceAndVm key) {
            VmOnDevice use = uses.get(key);
            return use == null ? 0 : use.inFlight();
        }
    }
}
