package dev.hira.server.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.server.host.LaneDrivers;
import dev.hira.wire.v1.Control;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

final class WorkPulseTest {
    private final List<Long> running = new ArrayList<>();
    private final List<List<Long>> told = new ArrayList<>();
    private final Queue<Runnable> beats = new ArrayDeque<>();
    private final WorkPulse pulse =
            new WorkPulse(
                    new LaneDrivers<>() {
                        @Override
                        public Object lane(long lane) {
                            throw new AssertionError("no call is expected");
                        }

                        @Override
                        public boolean mayBlock() {
                            return false;
                        }

                        @Override
                        public void tellRunning(CallTimes to) {
                            running.forEach(call -> to.spent(call, 0));
                        }
                    },
                    this::tell,
                    beats::add);

    private void tell(Control message) {
        told.add(List.copyOf(message.getRunning().getCallsList()));
    }

    /** Runs the next beat. */
    private void beat() {
        List<Runnable> due = new ArrayList<>(beats);
        beats.clear();
        due.forEach(Runnable::run);
    }

    @Test
    void shouldReportRunningCallsAsLongAsWorkIsUnderWay() {
        pulse.begins();
        pulse.begins();
        assertThat(beats).as("one beat for all calls").hasSize(1);
        running.addAll(List.of(7L, 9L));
        beat();
        running.remove(7L);
        pulse.ended();
        beat();
        assertThat(told).containsExactly(List.of(7L, 9L), List.of(9L));
        pulse.ended();
        beat();
        assertThat(beats).isEmpty();
        assertThat(told).hasSize(2);
    }

    @Test
    void shouldNotReportWorkThatWaits() {
        pulse.begins();
        beat();
        assertThat(told).isEmpty();
        assertThat(beats).as("it may begin later").hasSize(1);
    }

    @Test
    void shouldBeatAgainForLaterWork() {
        pulse.begins();
        pulse.ended();
        beat();
        assertThat(beats).isEmpty();
        pulse.begins();
        running.add(3L);
        beat();
        assertThat(told).containsExactly(List.of(3L));
    }

    @Test
    void shouldAcceptTheEndOfWorkBeforeTheReportThatItIsLeft() {
        pulse.ended();
        pulse.begins();
        beat();
        assertThat(told).isEmpty();
        assertThat(beats).isEmpty();
    }

    @Test
    void shouldSendNothingOnceClosed() {
        pulse.begins();
        running.add(1L);
        pulse.close();
        beat();
        assertThat(told).isEmpty();
        assertThat(beats).isEmpty();
    }
}
