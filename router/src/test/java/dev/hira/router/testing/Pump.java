package dev.hira.router.testing;

import dev.hira.link.resume.Home;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** Runs all links of a test on the test's own thread, so that it decides when anything happens. */
public final class Pump implements AutoCloseable {
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final List<PumpedLink> links = new ArrayList<>();

    /** Two connected ends. */
    public PumpedLink[] pair(String name) {
        PumpedLink a = new PumpedLink(name + "-a");
        PumpedLink b = new PumpedLink(name + "-b");
        a.connect(b);
        b.connect(a);
        links.add(a);
        links.add(b);
        return new PumpedLink[] {a, b};
    }

    /** Returns the test's thread as the home of links; what they schedule never comes due. */
    public Home home() {
        return new Home() {
            @Override
            public boolean isCurrent() {
                return true;
            }

            @Override
            public void execute(Runnable task) {
                tasks.add(task);
            }

            @Override
            public Cancellable schedule(Runnable task, long nanos) {
                return () -> {};
            }

            @Override
            public long nanoTime() {
                return 0;
            }
        };
    }

    /** Delivers until nothing deliverable is left. */
    public void run() {
        boolean moved = true;
        while (moved) {
            Runnable task = tasks.poll();
            moved = task != null;
            if (task != null) {
                task.run();
            }
            for (int i = 0; i < links.size(); i++) {
                moved |= links.get(i).step();
            }
            links.removeIf(PumpedLink::isDone);
        }
    }

    /** Delivers what is deliverable, and drops all other frames. */
    @Override
    public void close() {
        run();
        links.forEach(PumpedLink::drop);
    }
}
