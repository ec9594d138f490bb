package dev.hira.router.operator.rebalance;

import dev.hira.policy.NanoClock;
import dev.hira.router.config.RebalanceConfig;
import dev.hira.router.operator.rebalance.Candidates.Candidate;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides which VM moves, from the device with the highest load to the one where it does most good.
 *
 * <p>A move must pay: the larger of the two devices' loads falls by at least half of the threshold.
 * So a VM that alone keeps a device busy stays. Three rules prevent VMs from going back and forth.
 * Moving a VM back never pays while loads stay, because a move that pays leaves the VM at the
 * device with the load that is lower without it. The loads must have asked for a move from the same
 * device for all of the patience. And a VM that has moved, for whatever reason, rests; longer and
 * longer if it goes back and forth all the same, or if its moves fail ({@link Rests}).
 *
 * <p>For one thread at a time, which calls {@link #look} again and again.
 */
public final class Rebalancer {
    /** Gains that differ by less count as the same; then the VM with the least memory moves. */
    private static final double ALIKE = 0.05;

    private final RebalanceConfig config;
    private final NanoClock clock;

    /** The device of each VM at the last look. */
    private Map<String, String> places = new HashMap<>();

    private final Rests rests;

    /** The device from which the last looks would have moved a VM; null: from none. */
    private @Nullable String overloaded;

    private long overloadedSince;

    public Rebalancer(RebalanceConfig config, NanoClock clock) {
        this.config = config;
        this.clock = clock;
        this.rests = new Rests(config.rest().toNanos());
    }

    /**
     * Looks at the present loads.
     *
     * @param devices the devices, also those without load
     * @return the move to begin now, if there is one; the VM rests from now on, even if it fails
     */
    public Optional<Proposal> look(List<DeviceLoad> devices, Candidates candidates) {
        long now = clock.nanoTime();
        noteArrivals(devices, now);
        Optional<Proposal> best = best(devices, candidates, vm -> !rests.isResting(vm, now));
        String from = best.map(Proposal::from).orElse(null);
        if (from == null || !from.equals(overloaded)) {
            overloaded = from;
            overloadedSince = now;
        }
        if (best.isEmpty() || now - overloadedSince < config.patience().toNanos()) {
            return Optional.empty();
        }
        overloaded = null;
        rests.begin(best.get(), now);
        return best;
    }

    /**
     * Returns the next best place of a VM whose target did not take it.
     *
     * @param devices the loads before the move
     * @param candidates the VMs that can move, without targets that were tried
     */
    Optional<Proposal> lookAgain(
            Proposal refused, List<DeviceLoad> devices, Candidates candidates) {
        return best(
                devices,
                (vm, device) ->
                        vm.equals(refused.vm()) ? candidates.of(vm, device) : Optional.empty(),
                _ -> true);
    }

    private void noteArrivals(List<DeviceLoad> devices, long now) {
        Map<String, String> present = new HashMap<>();
        devices.forEach(each -> each.vms().keySet().forEach(vm -> present.put(vm, each.device())));
        present.forEach((vm, device) -> {
            String before = places.get(vm);
            if (before != null && !before.equals(device)) {
                rests.arrived(vm, device, now);
            }
        });
        places = present;
        rests.forgetOld(present, now);
    }

    private Optional<Proposal> best(
            List<DeviceLoad> devices, Candidates candidates, Predicate<String> mayMove) {
        Optional<DeviceLoad> hottest =
                devices.stream()
                        .max(
                                Comparator.comparingDouble(DeviceLoad::total)
                                        .thenComparing(DeviceLoad::device));
        List<Proposal> all =
                hottest.stream()
                        .flatMap(from -> proposals(from, devices, candidates, mayMove))
                        .filter(proposal -> proposal.gain() >= config.threshold() / 2)
                        .toList();
        double most = all.stream().mapToDouble(Proposal::gain).max().orElse(0);
        return all.stream()
                .filter(proposal -> proposal.gain() > most - ALIKE)
                .min(
                        Comparator.comparingLong(Proposal::bytes)
                                .thenComparing(
                                        Comparator.comparingDouble(Proposal::gain).reversed())
                                .thenComparing(Proposal::vm)
                                .thenComparing(Proposal::to));
    }

    private Stream<Proposal> proposals(
            DeviceLoad from,
            List<DeviceLoad> devices,
            Candidates candidates,
            Predicate<String> mayMove) {
        List<DeviceLoad> colder =
                devices.stream()
                        .filter(to -> from.total() - to.total() > config.threshold())
                        .toList();
        if (colder.isEmpty()) {
            return Stream.empty();
        }
        return from.vms().entrySet().stream()
                .filter(vm -> vm.getValue() > 0 && mayMove.test(vm.getKey()))
                .flatMap(vm ->
                        candidates.of(vm.getKey(), from.device()).stream()
                                .flatMap(able ->
                                        moves(vm.getKey(), vm.getValue(), able, from, colder)));
    }

    private static Stream<Proposal> moves(
            String vm, double load, Candidate able, DeviceLoad from, List<DeviceLoad> colder) {
        return colder.stream()
                .filter(to -> able.targets().contains(to.device()))
                .map(to ->
                        new Proposal(
                                vm,
                                from.device(),
                                to.device(),
                                load,
                                from.total(),
                                to.total(),
                                able.bytes()));
    }
}
