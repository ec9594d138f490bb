package dev.hira.server.turn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One step of a turn after the other, with a second thread that works while the first waits. */
@Timeout(60)
final class SessionTurnStepsTest {
    private final List<String> events = new ArrayList<>();
    private final List<Runnable> handedOn = new ArrayList<>();
    private final ExecutorService second = Executors.newSingleThreadExecutor();
    private final SessionTurn<Integer> turn = new SessionTurn<>(new Work(), handedOn::add);
    private Runnable duringItem = () -> {};
    private Runnable duringAnswers = () -> {};
    private Runnable duringArrival = () -> {};

    @AfterEach
    void stop() {
        second.shutdownNow();
    }

    /** Items are numbers, which are their weights; from 100 on they take long. */
    private final class Work implements TurnWork<Integer> {
        @Override
        public void handle(Integer item) {
            events.add("item " + item);
            duringItem.run();
        }

        @Override
        public void sendAnswers() {
            events.add("answers");
            duringAnswers.run();
        }

        @Override
        public boolean takesLong(Integer item) {
            return item >= 100;
        }

        @Override
        public long weight(Integer item) {
            duringArrival.run();
            return item;
        }

        @Override
        public void dropped(Integer item) {
            events.add("dropped " + item);
        }
    }

    private void onSecondThread(Runnable action) {
        CompletableFuture.runAsync(action, second).join();
    }

    private void task(String name) {
        turn.run(() -> events.add(name));
    }

    private void runWorker() {
        handedOn.removeFirst().run();
    }

    @Test
    void shouldRunATaskThatArrivesDuringAnItemBeforeTheAnswersAreSent() {
        duringItem =
                () -> {
                    onSecondThread(() -> task("task"));
                    assertThat(events).as("the task waits for the turn").containsExactly("item 1");
                };
        turn.arrived(1);
        assertThat(events).containsExactly("item 1", "task", "answers");
        assertThat(handedOn).isEmpty();
    }

    @Test
    void shouldRunATaskOfItsOwnThreadAtOnce() {
        duringItem =
                () -> {
                    task("task");
                    assertThat(events).containsExactly("item 1", "task");
                };
        turn.arrived(1);
        assertThat(events).containsExactly("item 1", "task", "answers");
    }

    @Test
    void shouldSendTheAnswersOfATaskThatATakerOfTheTurnRuns() {
        task("task");
        assertThat(events).containsExactly("task", "answers");
    }

    @Test
    void shouldRunATaskThatArrivesWhileAnotherIsRun() {
        turn.run(() -> {
            events.add("first");
            onSecondThread(() -> task("second"));
        });
        assertThat(events).containsExactly("first", "second", "answers");
    }

    @Test
    void shouldRunATaskThatArrivesWhileAnswersAreSent() {
        duringAnswers =
                () -> {
                    duringAnswers = () -> {};
                    onSecondThread(() -> task("late"));
                };
        turn.arrived(1);
        assertThat(events).containsExactly("item 1", "answers", "late", "answers");
        assertThat(handedOn).isEmpty();
    }

    @Test
    void shouldRunATaskThatArrivesWhileAWorkerSendsTheLastAnswers() {
        turn.arrived(100);
        duringItem =
                () ->
                        duringAnswers =
                                () -> {
                                    duringAnswers = () -> {};
                                    onSecondThread(() -> task("late"));
                                };
        runWorker();
        assertThat(events).endsWith("item 100", "answers", "late", "answers");
        assertThat(handedOn).isEmpty();
        assertThat(turn.isMine()).isFalse();
    }

    @Test
    void shouldPassTheTurnToAWorkerWhenItemsArriveDuringATask() {
        turn.run(() -> {
            onSecondThread(() -> turn.arrived(1));
            assertThat(handedOn).isEmpty();
        });
        assertThat(events).as("a visitor never processes items").containsExactly("answers");
        assertThat(handedOn).hasSize(1);
        assertThat(turn.backlog()).isEqualTo(1);
        runWorker();
        assertThat(events).endsWith("item 1", "answers");
        assertThat(turn.backlog()).isZero();
        turn.arrived(2);
        assertThat(events).endsWith("item 2", "answers");
        assertThat(handedOn).isEmpty();
    }

    @Test
    void shouldSendTheAnswersOfTasksBeforeALongItem() {
        turn.arrived(100);
        task("task");
        runWorker();
        assertThat(events).containsExactly("task", "answers", "item 100", "answers");
    }

    @Test
    void shouldRunTasksBetweenTheItemsOfAWorker() {
        turn.arrived(100);
        turn.arrived(101);
        duringItem = () -> onSecondThread(() -> task("task"));
        runWorker();
        assertThat(events.stream().filter(event -> !event.equals("answers")))
                .containsExactly("item 100", "task", "item 101", "task");
        assertThat(events).endsWith("task", "answers");
    }

