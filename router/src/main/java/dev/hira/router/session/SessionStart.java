package dev.hira.router.session;

import dev.hira.policy.SessionPolicy;
import dev.hira.router.books.DeviceCatalog;
import dev.hira.router.books.Ledger;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.journal.Journal;
import dev.hira.router.journal.JournalBudget;
import dev.hira.router.journal.SessionNotes;
import dev.hira.router.judge.RepeatedCommands;
import dev.hira.router.judge.SessionPaths;
import dev.hira.router.judge.SessionPaths.Judging;
import dev.hira.router.judge.link.CommandLog;
import dev.hira.router.judge.link.SessionLinks;
import dev.hira.router.operator.events.KernelStops;
import dev.hira.router.operator.events.SessionEvents;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.session.kept.BooksRestorer;
import dev.hira.router.session.kept.SessionFile;
import dev.hira.router.session.memory.RingPair.RingLinks;
import dev.hira.router.session.memory.SessionMemory;
import dev.hira.router.session.place.MovablePolicy;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Resume;
import dev.hira.wire.v1.Resumed;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Assembles a session after guest, router and server have agreed: books, policy, both paths. */
final class SessionStart {
    /** A limit that no server was told, so that it is told the present one. */
    private static final long UNKNOWN = -1;

    private final RouterSession session;
    private final RouterServices services;
    private final OpenedSession opened;

    SessionStart(RouterSession session, RouterServices services, OpenedSession opened) {
        this.session = session;
        this.services = services;
        this.opened = opened;
    }

    /**
     * Starts the session.
     *
     * @param memory its shared memory; null when it has none
     * @param rings the links that will carry its frames; null: its present links
     * @param file takes down what the router's next process needs to know; null: none goes on
     */
    void start(
            @Nullable SessionMemory memory, @Nullable RingLinks rings, @Nullable SessionFile file) {
        SessionLinks links =
                rings == null
                        ? new SessionLinks(
                                session.links().guest(), session.links().server(), newLog())
                        : new SessionLinks(rings.guest(), rings.server());
        MovableSession open = open(links, memory, file == null ? SessionNotes.NONE : file);
        if (file != null) {
            links.chain();
            file.follow(open.paths().journal());
        }
        run(open, facts(open), "opened");
    }

    /**
     * Restores a session of the router's previous process.
     *
     * @param answer the server's; empty when the server is gone
     */
    void restore(SessionFile file, Resumed answer, Resume request) {
        SessionLinks links =
                new SessionLinks(session.links().guest(), session.links().server(), null);
        MovableSession open = open(links, null, file);
        Journal journal = open.paths().journal();
        boolean isGone = !answer.getAnew();
        long arrived = Math.max(file.session().getLastCall(), answer.getLastCall());
        BooksRestorer restorer =
                new BooksRestorer(
                        catalog(),
                        journal,
                        open.ledger(),
                        open.policy(),
                        isGone ? Long.MAX_VALUE : arrived);
        file.replay(restorer);
        file.goOn(journal);
        open.paths().memory().unknown();
        open.paths().kernels().movedTo(UNKNOWN);
        open.paths().turns().unknown();
        open.paths()
                .restoreAfterRestart(
                        new RepeatedCommands(
                                isGone ? Math.max(arrived, restorer.lastCall()) : arrived,
                                isGone ? request.getLastCall() : -1),
                        answer,
                        request);
        links.chain();
        open.paths().turns().tell();
        SessionView facts = facts(open);
        run(
                open,
                file.session().hasSuspended() ? facts.at(Placed.NOWHERE) : facts,
                "resumed after a restart of the router");
    }

    private void run(MovableSession open, SessionView facts, String event) {
        session.opened(
                new OpenSessionHandler(session, open.paths(), services.config().limits()),
                facts,
                open,
                event);
    }

    private MovableSession open(
            SessionLinks links, @Nullable SessionMemory memory, SessionNotes notes) {
        Ledger ledger = newLedger();
        JudgeAgain resume = new JudgeAgain(session);
        MovablePolicy policy = newPolicy(resume);
        long arenaBytes = memory == null ? 0 : memory.size();
        SessionPaths paths =
                SessionPaths.between(
                        links,
                        judging(ledger, policy),
                        opened.limits(),
                        arenaBytes,
                        services.random().nextLong(),
                        services.meters(),
                        notes);
        paths.kernels().movedTo(opened.told().getKernelLimitNanos());
        resume.target(paths.down());
        return new MovableSession(
                opened, paths, ledger, policy, resume, memory, newCheckpoints(paths));
    }

    /** Returns the catalog for the session's devices. */
    private Catalog catalog() {
        return DeviceCatalog.of(opened.api().forSession(), opened.placed().granule());
    }

    private @Nullable CommandLog newLog() {
        return opened.isTransparent()
                ? new CommandLog(
                        services.config().recovery().logBytes(),
                        services.logs().newPart(),
                        services.random().nextLong())
                : null;
    }

    private @Nullable SessionCheckpoints newCheckpoints(SessionPaths paths) {
        CommandLog log = paths.links().log();
        if (log == null || services.config().recovery().checkpoints().bytes() == 0) {
            return null;
        }
        SessionCheckpoints checkpoints =
                new SessionCheckpoints(session, services, paths, log, session.events(opened.vm()));
        session.atEnd(checkpoints::close);
        return checkpoints;
    }

    private Ledger newLedger() {
        Ledger ledger =
                new Ledger(
                        opened.registration().ledger(),
                        devices(),
                        opened.api().resourceNames(),
                        opened.limits().handles(),
                        services.random().nextLong());
        session.atEnd(ledger::close);
        return ledger;
    }

    private JournalBudget.Account newAccount() {
        JournalBudget.Account account = services.journals().open(opened.vm());
        session.atEnd(account::close);
        return account;
    }

    private MovablePolicy newPolicy(JudgeAgain resume) {
        MovablePolicy policy =
                new MovablePolicy(
                        MovableSession.open(opened.placed(), services, session, opened, resume));
        policy.ranked(opened.asked().getRank());
        session.atEnd(policy::close);
        return policy;
    }

    private List<String> devices() {
        return MovableSession.devices(session.place().placed());
    }

    private Judging judging(Ledger ledger, SessionPolicy policy) {
        SessionEvents events = session.events(opened.vm());
        KernelStops stops = new KernelStops(session.id(), this::devices, events, services.meters());
        return new Judging(
                catalog(),
                ledger,
                policy,
                opened.placed().ordinals().size(),
                control -> OpenSessionHandler.fromGuest(session, control),
                control -> fromServer(control, stops),
                events,
                services.nanoClock(),
                services.waiting(),
                newAccount(),
                this::alarm,
                opened.told().getDeviceMemory());
    }

    /** Runs a task on the session's thread at a time. */
    private void alarm(long at, Runnable task) {
        Duration delay = Duration.ofNanos(Math.max(0, at - services.nanoClock().nanoTime()));
        services.timer().after(delay, () -> session.execute(task));
    }

    private void fromServer(Control control, KernelStops stops) {
        if (control.hasOverrun()) {
            stops.stopped(control.getOverrun());
        } else {
            OpenSessionHandler.fromServer(session, control);
        }
    }

    private SessionView facts(MovableSession open) {
        SessionPaths paths = open.paths();
        return new SessionView(
                opened.vm(),
                opened.process(),
                opened.api(),
                opened.placed(),
                open.ledger(),
                paths.counters(),
                paths.journal(),
                services.clock().instant(),
                paths.links().guest().kind(),
                open.hasArena());
    }
}
