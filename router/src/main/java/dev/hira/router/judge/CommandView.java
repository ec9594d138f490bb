package dev.hira.router.judge;

import dev.hira.policy.JudgedCommand;
import dev.hira.router.books.CostList;
import dev.hira.router.books.Ledger;
import dev.hira.router.catalog.FunctionRow;
import dev.hira.router.catalog.RecordRule.Creates;
import dev.hira.router.catalog.RecordRule.Destroys;
import dev.hira.router.catalog.RecordRule.Modifies;
import dev.hira.router.catalog.RecordRule.Nothing;
import dev.hira.router.catalog.RecordRule.Orders;
import dev.hira.router.catalog.RecordRule.Releases;
import dev.hira.router.catalog.RecordRule.Replaces;
import dev.hira.router.catalog.RecordRule.Retains;
import dev.hira.router.catalog.RecordRule.Undoes;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The current command as a policy sees it. Reused. */
final class CommandView implements JudgedCommand {
    private final CostList costs;
    private final Ledger ledger;
    private @Nullable FunctionRow row;
    private boolean sync;
    private long bytes;
    private long call;

    CommandView(CostList costs, Ledger ledger) {
        this.costs = costs;
        this.ledger = ledger;
    }

    void show(RecordCursor command, FunctionRow commandRow) {
        row = commandRow;
        call = command.callId();
        sync = (command.flags() & RecordFlags.SYNC) != 0;
        bytes = (long) command.endOffset() - command.offset();
        bytes += command.bulkEnd() - command.bulkStart();
    }

    private FunctionRow row() {
        return Objects.requireNonNull(row);
    }

    @Override
    public int function() {
        return row().id();
    }

    @Override
    public String functionName() {
        return row().name();
    }

    @Override
    public FunctionClass functionClass() {
        return switch (row().record()) {
            case Nothing _, Orders _, Retains _ -> FunctionClass.PLAIN;
            case Creates _ -> FunctionClass.CREATES;
            case Modifies _, Replaces _, Undoes _ -> FunctionClass.MODIFIES;
            case Destroys _, Releases _ -> FunctionClass.DESTROYS;
        };
    }

    @Override
    public long call() {
        return call;
    }

    @Override
    public boolean work() {
        return costs.givesWork();
    }

    @Override
    public long workName() {
        return costs.workName();
    }

    @Override
    public boolean sync() {
        return sync;
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public long consumes(int resource) {
        return costs.consumed(resource);
    }

    @Override
    public long allocates(int resource) {
        return costs.allocated(resource);
    }

    @Override
    public long heldByVm(int resource) {
        return ledger.heldByVm(resource);
    }

    @Override
    public long heldOnDevice(int resource) {
        return ledger.heldOnDevice(resource);
    }
}