    @Test
    void shouldProcessItemsThatArriveWhileAWorkerWorks() {
        turn.arrived(100);
        duringItem =
                () -> {
                    duringItem = () -> {};
                    onSecondThread(() -> turn.arrived(1));
                    assertThat(turn.backlog()).isEqualTo(101);
                };
        runWorker();
        assertThat(events).endsWith("item 100", "answers", "item 1", "answers");
        assertThat(handedOn).isEmpty();
        assertThat(turn.backlog()).isZero();
    }

    @Test
    void shouldCountAnItemNoLongerWhenItsAnswersAreSent() {
        turn.arrived(100);
        duringItem = () -> duringAnswers = () -> assertThat(turn.backlog()).isZero();
        runWorker();
        assertThat(events).endsWith("item 100", "answers");
    }

    @Test
    void shouldStopAWorkerBetweenItemsWhenHeld() {
        turn.arrived(100);
        turn.arrived(101);
        duringItem = () -> turn.hold(true);
        runWorker();
        assertThat(events).doesNotContain("item 101").endsWith("item 100", "answers");
        assertThat(turn.backlog()).isEqualTo(101);
        assertThat(turn.isMine()).isFalse();
        task("task");
        assertThat(events).endsWith("task", "answers");
        turn.hold(false);
        runWorker();
        assertThat(events).endsWith("item 101", "answers");
    }

    @Test
    void shouldQueueItemsOfAHeldTurnWithoutAWorker() {
        turn.hold(true);
        turn.arrived(1);
        turn.arrived(100);
        task("task");
        assertThat(handedOn).isEmpty();
        assertThat(events).containsExactly("task", "answers");
        turn.hold(false);
        assertThat(handedOn).hasSize(1);
    }

    @Test
    void shouldStartNoWorkerWhenResumedWithoutWork() {
        turn.hold(true);
        turn.hold(false);
        assertThat(handedOn).isEmpty();
        turn.arrived(1);
        assertThat(events).containsExactly("item 1", "answers");
    }

    @Test
    void shouldPassTheTurnOnWhenItsOwnerResumesIt() {
        turn.run(() -> {
            turn.hold(true);
            onSecondThread(() -> turn.arrived(1));
            turn.hold(false);
            assertThat(handedOn).isEmpty();
        });
        assertThat(handedOn).hasSize(1);
        runWorker();
        assertThat(events).endsWith("item 1", "answers");
    }

    @Test
    void shouldKnowTheThreadThatHasIt() {
        assertThat(turn.isMine()).isFalse();
        duringItem =
                () -> {
                    events.add(turn.isMine() ? "mine" : "another's");
                    onSecondThread(() -> assertThat(turn.isMine()).isFalse());
                };
        turn.arrived(1);
        assertThat(turn.isMine()).isFalse();
        turn.arrived(100);
        assertThat(turn.isMine()).as("after it was passed on").isFalse();
        runWorker();
        turn.run(() -> duringItem.run());
        assertThat(turn.isMine()).isFalse();
        assertThat(events).contains("mine").doesNotContain("another's");
    }

    @Test
    void shouldProcessItemsItselfWhenNoWorkerAcceptsThem() {
        SessionTurn<Integer> alone =
                new SessionTurn<>(
                        new Work(),
                        worker -> {
                            throw new RejectedExecutionException("stopping");
                        });
        alone.arrived(100);
        assertThat(events).endsWith("item 100", "answers");
        alone.arrived(1);
        assertThat(events).endsWith("item 1", "answers");
        assertThat(alone.isMine()).isFalse();
        assertThat(alone.backlog()).isZero();
    }

    @Test
    void shouldDropTheItemsBehindTheOneThatClosesIt() {
        turn.arrived(100);
        turn.arrived(101);
        turn.arrived(102);
        assertThat(turn.backlog()).isEqualTo(303);
        duringItem = turn::close;
        runWorker();
        turn.arrived(1);
        assertThat(events.stream().filter(event -> !event.equals("answers")))
                .containsExactly("item 100", "dropped 101", "dropped 102", "dropped 1");
        assertThat(turn.backlog()).isZero();
    }

    @Test
    void shouldDropAnItemThatArrivesWhileItIsClosed() {
        duringArrival =
                () -> {
                    duringArrival = () -> {};
                    onSecondThread(turn::close);
                };
        turn.arrived(100);
        assertThat(events).containsExactly("dropped 100");
        assertThat(handedOn).isEmpty();
        assertThat(turn.backlog()).isZero();
    }

    @Test
    void shouldDescribeItsState() {
        assertThat(turn).hasToString("turn free, backlog 0");
        turn.hold(true);
        turn.arrived(7);
        assertThat(turn).hasToString("turn free, held, backlog 7");
        turn.hold(false);
        assertThat(turn).hasToString("turn handed on, backlog 7");
        duringItem =
                () ->
                        assertThat(turn.toString())
                                .startsWith("turn of " + Thread.currentThread().getName());
        runWorker();
        turn.close();
        assertThat(turn).hasToString("turn free, closed, backlog 0");
    }
}
