package dev.hira.router.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.SessionIdentity;
import dev.hira.router.books.Ledger;
import dev.hira.router.books.VmLedger;
import dev.hira.router.session.kept.BooksRestorer;
import dev.hira.router.session.kept.KeptSessions;
import dev.hira.router.session.kept.SessionFile;
import dev.hira.router.testing.TestPolicy;
import dev.hira.state.v1.StoredSession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random programs whose journals are noted down in a file: another journal that is made from the
 * file leads to the server's state too, and the file is as large as this state.
 */
class NotesPropertyTest {
    private static final int PROGRAMS = 40;
    private static final int COMMANDS = 400;
    private static final int CUTS = 60;
    private static final long REWRITTEN = 4 << 10;

    @TempDir private Path folder;

    @Test
    void shouldLeadToTheServersStateFromTheNotes() throws Exception {
        long seed = Long.getLong("seed", 20_261_128);
        for (int program = 0; program < PROGRAMS; program++) {
            run("s" + program, new Random(seed + program), "-Dseed=" + (seed + program));
        }
    }

    private void run(String session, Random random, String seed) throws Exception {
        JournalRig rig = noted(session, random);
        assertThat(rig.recreated().state()).as(seed).isEqualTo(rig.server.state());
        long bytes = Files.size(file(session));

        JournalRig again = Objects.requireNonNull(recalled(session));
        assertThat(again.recreated().state()).as(seed).isEqualTo(rig.server.state());
        assertThat(again.journal.objects()).as(seed).isEqualTo(rig.journal.objects());
        assertThat(bytes).as(seed).isLessThan(4 * REWRITTEN + 12 * rig.journal.bytes());
    }

    @Test
    void shouldRecallTheNotesBeforeACutOrRefuseTheFile() throws Exception {
        long seed = Long.getLong("seed", 20_261_128);
        Random random = new Random(seed);
        noted("whole", random);
        byte[] whole = Files.readAllBytes(file("whole"));
        int recalled = 0;
        for (int cut = 0; cut < CUTS; cut++) {
            int length = random.nextInt(whole.length);
            Files.write(file("cut"), Arrays.copyOf(whole, length));
            JournalRig again = recalled("cut");
            if (again != null) {
                recalled++;
                assertThat(again.journal.objects())
                        .as("-Dseed=%d, cut at %d", seed, length)
                        .isNotNegative();
            }
        }
        assertThat(recalled).as("-Dseed=%d", seed).isPositive();
    }

    @Test
    void shouldNotRecallCallsThatHaveNotArrivedAtTheServer() throws Exception {
        SessionFile file = create("s");
        JournalRig rig = new JournalRig(file);
        file.follow(rig.journal);
        long first = rig.call(1, "cuCtxCreate", 17);
        rig.admit(1, false, "cuCtxCreate", 18);
        file.close();

        JournalRig again = new JournalRig();
        SessionFile found = claim("s");
        found.replay(restorer(again, first));
        found.goOn(again.journal);
        assertThat(again.journal.calls()).isEqualTo(1);
        found.close();
        assertThat(Objects.requireNonNull(recalled("s")).journal.calls()).isEqualTo(1);
    }

    private JournalRig noted(String session, Random random) {
        SessionFile file = create(session);
        JournalRig rig = new JournalRig(file);
        file.follow(rig.journal);
        for (int i = 0; i < 8; i++) {
            JournalPropertyTest.commands(rig, random, COMMANDS / 8);
            if (random.nextBoolean()) {
                rig.work();
                rig.laneEnded(1 + random.nextInt(3));
            }
        }
        rig.work();
        file.close();
        return rig;
    }

    private SessionFile create(String session) {
        return Objects.requireNonNull(
                KeptSessions.open(folder, REWRITTEN)
                        .create(StoredSession.newBuilder().setSession(session).build()));
    }

    private SessionFile claim(String session) {
        return Objects.requireNonNull(KeptSessions.open(folder, REWRITTEN).claim(session));
    }

    private Path file(String session) {
        return folder.resolve(session + ".session");
    }

    /** Returns a journal that was made from the notes on a session; null: they are damaged. */
    private @Nullable JournalRig recalled(String session) {
        SessionFile found = KeptSessions.open(folder, REWRITTEN).claim(session);
        if (found == null) {
            return null;
        }
        JournalRig again = new JournalRig();
        found.replay(restorer(again, Long.MAX_VALUE));
        again.journal.endRecall();
        found.close();
        return again;
    }

    private static BooksRestorer restorer(JournalRig rig, long arrived) {
        List<String> names = rig.catalog.resourceNames();
        Ledger ledger = new Ledger(new VmLedger(), List.of(), names, 1_000_000, 1);
        SessionIdentity identity =
                new SessionIdentity("vm", "s", "", List.of(), names, rig.catalog.roles());
        return new BooksRestorer(
                rig.catalog,
                rig.journal,
                ledger,
                new TestPolicy().open(identity, () -> {}),
                arrived);
    }
}
