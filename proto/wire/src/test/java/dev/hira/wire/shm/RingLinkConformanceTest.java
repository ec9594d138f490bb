package dev.hira.wire.shm;

import static org.assertj.core.api.Assumptions.assumeThat;

import dev.hira.wire.LinkConformanceTest;
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
