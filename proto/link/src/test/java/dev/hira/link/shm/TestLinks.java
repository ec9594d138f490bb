package dev.hira.link.shm;

import dev.hira.link.local.LocalLinks;
import dev.hira.link.ring.RingFile;
import dev.hira.link.ring.RingLink;
import dev.hira.link.ring.RingPoller;
import dev.hira.link.ring.RingSettings;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;

/** Two ends of a ring link in this process, each with its own mapping and poller. */
public final class TestLinks implements AutoCloseable {
    final RegionDirectory directory;
    public final SharedRegion firstRegion;
    public final SharedRegion secondRegion;
    public final RingPoller firstPoller;
    private final boolean ownsPoller;
    public final RingPoller secondPoller = poller("second");
    public final RingLink first;
    public final RingLink second;

    public TestLinks(int capacity, RingSettings settings) {
        this(capacity, settings, poller("first"), true);
    }

    /** Creates the first end on a shared poller. */
    public TestLinks(int capacity, RingSettings settings, RingPoller firstPoller) {
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

    public static RingPoller poller(String name) {
        return RingPoller.start(new DefaultThreadFactory("ring-" + name, true), System::nanoTime);
    }

    /** Starts both ends. */
    public TestLinks start(Recorder firstRecorder, Recorder secondRecorder) {
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
