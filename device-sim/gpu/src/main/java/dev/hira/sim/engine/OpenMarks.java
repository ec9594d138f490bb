package dev.hira.sim.engine;

import dev.hira.sim.clock.VirtualClock;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The points of a group that are in no channel: the program reaches them, and operations of
 * channels can wait for them.
 */
public final class OpenMarks {
    private final ChannelGroup group;

    /** The points that have not been reached. */
    private final Set<MarkOperation> open = ConcurrentHashMap.newKeySet();

    OpenMarks(ChannelGroup group) {
        this.group = group;
    }

    /**
     * Returns a new point. {@link #reach} reaches it, or the {@linkplain ChannelGroup#cancel
     * cancelling} of the group.
     */
    public MarkOperation open() {
        MarkOperation mark = new MarkOperation();
        open.add(mark);
        if (group.cancelled()) {
            reach(mark, true);
        }
        return mark;
    }

    /**
     * Reaches a point that {@link #open} gave.
     *
     * @param terminated whether the work that waits for it is terminated
     * @return false, without effect, when it was reached already
     */
    public boolean reach(MarkOperation mark, boolean terminated) {
        if (!open.remove(mark)) {
            return false;
        }
        DeviceEngines engines = group.engines();
        @Nullable VirtualClock virtual = engines.virtual();
        mark.stamp(engines.nanos(), terminated);
        if (virtual == null) {
            Pump.finished(engines, mark);
            return true;
        }
        virtual.lock();
        try {
            Pump.finished(engines, mark);
        } finally {
            virtual.unlock();
        }
        return true;
    }

    /** Reaches all points, and terminates the work that waits for them. */
    void reachAll() {
        open.forEach(mark -> reach(mark, true));
    }
}
