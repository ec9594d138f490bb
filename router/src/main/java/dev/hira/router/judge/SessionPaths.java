package dev.hira.router.judge;

import dev.hira.policy.Alarm;
import dev.hira.policy.NanoClock;
import dev.hira.policy.SessionPolicy;
import dev.hira.router.books.Ledger;
import dev.hira.router.books.WorkInFlight;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.config.LimitsConfig;
import dev.hira.router.journal.Journal;
import dev.hira.router.journal.JournalBudget;
import dev.hira.router.journal.SessionNotes;
import dev.hira.router.judge.count.PathCounters;
import dev.hira.router.judge.link.SessionLinks;
import dev.hira.router.meter.RouterMeters;
import dev.hira.router.operator.events.SessionEvents;
import dev.hira.router.trace.CallTrace;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Resume;
import dev.hira.wire.v1.Resumed;
import dev.hira.wire.v1.Trace;
import org.jspecify.annotations.Nullable;

/** Both paths of a session, and their common parts. */
public final class SessionPaths {
    private final SessionLinks links;
    private final DownPath down;
    private final UpPath up;
    private final PathCounters counters;
    private final Journal journal;
    private final ServerMemory memory;
    private final ServerLoss loss;
    private final WorkInFlight work;
    private final KernelTimeLimit kernels;
    private final KernelTurns turns;

    private SessionPaths(
            SessionLinks links,
            DownPath down,
            UpPath up,
            PathCounters counters,
            Journal journal,
            ServerMemory memory,
            ServerLoss loss,
            WorkInFlight work,
            KernelTimeLimit kernels,
            KernelTurns turns) {
        this.links = links;
        this.down = down;
        this.up = up;
        this.counters = counters;
        this.journal = journal;
        this.memory = memory;
        this.loss = loss;
        this.work = work;
        this.kernels = kernels;
        this.turns = turns;
    }

    /**
     * Creates the paths of a session of which no notes are taken.
     *
     * @param limits limits of commands
     * @param arenaBytes size of the session's arena; 0 when it has none
     * @param salt a random number for hash tables
     */
    public static SessionPaths between(
            SessionLinks links,
            Judging judging,
            LimitsConfig limits,
            long arenaBytes,
            long salt,
            RouterMeters meters) {
        return between(links, judging, limits, arenaBytes, salt, meters, SessionNotes.NONE);
    }

    /**
     * Creates the paths of a session between two links.
     *
     * @param notes takes down what the router's next process needs to know
     */
    public static SessionPaths between(
            SessionLinks links,
            Judging judging,
            LimitsConfig limits,
            long arenaBytes,
            long salt,
            RouterMeters meters,
            SessionNotes notes) {
        LaneLimit lanes = new LaneLimit(limits.lanes(), salt);
        lanes.whenAllTold(() -> notes.lossTold(links.sentToGuest()));
        CommandChecks checks = new CommandChecks(limits, arenaBytes, lanes);
        WorkInFlight work = new WorkInFlight();
        ServerMemory memory =
                new ServerMemory(
                        links,
                        judging.ledger(),
                        judging.policy(),
                        judging.catalog(),
                        judging.toldQuota(),
                        notes,
                        judging.clock(),
                        judging.alarm());
        PathCounters counters = new PathCounters(judging.clock());
        Journal journal = new Journal(judging.catalog(), notes, judging.journal());
        CallbackReturns returns = new CallbackReturns(links, salt);
        ServerLoss loss =
                new ServerLoss(links, judging.ledger(), journal, work, lanes, returns, counters);
        KernelTimeLimit kernels = new KernelTimeLimit(links, judging.policy());
        KernelTurns turns = new KernelTurns(links, judging.policy(), judging.devices());
        PendingReleases releases =
                new PendingReleases(judging.ledger(), judging.clock(), judging.alarm());
        CommandJudge judge =
                new CommandJudge(
                        judging.catalog(),
                        checks,
                        judging.ledger(),
                        judging.policy(),
                        work,
                        journal,
                        memory,
                        loss,
                        kernels,
                        turns,
                        releases);
        DownPath down =
                new DownPath(
                        links,
                        judge,
                        judging.fromGuest(),
                        meters,
                        counters,
                        judging.events(),
                        returns,
                        new WaitingFrames(judging.waiting()),
                        journal);
        releases.target(down::resume);
        WorkEnds ends =
                new WorkEnds(
                        links, judging.policy(), work, judging.devices(), counters, down::resume);
        return new SessionPaths(
                links,
                down,
                new UpPath(
                        links,
                        judging.ledger(),
                        journal,
                        ends,
                        memory,
                        releases,
                        loss,
                        down::calledBack,
                        judging.fromServer(),
                        meters,
                        counters),
                counters,
                journal,
                memory,
                loss,
                work,
                kernels,
                turns);
    }

    public SessionLinks links() {
        return links;
    }

    /**
     * Goes on where the router's previous process was.
     *
     * @param server the server's answer
     * @param guest the guest's request
     */
    public void restoreAfterRestart(RepeatedCommands commands, Resumed server, Resume guest) {
        down.restoreAfterRestart(commands, server);
        up.restoreAfterRestart(commands, server, guest);
    }

    /** Returns the path from guest to server. */
    public DownPath down() {
        return down;
    }

    /** Returns the path from server to guest. */
    public UpPath up() {
        return up;
    }

    /** Returns the traffic counters. */
    public PathCounters counters() {
        return counters;
    }

    /** Returns the recorded commands of the live objects. */
    public Journal journal() {
        return journal;
    }

    /** Returns the agreement with the server on the quota of device memory. */
    public ServerMemory memory() {
        return memory;
    }

    /** Returns the agreement with the server on the longest time of kernels. */
    public KernelTimeLimit kernels() {
        return kernels;
    }

    /** Returns the agreement with the server on the turns of kernels. */
    public KernelTurns turns() {
        return turns;
    }

    /** Returns the commands with unfinished work at devices. */
    public WorkInFlight work() {
        return work;
    }

    /** Returns the losses of the session when its server dies. */
    public ServerLoss loss() {
        return loss;
    }

    /** Traces both paths from now on; null: no longer. */
    public void trace(@Nullable CallTrace receiver) {
        down.trace(receiver);
        up.trace(receiver);
    }

    /**
     * Tells the session's present server to trace its devices' work, or to end that. The server
     * answers.
     */
    public void traceServer(Trace order) {
        links.down(Controls.frame(Control.newBuilder().setTrace(order).build()));
    }

    /** Drops waiting frames and stops both paths. Idempotent. */
    public void close() {
        down.close();
        up.close();
        links.close();
    }

    /**
     * The parts that judge a session's commands.
     *
     * @param devices number of devices that the session sees
     * @param fromGuest receives the guest's control messages
     * @param fromServer receives the server's control messages, except those for the books
     * @param events receives the verdicts
     * @param waiting memory for waiting frames
     * @param journal memory for recorded calls
     * @param alarm runs tasks on the session's thread
     * @param toldQuota the VM's quota of device memory that the server knows; 0: none
     */
    public record Judging(
            Catalog catalog,
            Ledger ledger,
            SessionPolicy policy,
            int devices,
            ControlSink fromGuest,
            ControlSink fromServer,
            SessionEvents events,
            NanoClock clock,
            ByteBudget waiting,
            JournalBudget.Account journal,
            Alarm alarm,
            long toldQuota) {}
}
