package dev.hira.link.shm;

import static org.assertj.core.api.Assumptions.assumeThat;

import dev.hira.link.LinkConformanceTest;
import dev.hira.link.ring.Futex;
import dev.hira.link.ring.RingSettings;
import org.junit.jupiter.api.BeforeAll;

class RingLinkConformanceTest extends LinkConformanceTest {
    @BeforeAll
    static void needsFutexes() {
        assumeThat(Futex.available()).isTrue();
    }

    @Override
    protected Ends open() {
        TestLinks links = new TestLinks(1 << 18, RingSettings.DEFAULT);
        return new Ends(links.first, links.second, links);
    }
}
