package dev.hira.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.clock.SimClock;
import dev.hira.sim.engine.cost.Cost;
import dev.hira.sim.engine.cost.EngineCounters;
import dev.hira.sim.engine.cost.Role;
import dev.hira.sim.profile.Profiles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests work whose memory cannot be released: its engine and its channel go on. */
@Timeout(60)
final class UnaccountedTest {
    private final DeviceEngines engines =
            new DeviceEngines("test", Profiles.SMALL, SimClock.real(), 1_000_000, null);
    private final ChannelGroup group = new ChannelGroup(engines, Runnable::run);
    private final ChannelGroup other = new ChannelGroup(engines, Runnable::run);

    @AfterEach
    void close() {
        engines.stop();
    }

    @ParameterizedTest
    @EnumSource(Role.class)
    void shouldFailTheContextAndServeOthersWhenTheirThreadHelps(Role role) {
        Work broken = new Work(role, true);
        group.submit(group.legacy(), broken);
        group.await(broken);
        assertServesOthers(role);
    }

    @ParameterizedTest
    @EnumSource(Role.class)
    void shouldFailTheContextAndServeOthersWhenTheEngineWorksAlone(Role role) throws Exception {
        group.submit(group.legacy(), new Work(role, true));
        assertThat(group.awaitRest(Long.MAX_VALUE)).isTrue();
        assertServesOthers(role);
    }

    @ParameterizedTest
    @EnumSource(Role.class)
    void shouldFailTheContextAndServeOthersWhenTheCallerExecutes(Role role) {
        assertThat(group.tryExecute(group.legacy(), new Work(role, true))).isTrue();
        assertServesOthers(role);
    }

    private void assertServesOthers(Role role) {
        assertThat(group.fault()).isNotNull();
        Work next = new Work(role, false);
        other.submit(other.legacy(), next);
        other.await(next);
        assertThat(next.executed).isTrue();
        assertThat(other.fault()).isNull();
    }

    /** Work that fails, if so wanted, when its memory is released. */
    private static final class Work extends EngineOperation {
        private final Role role;
        private final boolean broken;
        private volatile boolean executed;

        Work(Role role, boolean broken) {
            this.role = role;
            this.broken = broken;
        }

        @Override
        protected Role role() {
            return role;
        }

        @Override
        protected void execute() {
            executed = true;
        }

        @Override
        protected Cost cost() {
            return Cost.of(1);
        }

        @Override
        protected void count(EngineCounters counters, long nanos) {}

        @Override
        protected void forget() {
            if (broken) {
                throw new IllegalStateException("the memory cannot be released");
            }
        }
    }
}
