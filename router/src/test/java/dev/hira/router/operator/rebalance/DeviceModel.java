package dev.hira.router.operator.rebalance;

import dev.hira.policy.NanoClock;
import dev.hira.router.config.RebalanceConfig;
import dev.hira.router.operator.rebalance.Candidates.Candidate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Devices and VMs in virtual time. A VM wants a device for a part of the time; where VMs want more
 * than the device has, they wait, so that their loads grow. Moves take no time.
 */
final class DeviceModel implements NanoClock {
    static final RebalanceConfig CONFIG =
            new RebalanceConfig(
                    true,
                    Duration.ofSeconds(1),
                    0.5,
                    Duration.ofSeconds(10),
                    Duration.ofMinutes(5));

    /** Devices that take no VM. */
    final Set<String> closed = new HashSet<>();

    /** Devices to which all moves fail. */
    final Set<String> refusing = new HashSet<>();

    final Map<String, Integer> strain = new HashMap<>();
    final Map<String, Long> bytes = new HashMap<>();

    /** The moves so far, with their times. */
    final List<Move> moves = new ArrayList<>();

    private final List<String> devices;
    private final Map<String, String> places = new TreeMap<>();
    private final Map<String, Double> demands = new HashMap<>();
    private final Rebalancer rebalancer = new Rebalancer(CONFIG, this);
    private long now = 1_000_000_000_000L;

    DeviceModel(String... devices) {
        this.devices = List.of(devices);
    }

    /** A move, and the loads that led to it. */
    record Move(long at, Proposal proposal) {}

    @Override
    public long nanoTime() {
        return now;
    }

    /** Puts a VM at a device, with the part of the time for which it wants one. */
    void put(String vm, String device, double demand) {
        places.put(vm, device);
        demands.put(vm, demand);
    }

    void want(String vm, double demand) {
        demands.put(vm, demand);
    }

    Map<String, String> places() {
        return places;
    }

    /** Lets this many seconds pass, with a look at the end of each. */
    void run(int seconds) {
        for (int i = 0; i < seconds; i++) {
            now += CONFIG.interval().toNanos();
            rebalancer.look(loads(), this::candidate).ifPresent(this::move);
        }
    }

    private void move(Proposal proposal) {
        moves.add(new Move(now, proposal));
        if (!refusing.contains(proposal.to())) {
            places.put(proposal.vm(), proposal.to());
        }
    }

    List<DeviceLoad> loads() {
        return devices.stream()
                .map(d -> new DeviceLoad(d, strain.getOrDefault(d, 0), vms(d)))
                .toList();
    }

    private Map<String, Double> vms(String device) {
        Map<String, Double> vms = new HashMap<>();
        places.forEach((vm, at) -> {
            if (at.equals(device)) {
                vms.put(vm, demands.getOrDefault(vm, 0.0));
            }
        });
        double wanted = vms.values().stream().mapToDouble(demand -> demand).sum();
        vms.replaceAll((_, demand) -> Math.min(1, demand * Math.max(1, wanted)));
        return vms;
    }

    private Optional<Candidate> candidate(String vm, String device) {
        Set<String> targets = new HashSet<>(devices);
        targets.removeAll(closed);
        targets.remove(device);
        return Optional.of(new Candidate(bytes.getOrDefault(vm, 0L), targets));
    }
}
