package dev.hira.sim.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.StateException;
import dev.hira.sim.driver.copy.Extent;
import dev.hira.sim.kernel.LaunchProgress;
import dev.hira.sim.kernel.LaunchShape;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Queues of another process that cannot be: nothing of them is queued. */
@Timeout(60)
final class HostileQueueTest {
    private static final Extent BYTES = new Extent(100, 1, 1);
    private static final LaunchShape ONE = new LaunchShape(1, 1, 1, 1, 1, 1, 0, false);

    private Guest guest;
    private long context;
    private long memory;
    private long tick;

    @BeforeEach
    void open() {
        guest = Guest.at(Guest.device("profile=small,capability=9.0", false));
        context = guest.context();
        memory = guest.allocate(context, 1000);
        tick = guest.kernel(guest.module(), "tick");
    }

    @AfterEach
    void close() {
        guest.close();
    }

    private QueuedWork.Queue queue() {
        return new QueuedWork.Queue(context, QueuedWork.Stream.LEGACY, 0);
    }

    private QueuedWork.Side device(long address) {
        return new QueuedWork.Side(QueuedWork.Place.DEVICE, address, 0, 100, 100);
    }

    private static QueuedWork.Side host(QueuedWork.Place place, long at) {
        return new QueuedWork.Side(place, at, 0, 100, 100);
    }

    private QueuedWork.Kernel launch(long function, LaunchShape shape, LaunchProgress done) {
        return new QueuedWork.Kernel(0, function, shape, done, new byte[0]);
    }

    private void refuse(String why, QueuedWork... works) {
        QueueRestorer restorer = new QueueRestorer(guest.process.state().process());
        assertThatThrownBy(
                        () -> {
                            for (QueuedWork work : works) {
                                restorer.add(work);
                            }
                            restorer.restore();
                        })
                .isInstanceOf(StateException.class)
                .hasMessageContaining(why);
        assertThat(guest.process.state().process().work().ended()).isTrue();
        assertThat(guest.process.state().standsStill()).isFalse();
    }

    @Test
    void shouldRefuseQueuesAndCallsThatAreNotThere() {
        refuse("in no stream", new QueuedWork.Mark(0));
        refuse("no context", new QueuedWork.Queue(77, QueuedWork.Stream.LEGACY, 0));
        refuse("no stream", new QueuedWork.Queue(context, QueuedWork.Stream.NAMED, 77));
        refuse("the call 0", new QueuedWork.Call(0, 0, 0));
        refuse("the call 1 of device 1", new QueuedWork.Call(1, 1, 0));
        refuse("the call 1", new QueuedWork.Call(1, 0, 0), new QueuedWork.Call(1, 0, 0));
        refuse(
                "unknown call 5",
                queue(),
                new QueuedWork.Copy(5, device(memory), device(memory + 500), BYTES));
    }

    @Test
    void shouldRefuseReferencesToNothing() {
        refuse("the operation 5", queue(), new QueuedWork.Wait(5));
        refuse("the operation 0", queue(), new QueuedWork.Wait(0));
        refuse("the operation -1", queue(), new QueuedWork.Wait(-1));
        refuse("no event", queue(), new QueuedWork.Mark(77));
        refuse("reaches no event", queue(), new QueuedWork.WaitForProgram(77));
        refuse("no stream", new QueuedWork.Queue(context, QueuedWork.Stream.BESIDE, 77));
        refuse("receives no results", queue(), new QueuedWork.Result(new byte[3]));
        refuse(
                "does not complete a result",
                queue(),
                new QueuedWork.Mark(0),
                new QueuedWork.Copy(0, device(memory), host(QueuedWork.Place.RESULT, 0), BYTES));
    }

    @Test
    void shouldRefuseMemoryThatIsNotThere() {
        refuse(
                "no memory",
                queue(),
                new QueuedWork.Copy(0, device(memory + 950), device(memory), BYTES));
        refuse("no memory", queue(), new QueuedWork.Fill(0, device(0), 1, 1, BYTES));
        refuse("elements of 3 bytes", queue(), new QueuedWork.Fill(0, device(memory), 1, 3, BYTES));
        refuse(
                "beyond its memory",
                queue(),
                new QueuedWork.Copy(0, device(memory), host(QueuedWork.Place.SHARED, 0), BYTES));
        refuse(
                "beyond its memory",
                queue(),
                new QueuedWork.Staged(MemorySegment.ofArray(new byte[99])),
                new QueuedWork.Copy(0, host(QueuedWork.Place.STAGED, 0), device(memory), BYTES));
        refuse(
                "are the destination",
                queue(),
                new QueuedWork.Copy(0, device(memory), host(QueuedWork.Place.STAGED, 0), BYTES));
        refuse(
                "overflow",
                queue(),
                new QueuedWork.Fill(
                        0,
                        new QueuedWork.Side(QueuedWork.Place.DEVICE, memory, 0, Long.MAX_VALUE, 0),
                        1,
                        1,
                        new Extent(1, 3, 1)));
    }

    @Test
    void shouldRefuseLaunchesThatAreNotPossible() {
        refuse("no kernel", queue(), launch(77, ONE, LaunchProgress.NONE));
        refuse("has done", queue(), launch(tick, ONE, new LaunchProgress(2, 1, 0, 0)));
        refuse("has done", queue(), launch(tick, ONE, new LaunchProgress(-1, 1, 0, 0)));
        refuse(
                "threads is not possible",
                queue(),
                launch(tick, new LaunchShape(1, 1, 1, 5000, 1, 1, 0, false), LaunchProgress.NONE));
        refuse(
                "blocks is not possible",
                queue(),
                launch(tick, new LaunchShape(0, 1, 1, 1, 1, 1, 0, false), LaunchProgress.NONE));
    }
}
