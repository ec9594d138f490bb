package dev.hira.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.base.SharedBudget;
import dev.hira.sim.clock.SimClock;
import dev.hira.sim.profile.Profiles;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a call without room costs beside many channels. */
final class OperationRoomCostTest {
    private static final int CHANNELS = 10_000;

    /** Enough for the room of four channels that were extended once. */
    private static final long HEAP = 4 * 3 * OperationRoom.FREE * OperationRoom.BYTES;

    private final DeviceEngines engines =
            new DeviceEngines("room", Profiles.SMALL, SimClock.real(), 1_000_000_000, null);
    private final SharedBudget.Part heap = new SharedBudget(1L << 40, HEAP).newPart();
    private final ChannelGroup group = new ChannelGroup(engines, Runnable::run, () -> null, heap);

    @AfterEach
    void stop() {
        engines.stop();
    }

    @Test
    void shouldLookOnlyAtTheChannelsThatHaveRoomFromTheBudget() {
        MarkOperation event = group.marks().open();
        List<Channel> full = new ArrayList<>();
        for (int i = 0; i < CHANNELS; i++) {
            Channel channel = group.open(false, 0);
            if (i % (CHANNELS / 4) == 0) {
                full.add(channel);
                group.submitWait(channel, event);
                while (channel.pending() < OperationRoom.FREE) {
                    group.submit(channel, new MarkOperation());
                }
                assertThat(group.makeRoom(channel, 1)).isTrue();
                while (channel.pending() < channel.room()) {
                    group.submit(channel, new MarkOperation());
                }
            }
        }
        assertThat(group.extendedChannels()).isEqualTo(4);
        assertThat(group.makeRoom(full.getFirst(), 1)).isFalse();
        group.marks().reach(event, false);
        assertThat(group.makeRoom(full.getFirst(), 1)).isTrue();
        assertThat(group.makeRoom(full.getLast(), 4 * OperationRoom.FREE + 1)).isTrue();
        assertThat(group.extendedChannels()).isEqualTo(1);
    }
}
