package dev.hira.router.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.catalog.CudaCatalog;
import dev.hira.api.opencl.catalog.OpenClCatalog;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.catalog.FunctionRow;
import dev.hira.wire.ArgsWriter;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JournalBudgetTest {
    private static final long TOTAL = 1 << 20;

    private final JournalBudget budget = new JournalBudget(TOTAL / 4, TOTAL);
    private long lastCall;

    private Journal journal(Catalog catalog, String vm) {
        return new Journal(catalog, SessionNotes.NONE, budget.open(vm));
    }

    /** Admits a call if the journal has room for it; returns why it has none. */
    private @Nullable String admit(
            Journal journal, Catalog catalog, String function, long... values) {
        ArgsWriter args = new ArgsWriter();
        for (int i = 0; i < values.length; i++) {
            args.uint64(i + 1, values[i]);
        }
        FrameWriter writer = new FrameWriter();
        writer.begin(RecordKinds.CALL, RecordFlags.SYNC, id(catalog, function), ++lastCall, 1)
                .args(args.array(), args.length())
                .end();
        Frame frame = writer.finish(FrameLayout.AUDIENCE_PEER);
        RecordCursor cursor = new RecordCursor().wrap(frame);
        cursor.next();
        String limit = journal.limit(cursor);
        if (limit == null) {
            journal.admitted(cursor, frame);
        }
        frame.release();
        return limit;
    }

    private static int id(Catalog catalog, String function) {
        for (int id = 0; id <= catalog.maxFunction(); id++) {
            FunctionRow row = catalog.row(id);
            if (row != null && row.name().equals(function)) {
                return id;
            }
        }
        throw new AssertionError("There is no function " + function + ".");
    }

    private int fill(Journal journal, Catalog catalog, String function, long... values) {
        int admitted = 0;
        while (admit(journal, catalog, function, values) == null) {
            admitted++;
            assertThat(admitted).as(function).isLessThan(1_000_000);
        }
        return admitted;
    }

    @Test
    void shouldEndRetainsOfOneObject() {
        Catalog catalog = new OpenClCatalog();
        Journal journal = journal(catalog, "vm");
        admit(journal, catalog, "clCreateBufferHIRA", 5, 1, 0, 0, 64, 0x4000);
        assertThat(fill(journal, catalog, "clRetainMemObject", 5)).isGreaterThan(500);
        assertThat(journal.bytes()).isLessThanOrEqualTo(TOTAL / 4);
        assertThat(admit(journal, catalog, "clRetainMemObject", 5))
                .isEqualTo("a session may keep " + TOTAL / 4 + " bytes (peers.journal)");
        assertThat(admit(journal, catalog, "clReleaseMemObject", 5))
                .as("a release makes room")
                .isNull();
    }

    @Test
    void shouldEndChangesOfOneObject() {
        Catalog catalog = new OpenClCatalog();
        Journal journal = journal(catalog, "vm");
        admit(journal, catalog, "clCreateBufferHIRA", 5, 1, 0, 0, 64, 0x4000);
        assertThat(fill(journal, catalog, "clSetMemObjectDestructorCallback", 5, 1))
                .isBetween(100, 1000);
        assertThat(journal.bytes()).isLessThanOrEqualTo(TOTAL / 4);
    }

    @Test
    void shouldEndReleasesThatTheServerDoesNotAnswer() {
        Catalog catalog = new OpenClCatalog();
        Journal journal = journal(catalog, "vm");
        admit(journal, catalog, "clCreateBufferHIRA", 5, 1, 0, 0, 64, 0x4000);
        assertThat(fill(journal, catalog, "clReleaseMemObject", 5)).isGreaterThan(1000);
        assertThat(journal.bytes()).isLessThanOrEqualTo(TOTAL / 4 + (1 << 20));
    }

    @Test
    void shouldEndContextsOnAThreadsStack() {
        Catalog catalog = new CudaCatalog();
        Journal journal = journal(catalog, "vm");
        admit(journal, catalog, "cuCtxCreate", 7, 0, 0);
        assertThat(fill(journal, catalog, "cuCtxPushCurrent", 7)).isBetween(100, 10_000);
        assertThat(journal.bytes()).isLessThanOrEqualTo(TOTAL / 4);
        assertThat(admit(journal, catalog, "cuCtxPopCurrent")).isNull();
    }

    @Test
    void shouldLeaveRoomToOtherVmsWhateverSessionsOneVmOpens() {
        Catalog catalog = new OpenClCatalog();
        for (int session = 0; session < 20; session++) {
            fill(journal(catalog, "greedy"), catalog, "clCreateSampler", 5, 1);
        }
        assertThat(budget.used()).isLessThanOrEqualTo(TOTAL / 2);
        Journal other = journal(catalog, "other");
        assertThat(fill(other, catalog, "clCreateSampler", 5, 1)).isGreaterThan(100);
        assertThat(admit(journal(catalog, "greedy"), catalog, "clCreateSampler", 5))
                .isEqualTo("all sessions of the VM may keep no more (peers.journal-total)");
    }

    @Test
    void shouldGiveEverythingBackAtTheEndOfASession() {
        Catalog catalog = new OpenClCatalog();
        JournalBudget.Account account = budget.open("vm");
        Journal journal = new Journal(catalog, SessionNotes.NONE, account);
        fill(journal, catalog, "clCreateSampler", 5, 1);
        assertThat(budget.used()).isPositive();
        account.close();
        account.close();
        assertThat(budget.used()).isZero();
    }

    @Test
    void shouldCountAMillionReferencesInOneEntry() {
        Catalog catalog = new OpenClCatalog();
        JournalRig rig = new JournalRig(catalog, SessionNotes.NONE);
        rig.admit(1, true, "clCreateBufferHIRA", 5, 1, 0, 0, 64, 0x4000);
        for (int i = 0; i < 1_000_000; i++) {
            rig.admit(1, false, "clRetainMemObject", 5);
        }
        assertThat(rig.journal.calls()).isLessThan(2000);
        assertThat(rig.journal.replay().calls()).isEqualTo(1_000_001);
    }

    @Test
    void shouldForgetObjectsOfOneNameThatHaveDied() {
        JournalObject first = new JournalObject(1, 5, 0, null);
        JournalObject second = new JournalObject(1, 5, 0, first);
        assertThat(second.older()).isEqualTo(first);
        first.dead = true;
        assertThat(second.older()).isNull();
    }
}
