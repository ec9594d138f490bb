package dev.hira.router.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.hira.policy.model.Grant;
import dev.hira.policy.model.Protection;
import dev.hira.router.placement.DeviceView;
import dev.hira.router.placement.ServerView;
import dev.hira.router.session.kept.KeptSessions;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Calls.Seen;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.ResumeRecords;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Open;
import dev.hira.wire.v1.Opened;
import dev.hira.wire.v1.Resume;
import dev.hira.wire.v1.Resumed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Guests that come back before the restarted router has heard of its servers. */
@ExtendWith(NoLeaks.class)
final class LateReportTest {
    private static final String VM = "blue";
    private static final String FIRST = "hira+unix:///nowhere/1";
    private static final String SECOND = "hira+unix:///nowhere/2";
    private static final String SERVERS =
            "hira.router.servers = [\"" + FIRST + "\", \"" + SECOND + "\"]";
    private static final int GRANULE = 512;
    private static final int REQUESTED = 1000;
    private static final long HELD = 1024;

    private final Rig former = new Rig(SERVERS, false);
    private final Rig rig = new Rig(SERVERS, false);
    private @TempDir Path folder;

    /** The answer to the guest that opened the session. */
    private Opened opened;

    @BeforeEach
    void restart() {
        former.grants.change(state ->
                state.withOwn(VM, Grant.STANDARD.edit().protection(Protection.REBUILD).build()));
        former.registry.keepIn(KeptSessions.open(folder));
        former.atServer(LateReportTest::open);
        report(former, FIRST, "server0");
        Peer guest = former.connectResumable(Optional.empty());
        guest.send(
                Control.newBuilder()
                        .setOpen(
                                Open.newBuilder()
                                        .setProtocol(1)
                                        .setApi(ToyCatalog.API)
                                        .setApiDigest(ToyCatalog.DIGEST)
                                        .setVm(VM)
                                        .setWantsResume(true)));
        former.pump.run();
        guest.send(ResumeRecords.acknowledge(1));
        guest.send(new Calls().call(ToyCatalog.ALLOC, true, 70, REQUESTED).frame());
        guest.send(answered());
        former.pump.run();
        answer(former.server());
        former.pump.run();
        opened =
                guest.controls().stream()
                        .filter(Control::hasOpened)
                        .findFirst()
                        .orElseThrow()
                        .getOpened();
        former.registry.all().forEach(RouterSession::leave);
        rig.registry.keepIn(KeptSessions.open(folder));
    }

    @AfterEach
    void close() {
        former.close();
        rig.close();
    }

    private static void open(Peer server, Control control) {
        if (control.hasOpen()) {
            server.send(
                    Control.newBuilder()
                            .setOpened(
                                    Opened.newBuilder()
                                            .setResumeSecret(ByteString.copyFromUtf8("server"))));
        }
    }

    /** Returns a call that was answered, and which the guest sends again nevertheless. */
    private static Frame answered() {
        return new Calls(2).call(ToyCatalog.WORK, true, 1, 1).frame();
    }

    /** Answers the calls that a server has received. */
    private static void answer(Peer server) {
        for (Seen call : server.records()) {
            server.send(
                    new Calls().record(RecordKinds.REPLY, 0, call.function(), call.call()).frame());
        }
    }

    /** Reports a server with its own name and a device. */
    private static void report(Rig rig, String server, String name) {
        rig.pool.named(server, name);
        rig.serving(
                server,
                List.of(
                        new DeviceView(
                                0,
                                Set.of(ToyCatalog.API),
                                "toy",
                                1 << 30,
                                1 << 30,
                                GRANULE,
                                1,
                                0,
                                Set.of(),
                                0,
                                false,
                                false)));
    }

    private Peer resume() {
        Peer guest = rig.connectResumable(Optional.empty());
        guest.send(
                Control.newBuilder()
                        .setResume(
                                Resume.newBuilder()
                                        .setSession(opened.getSession())
                                        .setSecret(opened.getResumeSecret())
                                        .setVm(VM)
                                        .setReceived(3)
                                        .setLastCall(2)
                                        .addLanes(1)));
        rig.pump.run();
        return guest;
    }

