package dev.hira.router.session;

import dev.hira.base.SharedBudget;
import dev.hira.link.grpc.net.LogThrottle;
import dev.hira.policy.AdmissionPolicy;
import dev.hira.policy.NanoClock;
import dev.hira.policy.model.Grants;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.config.RouterConfig;
import dev.hira.router.handshake.Identity;
import dev.hira.router.journal.JournalBudget;
import dev.hira.router.judge.ByteBudget;
import dev.hira.router.meter.RouterMeters;
import dev.hira.router.operator.events.EventHub;
import dev.hira.router.placement.ServerPool;
import dev.hira.router.session.memory.SharedMemory;
import java.time.InstantSource;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.slf4j.LoggerFactory;

/**
 * The parts that all sessions of a router share.
 *
 * @param catalogs the APIs by their numbers
 * @param grants the book of grants
 * @param random names sessions and salts hash tables; must not be guessable
 * @param keeper keeps the states of sessions whose commands another server may repeat
 * @param waiting memory for waiting commands
 * @param journals memory for recorded calls
 * @param logs memory for kept commands
 * @param unopened limits the log lines of guests without a session; metrics count all of them
 */
public record RouterServices(
        RouterConfig config,
        Map<Integer, Catalog> catalogs,
        Identity identity,
        SessionRegistry registry,
        ServerPool pool,
        SharedMemory memory,
        AdmissionPolicy policy,
        Grants grants,
        RouterMeters meters,
        EventHub events,
        Timer timer,
        InstantSource clock,
        NanoClock nanoClock,
        RandomGenerator random,
        SessionKeeper keeper,
        ByteBudget waiting,
        JournalBudget journals,
        SharedBudget logs,
        LogThrottle unopened) {
    public RouterServices {
        catalogs = Map.copyOf(catalogs);
    }

    /** Creates the services with the configured budgets for waiting commands, journals and logs. */
    public RouterServices(
            RouterConfig config,
            Map<Integer, Catalog> catalogs,
            Identity identity,
            SessionRegistry registry,
            ServerPool pool,
            SharedMemory memory,
            AdmissionPolicy policy,
            Grants grants,
            RouterMeters meters,
            EventHub events,
            Timer timer,
            InstantSource clock,
            NanoClock nanoClock,
            RandomGenerator random,
            SessionKeeper keeper) {
        this(
                config,
                catalogs,
                identity,
                registry,
                pool,
                memory,
                policy,
                grants,
                meters,
                events,
                timer,
                clock,
                nanoClock,
                random,
                keeper,
                new ByteBudget(config.peers().waitingBytes(), config.peers().totalWaitingBytes()),
                new JournalBudget(
                        config.peers().journalBytes(), config.peers().totalJournalBytes()),
                new SharedBudget(config.recovery().totalLogBytes(), config.recovery().logBytes()),
                new LogThrottle(LoggerFactory.getLogger(RouterSession.class), nanoClock::nanoTime));
    }
}
