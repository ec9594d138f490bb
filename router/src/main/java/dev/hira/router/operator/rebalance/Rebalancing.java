package dev.hira.router.operator.rebalance;

import dev.hira.router.operator.control.PolicyControl;
import dev.hira.router.operator.events.EventHub;
import dev.hira.router.operator.events.EventKind;
import dev.hira.router.operator.migration.MigrationReport;
import dev.hira.router.operator.migration.MigrationReport.Step;
import dev.hira.router.operator.migration.MigrationTarget;
import dev.hira.router.operator.migration.Migrations;
import dev.hira.router.operator.migration.Migrations.Order;
import dev.hira.router.operator.migration.MoveLimits;
import dev.hira.router.session.RouterServices;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Moves VMs as the {@link Rebalancer} decides, one at a time. */
public final class Rebalancing {
    private static final Logger LOG = LoggerFactory.getLogger(Rebalancing.class);
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final RouterServices services;
    private final Migrations migrations;
    private final LoadMeter meter;
    private final Rebalancer rebalancer;
    private final MovableVms candidates;
    private volatile boolean moving;

    /**
     * @param migrating the VMs of all migrations under way
     */
    public Rebalancing(
            RouterServices services,
            PolicyControl control,
            Migrations migrations,
            Set<String> migrating) {
        this.services = services;
        this.migrations = migrations;
        this.meter = new LoadMeter(services, control);
        this.rebalancer = new Rebalancer(services.config().rebalance(), services.nanoClock());
        this.candidates = new MovableVms(services, migrating);
    }

    /** Looks at the loads, and perhaps begins a move. One thread calls it at each interval. */
    public void look() {
        if (!moving) {
            meter.sample()
                    .ifPresent(loads ->
                            rebalancer
                                    .look(loads, candidates)
                                    .ifPresent(move -> begin(move, loads, Set.of())));
        }
    }

    /**
     * Begins a move.
     *
     * @param refused the servers that did not take the VM at these loads
     */
    private void begin(Proposal proposal, List<DeviceLoad> loads, Set<String> refused) {
        String vm = proposal.vm();
        LOG.atInfo()
                .addKeyValue("vm", vm)
                .addKeyValue("from", proposal.from())
                .log("rebalancing: {}", proposal.text());
        EventHub events = services.events();
        events.publish(
                events.now(EventKind.REBALANCING, vm)
                        .at(proposal.from())
                        .because("load", proposal.text()));
        meter.reset(); // the move distorts the loads
        Order order =
                new Order(
                        vm,
                        services.registry().of(vm),
                        MigrationTarget.parse(proposal.to()),
                        new MoveLimits(LIMIT, services.config().hold()),
                        "rebalancer");
        moving = true;
        if (migrations.start(order, report -> {}, last -> ended(last, proposal, loads, refused))
                == null) {
            moving = false; // another migration of the VM has begun meanwhile
        }
    }

    private void ended(
            MigrationReport last, Proposal proposal, List<DeviceLoad> loads, Set<String> refused) {
        services.meters().rebalanced(last.step() == Step.DONE ? "moved" : "failed");
        Optional<Proposal> next = Optional.empty();
        Set<String> tried = new HashSet<>(refused);
        tried.add(MigrationTarget.parse(proposal.to()).server());
        try {
            if (last.refused()) {
                next = rebalancer.lookAgain(proposal, loads, candidates.without(tried));
            }
        } finally {
            moving = false;
        }
        next.ifPresent(move -> begin(move, loads, tried));
    }
}
