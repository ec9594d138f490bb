package dev.hira.router.testing;

import java.util.ArrayList;
import java.util.List;

/** Runs all links of a test on the test's own thread, so that it decides when anything happens. */
public final class Pump {
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

    /** Delivers until nothing deliverable is left. */
    public void run() {
        boolean moved = true;
        while (moved) {
            moved = false;
            for (int i = 0; i < links.size(); i++) {
                moved |= links.get(i).step();
            }
            links.removeIf(PumpedLink::isDone);
        }
    }
}
