package dev.hira.router.operator.rebalance;

import dev.hira.router.operator.migration.MigrationTarget;
import dev.hira.router.operator.vms.VmStanding;
import dev.hira.router.placement.ServerView;
import dev.hira.router.session.PlaceAgain;
import dev.hira.router.session.RouterServices;
import dev.hira.router.session.RouterSession;
import dev.hira.router.session.SessionView;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds out which VMs can move, and where to. Any thread. */
final class MovableVms implements Candidates {
    private final RouterServices services;
    private final Set<String> migrating;

    /**
     * @param migrating the VMs of all migrations under way
     */
    MovableVms(RouterServices services, Set<String> migrating) {
        this.services = services;
        this.migrating = migrating;
    }

    /** Returns the same VMs, without targets at some servers. */
    Candidates without(Set<String> servers) {
        return (vm, device) ->
                of(vm, device)
                        .map(able ->
                                new Candidate(
                                        able.bytes(),
                                        able.targets().stream()
                                                .filter(to ->
                                                        !servers.contains(
                                                                MigrationTarget.parse(to).server()))
                                                .collect(Collectors.toSet())));
    }

    @Override
    public Optional<Candidate> of(String vm, String device) {
        boolean runs = services.registry().standings().of(vm).equals(VmStanding.RUNNING);
        List<RouterSession> sessions = services.registry().of(vm);
        List<SessionView> all =
                sessions.stream().map(RouterSession::facts).filter(Objects::nonNull).toList();
        boolean together = all.stream().allMatch(facts -> facts.device().equals(device));
        if (!runs || migrating.contains(vm) || all.isEmpty() || !together) {
            return Optional.empty();
        }
        long bytes = all.stream().mapToLong(PlaceAgain::memory).sum();
        Set<String> targets = devices(all.getFirst(), bytes);
        all.forEach(facts -> targets.retainAll(devices(facts, bytes)));
        return Optional.of(new Candidate(bytes, targets));
    }

    private Set<String> devices(SessionView facts, long bytes) {
        Set<String> names = new HashSet<>();
        for (ServerView server : PlaceAgain.places(services, facts, bytes)) {
            server.devices().forEach(d -> names.add(LoadMeter.name(server, d.ordinal())));
        }
        return names;
    }
}
