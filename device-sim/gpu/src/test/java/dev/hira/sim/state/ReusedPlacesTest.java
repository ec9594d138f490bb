package dev.hira.sim.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.driver.object.SimContext;
import dev.hira.sim.engine.Channel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Kernels behind many allocations that are in the places of others that are still used. */
@Timeout(120)
final class ReusedPlacesTest {
    private static final int MANY = 100;

    private final Guest guest = Guest.at(Guest.device("profile=small,capability=9.0", false));

    @AfterEach
    void close() {
        guest.close();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private long pending() {
        SimContext context = guest.process.state().process().contexts().getFirst();
        return context.channels().channels().stream().mapToLong(Channel::pending).sum();
    }

    @Test
    void shouldQueueAConstantNumberOfOperationsForEachCall() {
        long context = guest.context();
        long kernel = guest.kernel(guest.module(), "tick");
        long slow = guest.stream();
        long fast = guest.stream();
        List<Long> old = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            old.add(guest.allocate(context, 512));
        }
        CountDownLatch release = new CountDownLatch(1);
        guest.cuda.cuLaunchHostFunc(slow, _ -> await(release), 0);
        old.forEach(guest::free);
        List<Long> fresh = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            fresh.add(guest.allocate(context, 512));
        }
        assertThat(fresh).containsExactlyInAnyOrderElementsOf(old);
        long before = pending();
        assertThat(before).isLessThan(6 * MANY);
        for (int i = 0; i < MANY; i++) {
            GatedWork.launch(guest, kernel, fast, 1);
        }
        assertThat(pending() - before).isBetween((long) MANY, 3L * MANY);
        release.countDown();
        guest.cuda.cuCtxSynchronize();
        assertThat(pending()).isZero();
    }
}
