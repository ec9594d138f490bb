package dev.hira.sim.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.SimHost;
import dev.hira.sim.device.SimDevice;
import dev.hira.sim.profile.Profiles;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class HandleTableTest {
    @Test
    void shouldBehaveLikeAMapUnderRandomUse() {
        long seed = 11;
        Random random = new Random(seed);
        try (SimHost host = SimHost.of(Profiles.SMALL)) {
            SimDevice device = host.devices().getFirst();
            SimContext context =
                    new SimContext(
                            1L << 56 | 300, "", device, 1, 0, Runnable::run, () -> Long.MAX_VALUE);
            HandleTable table = new HandleTable();
            Map<Long, SimObject> model = new HashMap<>();
            for (int step = 0; step < 200_000; step++) {
                long name = 2L << 56 | random.nextInt(500);
                if (random.nextBoolean()) {
                    SimEvent event = new SimEvent(name, context, true);
                    boolean fresh = model.putIfAbsent(name, event) == null;
                    assertThat(table.put(name, event)).as("seed %d", seed).isEqualTo(fresh);
                } else {
                    assertThat(table.remove(name)).isSameAs(model.remove(name));
                }
                long other = 2L << 56 | random.nextInt(500);
                assertThat(table.get(other)).isSameAs(model.get(other));
            }
            assertThat(table.size()).isEqualTo(model.size());
            assertThat(table.put(0, context)).isFalse();
            assertThat(table.removeIf(object -> true)).hasSize(model.size());
            assertThat(table.size()).isZero();
        }
    }
}
