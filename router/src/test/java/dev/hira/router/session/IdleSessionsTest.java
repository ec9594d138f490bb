package dev.hira.router.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.wire.NoLeaks;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("measuring")
@ExtendWith(NoLeaks.class)
final class IdleSessionsTest {
    private static final int SESSIONS = 1000;
    private static final long BUDGET = 64 << 10;

    @Test
    void shouldNeedLittleHeapAndNoThreadForAnIdleSession() {
        try (Rig rig = new Rig("hira.router.limits { sessions = 2000, sessions-per-vm = 2000 }")) {
            rig.open();
            int threads = ManagementFactory.getThreadMXBean().getThreadCount();
            long before = usedHeap();
            List<Peer> guests = new ArrayList<>();
            for (int i = 0; i < SESSIONS; i++) {
                guests.add(rig.open());
            }
            long each = (usedHeap() - before) / SESSIONS;
            assertThat(each).as("bytes per idle session, test peers included").isLessThan(BUDGET);
            assertThat(ManagementFactory.getThreadMXBean().getThreadCount())
                    .isLessThanOrEqualTo(threads);
            guests.forEach(g -> g.link().kill());
            rig.pump.run();
            assertThat(rig.registry.registrations()).isEqualTo(1);
        }
    }

    private static long usedHeap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
