package dev.hira.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

final class LogbackLoggersTest {
    @Test
    @Timeout(60)
    @SuppressWarnings("LockOnNonEnclosingClassLiteral") // the lock of SLF4J's initialization
    void shouldWaitForAThreadThatInitializesSlf4j() throws Exception {
        assertThat(LogbackLoggers.named("before")).isInstanceOf(Logger.class);
        FutureTask<Logger> task = new FutureTask<>(() -> LogbackLoggers.named("during"));
        Thread thread = new Thread(task);
        synchronized (LoggerFactory.class) {
            thread.start();
            while (thread.isAlive()
                    && thread.getState() != Thread.State.BLOCKED
                    && !Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            }
            assertThat(task).as("waits for the lock of the initialization").isNotDone();
        }
        assertThat(task.get(1, TimeUnit.MINUTES).getName()).isEqualTo("during");
    }
}
