package dev.hira.cli.client;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.PrintWriter;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A line on a terminal that counts the seconds of a command that takes longer than one. It is gone
 * when this is closed.
 */
public final class WaitingLine implements AutoCloseable {
    private final PrintWriter to;
    private final String what;
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("hira-waiting").factory());

    @GuardedBy("this")
    private int seconds;

    @GuardedBy("this")
    private boolean closed;

    /**
     * @param what what the command waits for
     */
    WaitingLine(PrintWriter to, String what) {
        this.to = to;
        this.what = what;
    }

    /** Starts to count. */
    WaitingLine start() {
        Future<?> _ = timer.scheduleAtFixedRate(this::second, 1, 1, TimeUnit.SECONDS);
        return this;
    }

    /** Counts a second. */
    synchronized void second() {
        if (!closed) {
            seconds++;
            to.print(Terminal.BEGIN_AGAIN + what + ", " + seconds + " s");
            to.flush();
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
        synchronized (this) {
            closed = true;
            if (seconds > 0) {
                to.print(Terminal.BEGIN_AGAIN);
                to.flush();
            }
        }
    }
}
