package dev.hira.server.move;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.hira.api.StateException;
import dev.hira.server.testing.MoveRig;
import dev.hira.server.testing.ToyDispatcher;
import io.grpc.Status;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Tests moves that fail, and sessions and servers that end during them. */
final class StateMoveEndsTest extends MovingPair {
    @Test
    void shouldReportStateThatCannotBeRestoredAtBothEnds() {
        announce();
        rig.fresh.state().failure = new StateException("it does not fit");
        send();
        assertThat(problem(old)).isEqualTo("it does not fit");
        assertThat(problem(fresh)).isEqualTo("it does not fit");
        assertThat(old.ask(1, ToyDispatcher.ECHO, 4, 0).value()).isEqualTo(4);
    }

    @Test
    void shouldReportADefectWithoutItsStackTrace() {
        announce();
        rig.fresh.state().failure = new IllegalStateException("a defect\n\tat line 1");
        send();
        assertThat(problem(old)).contains("the server failed: java.lang.IllegalStateException");
        assertThat(problem(fresh)).contains("a defect");
    }

    @Test
    void shouldMakeNoCallAfterStateWasRestoredInPart() {
        announce();
        rig.fresh.state().failure = new StateException("it does not fit");
        fresh.async(1, ToyDispatcher.NOTE, 1, 0);
        fresh.flush();
        send();
        problem(fresh);
        fresh.link().close();
        rig.fresh.awaitSessions(0);
        assertThat(rig.fresh.process().notes).isEmpty();
    }

    @Test
    void shouldReportATargetThatIsNotThere() {
        rest();
        old.sendState("hira+unix://" + folder.resolve("missing.sock"), TOKEN).flush();
        assertThat(problem(old)).contains("missing.sock");
        old.sendState("ftp://example", TOKEN).flush();
        assertThat(problem(old)).contains("ftp://example");
        old.sendState("no address", TOKEN).flush();
        assertThat(problem(old)).contains("no address");
        announceAgain();
        assertThat(moved(old).getProblem()).isEmpty();
    }

    /** The session is still at rest. */
    private void announceAgain() {
        takeOver(ByteString.copyFrom(rig.old.state().placements));
        fresh.awaitState(TOKEN).flush();
        send();
    }

    @Test
    void shouldReleaseBothWhenTheOldSessionEndsWhileItSends() throws InterruptedException {
        announce();
        rig.old.state().mayGoOn = new CountDownLatch(1);
        send();
        await(rig.old.state().saving);
        await(rig.fresh.state().restoring);
        old.link().close();
        rig.old.awaitSessions(0);
        assertThat(problem(fresh)).contains("broke off");
        fresh.link().close();
        rig.fresh.awaitSessions(0);
        assertUnused();
    }

    @Test
    void shouldReleaseTheOldSessionThatEndsWhileItConnects() {
        takeOver(rest());
        send();
        rig.awaitDenied();
        old.link().close();
        rig.old.awaitSessions(0);
        fresh.link().close();
        rig.fresh.awaitSessions(0);
        assertUnused();
    }

    @Test
    void shouldReleaseBothWhenTheNewSessionEndsWhileItTakes() throws InterruptedException {
        announce();
        rig.old.state().mayGoOn = new CountDownLatch(1);
        send();
        await(rig.fresh.state().restoring);
        fresh.link().close();
        rig.fresh.awaitSessions(0);
        rig.old.state().mayGoOn.countDown();
        assertThat(problem(old)).contains("broken off");
        assertThat(old.ask(1, ToyDispatcher.ECHO, 4, 0).value()).isEqualTo(4);
        assertUnused();
    }

    @Test
    void shouldReleaseTheNewSessionThatEndsBeforeItsCallsAreMade() {
        takeOver(rest());
        fresh.async(1, ToyDispatcher.AWAIT_NOTE, 5, 1);
        fresh.awaitState(TOKEN).flush();
        MoveRig.Stream one = rig.takenStream(TOKEN);
        MoveRig.Stream other = rig.stream(TOKEN);
        fresh.link().close();
        rig.fresh.awaitSessions(0);
        assertThat(List.of(one.status(), other.status()))
                .extracting(Status::getDescription)
                .containsExactlyInAnyOrder(null, "the step was broken off");
        assertUnused();
    }

    @Test
    void shouldReportTheEndOfTheOtherServer() throws InterruptedException {
        announce();
        rig.old.state().mayGoOn = new CountDownLatch(1);
        send();
        await(rig.fresh.state().restoring);
        rig.fresh.server.close();
        rig.old.state().mayGoOn.countDown();
        assertThat(problem(old)).isNotEmpty();
        assertThat(rig.old.moves("out", "failed")).isEqualTo(1);
    }
}
