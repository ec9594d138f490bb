package dev.hira.server.lane;

import dev.hira.base.LongMap;
import dev.hira.server.host.LaneDrivers;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of a session and the drivers as they see them. The lane that was found last is
 * remembered, because commands come in runs of one lane.
 */
public final class ServerLanes<D> {
    private final LaneDrivers<D> drivers;
    private final int most;
    private final LongMap<ServerLane<D>> table = new LongMap<>();
    private @Nullable ServerLane<D> last;

    /**
     * @param most how many lanes there may be
     */
    public ServerLanes(LaneDrivers<D> drivers, int most) {
        this.drivers = drivers;
        this.most = most;
    }

    /** The lane of this number, which may be a new one; null when there are too many. */
    public @Nullable ServerLane<D> at(int number) {
        ServerLane<D> recent = last;
        if (recent != null && recent.id == number) {
            return recent;
        }
        ServerLane<D> lane = table.get(number);
        if (lane == null && table.size() < most) {
            lane = begin(number);
        }
        last = lane;
        return lane;
    }

    private ServerLane<D> begin(int number) {
        long id = Integer.toUnsignedLong(number);
        D driver = drivers.lane(id);
        ServerLane<D> fresh =
                new ServerLane<>(
                        number,
                        drivers.mayBlock() ? BlockingDriver.of(driver) : driver,
                        drivers.work(id));
        table.put(number, fresh);
        return fresh;
    }

    /** The guest's thread has ended; its lane goes as soon as no call of it is away. */
    public void ended(int number) {
        ServerLane<D> lane = table.get(number);
        if (lane == null) {
            return;
        }
        if (lane.away) {
            lane.ended = true;
        } else {
            forget(lane);
        }
    }

    public void forget(ServerLane<D> lane) {
        table.remove(lane.id);
        last = null;
        drivers.laneEnded(Integer.toUnsignedLong(lane.id));
    }

    public void forEach(Consumer<ServerLane<D>> action) {
        table.forEach(action);
    }
}
