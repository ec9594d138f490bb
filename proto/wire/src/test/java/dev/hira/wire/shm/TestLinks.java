package dev.hira.wire.shm;

import dev.hira.wire.LocalLinks;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;

/** Two ends of a ring link in this process, each mapped on its own and with a poller of its own. */
final class TestLinks implements AutoCloseable {
    final RegionDirectory directory;
    final SharedRegion firstRegion;
    final SharedRegion secondRegion;
    final RingPoller firstPoller;
    private final boolean ownsPoller;
    final RingPoller secondPoller = poller("second");
    final RingLink first;
    final RingLink second;

    TestLinks(int capacity, RingSettings settings) {
        this(capacity, settings, poller("first"), true);
    }

    /** The first end on a poller that others use too. */
    TestLinks(int capacity, RingSettings settings, RingPoller firstPoller) {
        this(capacity, settings, firstPoller, false);
    }

    private TestLinks(
            int capacity, RingSettings settings, RingPoller firstPoller, boolean ownsPoller) {
        this.firstPoller = firstPoller;
        this.ownsPoller = ownsPoller;
        try {
            directory =
                    RegionDirectory.open(RegionDirectory.DEFAULT_PARENT, false, new SecureRandom());
            firstRegion = RingFile.create(directory, capacity);
            secondRegion = RingFile.map(firstRegion.path());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        LocalLinks.Pair control = LocalLinks.pair(Runnable::run);
        first = RingLink.first(firstRegion, firstPoller, control.first(), settings);
        second = RingLink.second(secondRegion, secondPoller, control.second(), settings);
        control.first().start(first.controlHandler());
        control.second().start(second.controlHandler());
    }

    static RingPoller poller(String name) {
        return RingPoller.start(new DefaultThreadFactory("ring-" + name, true));
    }

    /** Starts both ends. */
    TestLinks start(Recorder firstRecorder, Recorder secondRecorder) {
        first.start(firstRecorder);
        second.start(secondRecorder);
        return this;
    }

    @Override
    public void close() {
        first.close();
        second.close();
        if (ownsPoller) {
            firstPoller.close();
        }
        secondPoller.close();
        try {
            directory.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
