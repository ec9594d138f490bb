package dev.hira.server.lane;

import dev.hira.base.LongMap;
import dev.hira.server.host.LaneDrivers;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of a session with their views of the driver. Remembers the lane found last, because
 * consecutive commands usually have the same lane.
 */
public final class ServerLanes<D> {
    private final LaneDrivers<D> drivers;
    private final int most;
    private final LongMap<ServerLane<D>> table = new LongMap<>();
    private @Nullable ServerLane<D> last;

    /**
     * Creates an empty set of lanes.
     *
     * @param most the most lanes of a session
     */
    public ServerLanes(LaneDrivers<D> drivers, int most) {
        this.drivers = drivers;
        this.most = most;
    }

    /** Returns the lane of this number, creating it if needed; null when there are too many. */
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

    /** Ends the lane of a guest thread as soon as no call of it is away. */
    public void ended(int number) {
        ServerLane<D> lane = table.get(number);
        if (lane == null) {
            return;
        }
        if (lane.away || lane.awaitsLink) {
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
