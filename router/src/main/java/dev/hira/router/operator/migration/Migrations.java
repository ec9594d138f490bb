package dev.hira.router.operator.migration;

import dev.hira.router.operator.access.Author;
import dev.hira.router.operator.events.EventHub;
import dev.hira.router.operator.events.EventKind;
import dev.hira.router.operator.migration.MigrationReport.Step;
import dev.hira.router.session.RouterServices;
import dev.hira.router.session.RouterSession;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs migrations of VMs on threads of their own, one migration of a VM at a time; logs their ends
 * and publishes them as events.
 */
public final class Migrations implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Migrations.class);

    private final RouterServices services;
    private final Set<String> underWay;
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    /**
     * @param underWay the VMs of all migrations under way, also of those that others run
     */
    public Migrations(RouterServices services, Set<String> underWay) {
        this.services = services;
        this.underWay = underWay;
    }

    /**
     * A migration to run.
     *
     * @param sessions the open sessions of the VM that are to move
     * @param by a word for its cause, for its event
     */
    public record Order(
            String vm,
            List<RouterSession> sessions,
            MigrationTarget target,
            MoveLimits limits,
            String by) {
        public Order {
            sessions = List.copyOf(sessions);
        }
    }

    /**
     * Starts a migration.
     *
     * @param progress receives a report at the beginning of each step and at the end
     * @param ended receives the last report when the VM may migrate again
     * @return its thread, whose interrupt cancels it; null when the VM migrates already
     */
    public @Nullable Thread start(
            Order order, Consumer<MigrationReport> progress, Consumer<MigrationReport> ended) {
        if (!underWay.add(order.vm)) {
            return null;
        }
        VmMigration migration =
                new VmMigration(
                        order.vm,
                        order.sessions,
                        services.pool(),
                        services.nanoClock(),
                        order.limits,
                        progress);
        Thread thread =
                Thread.ofVirtual()
                        .name("hira-migration-" + order.vm)
                        .unstarted(Author.signing(() -> ended.accept(run(order, migration))));
        threads.add(thread);
        thread.start();
        return thread;
    }

    private MigrationReport run(Order order, VmMigration migration) {
        try {
            MigrationReport last = migration.run(new TargetPlaces(services, order.target));
            tell(order, last);
            return last;
        } finally {
            underWay.remove(order.vm);
            threads.remove(Thread.currentThread());
        }
    }

    private void tell(Order order, MigrationReport last) {
        String where = order.target.server() + "/" + order.target.device();
        boolean done = last.step() == Step.DONE;
        LOG.atInfo()
                .addKeyValue("vm", order.vm)
                .addKeyValue("author", Author.or(order.by))
                .addKeyValue("to", where)
                .addKeyValue("sessions", last.sessions())
                .addKeyValue("bytes", last.bytes())
                .addKeyValue("micros", last.heldNanos() / 1000)
                .log(done ? "VM migrated" : "VM not migrated: {}", last.problem());
        EventHub events = services.events();
        events.publish(
                events.now(done ? EventKind.VM_MIGRATED : EventKind.VM_NOT_MIGRATED, order.vm)
                        .because(order.by, Author.signed(done ? "to " + where : last.problem())));
    }

    /** Cancels all migrations. */
    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
    }
}
