package dev.hira.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BoundedExecutorTest {
    @Test
    void shouldRunABoundedNumberAtATimeAndTheOthersInOrder() {
        List<Runnable> threads = new ArrayList<>();
        List<Integer> ran = new ArrayList<>();
        BoundedExecutor executor = new BoundedExecutor(threads::add, 2);
        for (int i = 0; i < 5; i++) {
            int number = i;
            executor.execute(() -> ran.add(number));
        }
        assertThat(threads).hasSize(2);
        threads.get(1).run();
        assertThat(ran).containsExactly(1, 2, 3, 4);
        executor.execute(() -> ran.add(5));
        assertThat(threads).hasSize(3);
        threads.get(0).run();
        threads.get(2).run();
        assertThat(ran).containsExactly(1, 2, 3, 4, 0, 5);
    }
}
