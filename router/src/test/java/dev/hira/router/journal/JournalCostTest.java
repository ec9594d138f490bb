package dev.hira.router.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the journal does for a call does not grow with the number of objects of one name. */
@Timeout(120)
final class JournalCostTest {
    private static final int CALLS = 10_000;

    /** Far above the factor 4 of linear work; squared work takes 16. */
    private static final int FACTOR = 4;

    private static final double MOST_RATIO = 9;
    private static final long MEMORY = 0x4000_0000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static void assertLinear(IntConsumer work) {
        work.accept(CALLS); // compiles the code
        double ratio = Double.MAX_VALUE;
        for (int attempt = 0; attempt < 5 && ratio > MOST_RATIO; attempt++) {
            long few = cpu(work, CALLS);
            ratio = Math.min(ratio, (double) cpu(work, FACTOR * CALLS) / few);
        }
        assertThat(ratio).as("processor time of 4 times as many").isLessThan(MOST_RATIO);
    }

    private static long cpu(IntConsumer work, int calls) {
        long begin = THREADS.getCurrentThreadCpuTime();
        work.accept(calls);
        return THREADS.getCurrentThreadCpuTime() - begin;
    }

    @Test
    void shouldAllocateAndFreeAPlaceInLinearTimeWhileTheServerIsBehind() {
        assertLinear(calls -> {
            JournalRig rig = withPlace(calls);
            rig.work();
            assertThat(rig.journal.objects()).isEqualTo(1);
        });
    }

    @Test
    void shouldFreeAPlaceAgainInLinearTimeWhileTheServerIsBehind() {
        assertLinear(calls -> {
            JournalRig rig = withPlace(calls);
            for (int i = 0; i < calls; i++) {
                long free = rig.admit(2, false, "cuMemFree", MEMORY);
                rig.journal.failed(2, free);
            }
            assertThat(rig.journal.objects()).isEqualTo(1 + calls);
            assertThat(rig.journal.replayAll().calls()).isEqualTo(2 + 2 * calls);
        });
    }

    /** Allocates and frees a place that often without the server's work. */
    private static JournalRig withPlace(int times) {
        JournalRig rig = new JournalRig();
        rig.call(1, "cuCtxCreate", 0x10);
        for (int i = 0; i < times; i++) {
            rig.admit(1, false, "cuMemAlloc", MEMORY, 4096);
            rig.admit(1, false, "cuMemFree", MEMORY);
        }
        return rig;
    }
}
