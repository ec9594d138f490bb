package dev.hira.router.judge;

import dev.hira.policy.Admission;
import dev.hira.policy.Admission.Delay;
import dev.hira.policy.Admission.Deny;
import dev.hira.policy.SessionPolicy;
import dev.hira.router.books.CostList;
import dev.hira.router.books.Ledger;
import dev.hira.router.books.WorkInFlight;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.catalog.FunctionRow;
import dev.hira.router.journal.Journal;
import dev.hira.wire.ArgsReader;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Judges one command after another: finds its row, checks its form, computes its costs from its
 * arguments, asks the policy, and enters an admitted command in the books.
 */
final class CommandJudge {
    private static final Delay TOO_MUCH_WORK = new Delay("work");
    private static final Delay MOVING = new Delay("moving");

    private final Catalog catalog;
    private final CommandChecks checks;
    private final Ledger ledger;
    private final SessionPolicy policy;
    private final WorkInFlight work;
    private final Journal journal;
    private final ServerMemory memory;
    private final ServerLoss loss;
    private final KernelTimeLimit kernels;
    private final KernelTurns turns;
    private final PendingReleases releases;
    private final CostList costs;
    private final CommandView view;
    private final ArgsReader args = new ArgsReader();
    private boolean holdsWork;
    private @Nullable CommandRefusal refusal;
    private @Nullable Delay delay;

    CommandJudge(
            Catalog catalog,
            CommandChecks checks,
            Ledger ledger,
            SessionPolicy policy,
            WorkInFlight work,
            Journal journal,
            ServerMemory memory,
            ServerLoss loss,
            KernelTimeLimit kernels,
            KernelTurns turns,
            PendingReleases releases) {
        this.kernels = kernels;
        this.releases = releases;
        this.turns = turns;
        this.catalog = catalog;
        this.checks = checks;
        this.ledger = ledger;
        this.policy = policy;
        this.work = work;
        this.journal = journal;
        this.memory = memory;
        this.loss = loss;
        this.costs = new CostList(catalog.resources().size());
        this.view = new CommandView(costs, ledger);
    }

    /**
     * Judges the cursor's current record, a CALL.
     *
     * @throws dev.hira.wire.MalformedFrameException when the arguments are not well-formed
     */
    Verdict judge(RecordCursor command) {
        FunctionRow row = catalog.row(command.function());
        if (row == null) {
            return refuse(
                    CommandRefusal.noFunction(
                            catalog.name() + " has no function " + command.function()));
        }
        CommandRefusal problem = checks.problem(command, row);
        if (problem == null && loss.intercepts(command, row)) {
            refusal = loss.refusal();
            return Verdict.UNTOLD;
        }
        if (problem == null) {
            problem = loss.problem(command, row);
        }
        if (problem == null) {
            problem = costProblem(command, row);
        }
        if (problem == null) {
            problem = journalProblem(command, row);
        }
        if (problem != null) {
            return refuse(problem);
        }
        if (costs.givesWork() && (holdsWork || work.isFull())) {
            delay = holdsWork ? MOVING : TOO_MUCH_WORK;
            return Verdict.DELAYED;
        }
        view.show(command, row);
        if (costs.hasNoHoldings()) {
            return admit(command, policy.judge(view));
        }
        // Another session of the VM must not take, on another thread, the amount just found free.
        synchronized (ledger.vmBooks()) {
            return admit(command, policy.judge(view));
        }
    }

    /** Begins a batch of commands. */
    void beginBatch() {
        memory.tellQuota();
        kernels.tell();
        turns.tell();
    }

    /** Tells the server a changed quota, limit or turn that does not wait for the next batch. */
    void limitsChanged() {
        memory.tellQuota();
        kernels.tell();
        turns.tell();
    }

    /** Ends a batch of commands. */
    void endBatch() {
        policy.endBatch();
    }

    /** Delays the commands that give work to a device from now on, or no longer. */
    void holdWork(boolean on) {
        holdsWork = on;
    }

    /** Gives up the delayed command's place at the gate; it is not judged again for now. */
    void withdraw() {
        policy.withdraw();
    }

    /** Returns the function name of a CALL, for people. */
    String functionName(RecordCursor command) {
        FunctionRow row = catalog.row(command.function());
        return row == null ? "function " + command.function() : row.name();
    }

    /** Notes that the server will answer a refused synchronous call. */
    void answeredByServer(RecordCursor refused) {
        loss.sent(refused);
    }

    /** Stops counting a lane after its thread has ended. */
    void laneEnded(int lane) {
        checks.laneEnded(lane);
    }

    /** Returns the reason why the last command was REFUSED or UNTOLD. */
    CommandRefusal refusal() {
        return Objects.requireNonNull(refusal);
    }

    /** Returns the reason why the last command was {@link Verdict#DELAYED}. */
    Delay delay() {
        return Objects.requireNonNull(delay);
    }

    private Verdict admit(RecordCursor command, Admission admission) {
        return switch (admission) {
            case Admission.Admit _ -> {
                boolean sync = (command.flags() & RecordFlags.SYNC) != 0;
                if (ledger.enter(command.callId(), sync, costs)) {
                    releases.released();
                }
                if (sync) {
                    loss.sent(command);
                }
                if (costs.givesWork()) {
                    work.begins(command.callId());
                }
                yield Verdict.ADMITTED;
            }
            case Delay wait -> {
                delay = wait;
                yield Verdict.DELAYED;
            }
            case Deny deny -> {
                Delay wait = releases.delayed(deny);
                if (wait == null) {
                    yield refuse(refusal(deny));
                }
                delay = wait;
                yield Verdict.DELAYED;
            }
        };
    }

    private CommandRefusal refusal(Deny deny) {
        if (deny.resource() == Deny.NO_RESOURCE) {
            return CommandRefusal.notPermitted(deny.reason(), deny.message());
        }
        int code = catalog.resources().get(deny.resource()).exhaustedCode();
        return CommandRefusal.exhausted(deny.reason(), code, deny.message());
    }

    private @Nullable CommandRefusal costProblem(RecordCursor command, FunctionRow row) {
        costs.reset();
        if (!row.priced()) {
            return null;
        }
        try {
            command.args(args);
            catalog.cost(command.function(), args, costs);
        } catch (ArithmeticException e) {
            costs.reset();
            return CommandRefusal.badCall(
                    row.name() + ": a size computed from the arguments is negative or too large");
        }
        return costs.hasNoHoldings() ? null : holdingProblem(row);
    }

    private @Nullable CommandRefusal holdingProblem(FunctionRow row) {
        if (!ledger.hasRoomFor(costs)) {
            return CommandRefusal.limit(
                    row.name() + ": the session has too many objects; free some");
        }
        if (!ledger.canHold(costs)) {
            return CommandRefusal.badCall(row.name() + ": no device has that much");
        }
        return null;
    }

    private @Nullable CommandRefusal journalProblem(RecordCursor command, FunctionRow row) {
        String limit = journal.limit(command);
        return limit == null
                ? null
                : CommandRefusal.limit(
                        row.name()
                                + ": the router keeps the calls that recreate the session's objects, and "
                                + limit
                                + "; release objects, references or programs, or have the operator"
                                + " raise that");
    }

    private Verdict refuse(CommandRefusal why) {
        refusal = why;
        return Verdict.REFUSED;
    }

    /** The verdicts on a command. */
    enum Verdict {
        ADMITTED,
        DELAYED,
        REFUSED,
        /** Refused, because its lane must first learn that the session lost its server. */
        UNTOLD
    }
}
