package dev.hira.router.session.kept;

import com.google.protobuf.ByteString;
import dev.hira.policy.SessionPolicy;
import dev.hira.policy.model.ResourceRole;
import dev.hira.router.books.CostList;
import dev.hira.router.books.Ledger;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.catalog.FunctionRow;
import dev.hira.router.journal.Journal;
import dev.hira.router.journal.SessionNotes;
import dev.hira.wire.ArgsReader;
import dev.hira.wire.Frame;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.v1.Identified;
import java.util.List;

/** Fills the journal and the books of a session from notes. */
public final class BooksRestorer implements SessionNotes {
    private final Catalog catalog;
    private final Journal journal;
    private final Ledger ledger;
    private final SessionPolicy policy;
    private final long arrived;
    private final CostList costs;
    private final ArgsReader args = new ArgsReader();
    private long lastCall;

    /**
     * @param arrived the last call that arrived at the server; later ones have not been made
     */
    public BooksRestorer(
            Catalog catalog, Journal journal, Ledger ledger, SessionPolicy policy, long arrived) {
        this.policy = policy;
        this.arrived = arrived;
        this.catalog = catalog;
        this.journal = journal;
        this.ledger = ledger;
        this.costs = new CostList(catalog.resources().size());
    }

    /** Returns the number of the last call that was noted down. */
    public long lastCall() {
        return lastCall;
    }

    @Override
    public void called(RecordCursor command, Frame frame, long current, int times) {
        long call = command.callId();
        if (call > arrived) {
            return; // the guest sends it again
        }
        lastCall = Math.max(lastCall, call);
        FunctionRow row = catalog.row(command.function());
        costs.reset();
        if (row != null && row.priced()) {
            command.args(args);
            catalog.cost(command.function(), args, costs);
            ledger.enter(call, (command.flags() & RecordFlags.SYNC) != 0, costs);
        }
        journal.recall(command, frame, current, times);
    }

    @Override
    public void answered(RecordCursor reply, Frame frame) {
        ledger.answered(reply.callId());
        journal.answered(reply, frame);
    }

    @Override
    public void failed(int lane, long call) {
        ledger.failed(call);
        journal.failed(lane, call);
    }

    @Override
    public void chosen(long call, ByteString choices) {
        journal.chosen(call, choices);
    }

    @Override
    public void identified(Identified kernels) {
        for (int i = 0; i < kernels.getNamesCount(); i++) {
            policy.identified(
                    kernels.getNames(i),
                    kernels.getDevices(i),
                    kernels.getCodes(i),
                    kernels.getLabels(i));
        }
    }

    @Override
    public void died(long name, long call) {
        ledger.died(name, call);
        journal.died(call);
    }

    @Override
    public void laneEnded(int lane) {
        journal.laneEnded(lane);
    }

    @Override
    public void lanes(List<Lane> all) {
        journal.recall(all);
    }

    @Override
    public void lossTold(long guestFrames) {}

    @Override
    public void memoryHeld(long bytes) {
        int memory = catalog.roles().indexOf(ResourceRole.DEVICE_MEMORY);
        if (memory >= 0) {
            boolean ignored = ledger.holdsUnstated(memory, bytes);
        }
    }
}
