package dev.hira.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import java.lang.reflect.Field;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class LogbackLoggersTest {
    private static final int ONGOING = 1;

    @Test
    void shouldWaitForAThreadThatInitializesSlf4j() throws Exception {
        assertThat(LogbackLoggers.named("before")).isInstanceOf(Logger.class);
        Field state = LoggerFactory.class.getDeclaredField("INITIALIZATION_STATE");
        state.setAccessible(true);
        FutureTask<Logger> task = new FutureTask<>(() -> LogbackLoggers.named("during"));
        Thread thread = new Thread(task);
        synchronized (LoggerFactory.class) {
            int initialized = state.getInt(null);
            state.setInt(null, ONGOING);
            try {
                thread.start();
                while (thread.isAlive() && thread.getState() != Thread.State.BLOCKED) {
                    Thread.onSpinWait();
                }
            } finally {
                state.setInt(null, initialized);
            }
        }
        assertThat(task.get(1, TimeUnit.MINUTES).getName()).isEqualTo("during");
    }
}
