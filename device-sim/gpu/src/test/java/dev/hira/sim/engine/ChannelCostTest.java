package dev.hira.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.clock.SimClock;
import dev.hira.sim.profile.Profiles;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The work of a group with many channels grows with their number, not with its square. */
final class ChannelCostTest {
    private static final int CHANNELS = 20_000;

    /** Far above the factor 4 of linear work; squared work takes 16. */
    private static final int FACTOR = 4;

    private static final double MOST_RATIO = 9;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final DeviceEngines engines =
            new DeviceEngines("cost", Profiles.SMALL, SimClock.real(), 1_000_000_000, null);

    @AfterEach
    void stop() {
        engines.stop();
    }

    private interface Work {
        void on(int channels);
    }

    private static void assertLinear(Work work) {
        work.on(CHANNELS); // compiles the code
        double ratio = Double.MAX_VALUE;
        for (int attempt = 0; attempt < 5 && ratio > MOST_RATIO; attempt++) {
            long one = cpu(() -> work.on(CHANNELS));
            ratio = Math.min(ratio, (double) cpu(() -> work.on(FACTOR * CHANNELS)) / one);
        }
        assertThat(ratio).as("processor time of 4 times as many").isLessThan(MOST_RATIO);
    }

    private static long cpu(Runnable work) {
        long begin = THREADS.getCurrentThreadCpuTime();
        work.run();
        return THREADS.getCurrentThreadCpuTime() - begin;
    }

    @Test
    void shouldCloseChannelsThatWaitForAnEventInLinearTime() {
        assertLinear(count -> {
            ChannelGroup group = new ChannelGroup(engines, Runnable::run);
            MarkOperation event = group.marks().open();
            for (int i = 0; i < count; i++) {
                Channel channel = group.open(false, 0);
                group.submitWait(channel, event);
                group.close(channel);
            }
            group.cancel();
            assertThat(group.idle()).isTrue();
            assertThat(group.channels()).hasSize(2);
        });
    }

    @Test
    void shouldFreeMemoryBesideManyChannelsInLinearTime() {
        assertLinear(count -> {
            ChannelGroup group = new ChannelGroup(engines, Runnable::run);
            MarkOperation event = group.marks().open();
            List<ActionOperation> ends = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                Channel channel = group.open(i % 2 == 0, 0);
                group.submitWait(channel, event);
                ActionOperation end = new ActionOperation(() -> {});
                ends.add(end);
                group.submitAfterAll(end);
                group.submit(group.legacy(), new MarkOperation());
            }
            assertThat(ends.getFirst().done()).isFalse();
            group.marks().reach(event, false);
            assertThat(ends.getLast().done()).isTrue();
        });
    }

    @Test
    void shouldStartWorkAfterAllEarlierWorkOnly() {
        ChannelGroup group = new ChannelGroup(engines, Runnable::run);
        MarkOperation first = group.marks().open();
        MarkOperation second = group.marks().open();
        Channel one = group.open(false, 0);
        Channel other = group.open(true, 0);
        group.submitWait(one, first);
        MarkOperation end = new MarkOperation();
        group.submitAfterAll(end);
        group.submitWait(other, second);
        assertThat(end.done()).isFalse();
        group.marks().reach(first, false);
        assertThat(end.done()).as("after the work submitted before it").isTrue();
        MarkOperation last = new MarkOperation();
        group.submitAfterAll(last);
        assertThat(last.done()).isFalse();
        group.marks().reach(second, false);
        assertThat(last.done()).isTrue();
    }
}