    /** Makes servers go on with the session. */
    private static void goOn(Peer server, Control control) {
        if (control.hasResume()) {
            server.send(
                    Control.newBuilder()
                            .setResumed(Resumed.newBuilder().setAnew(true).setLastCall(2)));
        }
    }

    /** Makes servers refuse to go on with the session, and take it anew. */
    private static void refuse(Peer server, Control control, Cause cause) {
        if (control.hasResume()) {
            server.link().close(new LinkStatus(cause, "it is not here"));
        } else {
            Rig.move(server, control);
        }
    }

    private ServerView place() {
        RouterSession session = rig.registry.all().getFirst();
        return Objects.requireNonNull(session.facts()).placed().server();
    }

    private void assertRebuiltAt(String server, Peer guest) {
        Peer fresh = rig.server();
        assertThat(fresh.controls().getFirst().getOpen().getRebuilds()).isTrue();
        answer(fresh);
        rig.pump.run();
        assertThat(place().name()).isEqualTo(server);
        assertThat(rig.books(VM).device(server + "/0").held("memory")).isEqualTo(HELD);
        assertThat(rig.pool.views()).extracting(ServerView::sessions).containsOnlyOnce(1);
        guest.send(answered());
        rig.pump.run();
        assertThat(fresh.records()).as("a call that the guest made before").hasSize(1);
        guest.send(new Calls(3).call(ToyCatalog.WORK, true, 1, 1).frame());
        rig.pump.run();
        assertThat(fresh.records().getLast())
                .as("it is not made, and the server answers it with the loss")
                .extracting(Seen::kind, Seen::call)
                .containsExactly(RecordKinds.REFUSED, 3L);
    }

    @Test
    void shouldWaitUntilTheServerHasReported() {
        rig.atServer(LateReportTest::goOn);
        Peer guest = resume();
        report(rig, SECOND, "server1");
        rig.fireTimersExceptDeadlines();
        assertThat(rig.servers).isEmpty();
        assertThat(guest.controls()).isEmpty();
        assertThat(guest.isOpen()).isTrue();

        report(rig, FIRST, "server0");
        rig.fireTimersExceptDeadlines();
        assertThat(guest.controls().getFirst().getResumed().getAnew()).isTrue();
        assertThat(place().name()).isEqualTo("server0");
        assertThat(rig.books(VM).device("server0/0").held("memory")).isEqualTo(HELD);
        guest.link().close(LinkStatus.NORMAL);
        rig.pump.run();
        assertThat(rig.pool.views()).allMatch(server -> server.sessions() == 0);
        assertThat(rig.books(VM).held("memory")).isZero();
    }

    @Test
    void shouldRebuildTheSessionWhenTheServerHasReportedThatItIsNotThere() {
        rig.atServer((server, control) -> refuse(server, control, Cause.REFUSED));
        Peer guest = resume();
        report(rig, FIRST, "server0");
        rig.fireTimersExceptDeadlines();
        assertRebuiltAt("server0", guest);
    }

    @Test
    void shouldRebuildTheSessionAtAnotherServerWhenItsOwnNeverReports() {
        rig.atServer((server, control) -> refuse(server, control, Cause.UNAVAILABLE));
        Peer guest = resume();
        report(rig, SECOND, "server1");
        rig.nanos.addAndGet(Duration.ofSeconds(6).toNanos());
        rig.fireTimersExceptDeadlines();
        assertRebuiltAt("server1", guest);
    }

    @Test
    void shouldNameAServerThatNeverReports() {
        rig.atServer((server, control) -> refuse(server, control, Cause.UNAVAILABLE));
        Peer guest = resume();
        rig.nanos.addAndGet(Duration.ofSeconds(6).toNanos());
        rig.fireTimersExceptDeadlines();
        rig.fireTimers();
        assertThat(guest.status().message())
                .startsWith("the API server 'server0' lost the session while the router was");
    }
}
