package dev.hira.router.session;

import dev.hira.policy.SessionPolicy;
import dev.hira.router.books.DeviceCatalog;
import dev.hira.router.books.Ledger;
import dev.hira.router.judge.CommandLog;
import dev.hira.router.judge.SessionLinks;
import dev.hira.router.judge.SessionPaths;
import dev.hira.router.judge.SessionPaths.Judging;
import dev.hira.router.operator.events.KernelStops;
import dev.hira.router.operator.events.SessionEvents;
import dev.hira.router.session.memory.RingPair.RingLinks;
import dev.hira.router.session.memory.SessionMemory;
import dev.hira.wire.v1.Control;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Assembles a session after guest, router and server have agreed: books, policy, both paths. */
final class SessionStart {
    private final RouterSession session;
    private final RouterServices services;
    private final SessionParts parts;

    SessionStart(RouterSession session, RouterServices services, SessionParts parts) {
        this.session = session;
        this.services = services;
        this.parts = parts;
    }

    /**
     * Starts the session.
     *
     * @param memory its shared memory; null when it has none
     * @param rings the links that will carry its frames; null: its present links
     */
    void start(@Nullable SessionMemory memory, @Nullable RingLinks rings) {
        SessionLinks links =
                rings == null
                        ? new SessionLinks(
                                session.links().guest(), session.links().server(), newLog())
                        : new SessionLinks(rings.guest(), rings.server());
        Ledger ledger = newLedger();
        ResumeHandle resume = new ResumeHandle(session);
        MovablePolicy policy = newPolicy(resume);
        long arenaBytes = memory == null ? 0 : memory.size();
        SessionPaths paths =
                SessionPaths.between(
                        links,
                        judging(ledger, policy),
                        parts.limits(),
                        arenaBytes,
                        services.random().nextLong(),
                        services.meters());
        resume.target(paths.down());
        session.run(
                new Running(session, paths, services.config().limits()),
                facts(ledger, paths, arenaBytes),
                new MovableSession(
                        parts, paths, ledger, policy, resume, memory, newCheckpoints(paths)));
    }

    private @Nullable CommandLog newLog() {
        return parts.isTransparent()
                ? new CommandLog(
                        services.config().recovery().logBytes(), services.random().nextLong())
                : null;
    }

    private @Nullable SessionCheckpoints newCheckpoints(SessionPaths paths) {
        CommandLog log = paths.links().log();
        if (log == null || services.config().recovery().checkpoints().bytes() == 0) {
            return null;
        }
        SessionCheckpoints checkpoints =
                new SessionCheckpoints(session, services, paths, log, session.events(parts.vm()));
        session.holds(checkpoints::close);
        return checkpoints;
    }

    private Ledger newLedger() {
        Ledger ledger =
                new Ledger(
                        parts.slot().ledger(),
                        devices(),
                        parts.api().resourceNames(),
                        parts.limits().handles(),
                        services.random().nextLong());
        session.holds(ledger::close);
        return ledger;
    }

    private MovablePolicy newPolicy(ResumeHandle resume) {
        MovablePolicy policy =
                new MovablePolicy(
                        MovableSession.open(parts.placed(), services, session, parts, resume));
        policy.ranked(parts.asked().getRank());
        session.holds(policy::close);
        return policy;
    }

    private List<String> devices() {
        return MovableSession.devices(session.place().placed());
    }

    private Judging judging(Ledger ledger, SessionPolicy policy) {
        SessionEvents events = session.events(parts.vm());
        KernelStops stops = new KernelStops(session.id(), this::devices, events, services.meters());
        return new Judging(
                DeviceCatalog.of(parts.api().forSession(), parts.placed().granule()),
                ledger,
                policy,
                parts.placed().ordinals().size(),
                control -> Running.fromGuest(session, control),
                control -> fromServer(control, stops),
                events,
                services.nanoClock(),
                services.waiting(),
                parts.told().getDeviceMemory());
    }

    private void fromServer(Control control, KernelStops stops) {
        if (control.hasOverrun()) {
            stops.stopped(control.getOverrun());
        } else {
            Running.fromServer(session, control);
        }
    }

    private SessionFacts facts(Ledger ledger, SessionPaths paths, long arenaBytes) {
        return new SessionFacts(
                parts.vm(),
                parts.process(),
                parts.api(),
                parts.placed(),
                ledger,
                paths.counters(),
                paths.journal(),
                services.clock().instant(),
                paths.links().guest().kind(),
                arenaBytes != 0);
    }
}
