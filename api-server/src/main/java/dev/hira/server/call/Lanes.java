package dev.hira.server.call;

import dev.hira.base.LongMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of a session and the drivers as they see them. The lane that was found last is
 * remembered, because commands come in runs of one lane.
 */
final class Lanes<D> {
    private final LaneDrivers<D> drivers;
    private final int most;
    private final LongMap<Lane<D>> table = new LongMap<>();
    private @Nullable Lane<D> last;

    /**
     * @param most how many lanes there may be
     */
    Lanes(LaneDrivers<D> drivers, int most) {
        this.drivers = drivers;
        this.most = most;
    }

    /** The lane of this number, which may be a new one; null when there are too many. */
    @Nullable Lane<D> at(int number) {
        Lane<D> recent = last;
        if (recent != null && recent.id == number) {
            return recent;
        }
        Lane<D> lane = table.get(number);
        if (lane == null && table.size() < most) {
            lane = begin(number);
        }
        last = lane;
        return lane;
    }

    private Lane<D> begin(int number) {
        long id = Integer.toUnsignedLong(number);
        Lane<D> fresh = new Lane<>(number, drivers.lane(id), drivers.work(id));
        table.put(number, fresh);
        return fresh;
    }

    /** The guest's thread has ended; its lane goes as soon as no call of it is away. */
    void ended(int number) {
        Lane<D> lane = table.get(number);
        if (lane == null) {
            return;
        }
        if (lane.away) {
            lane.ended = true;
        } else {
            forget(lane);
        }
    }

    void forget(Lane<D> lane) {
        table.remove(lane.id);
        last = null;
        drivers.laneEnded(Integer.toUnsignedLong(lane.id));
    }

    void forEach(Consumer<Lane<D>> action) {
        table.forEach(action);
    }
}
