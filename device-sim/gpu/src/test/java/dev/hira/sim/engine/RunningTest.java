package dev.hira.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.WorkListener;
import dev.hira.sim.clock.SimClock;
import dev.hira.sim.engine.cost.Cost;
import dev.hira.sim.engine.cost.EngineCounters;
import dev.hira.sim.engine.cost.Role;
import dev.hira.sim.profile.Profiles;
import dev.hira.sim.work.LaneWork;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests which work is reported as running. */
@Timeout(60)
final class RunningTest {
    private static final long CALL = 7;

    private final DeviceEngines engines =
            new DeviceEngines("test", Profiles.SMALL, SimClock.real(), 1_000_000, null);
    private final ChannelGroup group = new ChannelGroup(engines, Runnable::run);
    private final List<Long> told = new ArrayList<>();

    @AfterEach
    void close() {
        engines.stop();
    }

    @Test
    void shouldReportCopiesThatMayLast() {
        execute(new Looking(Role.TO_DEVICE, true));
        assertThat(told).containsExactly(CALL);
        group.tellRunning((call, _) -> told.add(call));
        assertThat(told).as("ended work is not reported").hasSize(1);
    }

    @Test
    void shouldReportAllWorkOfTheComputeEngine() {
        execute(new Looking(Role.COMPUTE, false));
        assertThat(told).containsExactly(CALL);
    }

    @Test
    void shouldNotReportSmallCopies() {
        execute(new Looking(Role.TO_HOST, false));
        assertThat(told).isEmpty();
    }

    private void execute(EngineOperation operation) {
        LaneWork lane = new LaneWork();
        lane.begin(WorkListener.NONE, CALL);
        operation.belongsTo(lane.queues(0));
        group.submit(group.legacy(), operation);
        lane.end();
        group.await(operation);
    }

    /** Work that asks for the report of running work while it executes. */
    private final class Looking extends EngineOperation {
        private final Role role;
        private final boolean lasts;

        Looking(Role role, boolean lasts) {
            this.role = role;
            this.lasts = lasts;
        }

        @Override
        protected Role role() {
            return role;
        }

        @Override
        protected boolean lasts() {
            return lasts;
        }

        @Override
        protected void execute() {
            group.tellRunning((call, _) -> told.add(call));
        }

        @Override
        protected Cost cost() {
            return Cost.of(0);
        }

        @Override
        protected void count(EngineCounters counters, long nanos) {}
    }
}
