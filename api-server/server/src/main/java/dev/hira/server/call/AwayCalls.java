package dev.hira.server.call;

import dev.hira.server.host.LaneDrivers;
import dev.hira.server.lane.DeferredRecords;
import dev.hira.server.lane.ServerLane;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The calls that server lane threads make, at most one of each lane. With the turn. */
final class AwayCalls<D> {
    private final LaneDrivers<D> drivers;
    private final DeferredRecords deferred;
    private final Map<ServerLane<D>, CommandCall> calls = new LinkedHashMap<>();
    private long returned;

    AwayCalls(LaneDrivers<D> drivers, DeferredRecords deferred) {
        this.drivers = drivers;
        this.deferred = deferred;
    }

    void goesAway(ServerLane<D> lane, CommandCall call) {
        lane.away = true;
        calls.put(lane, call);
    }

    void comesBack(ServerLane<D> lane) {
        lane.away = false;
        calls.remove(lane);
        returned++;
    }

    /** Returns the call of a lane that is away; null: none. */
    @Nullable CommandCall of(ServerLane<D> lane) {
        return calls.get(lane);
    }

    int count() {
        return calls.size();
    }

    /** The number of calls that have come back so far. */
    long returned() {
        return returned;
    }

    /** Whether all of them wait for work of the devices. */
    boolean onlyWait() {
        return calls.keySet().stream().allMatch(this::waits);
    }

    private boolean waits(ServerLane<D> lane) {
        return drivers.waitsForWork(Integer.toUnsignedLong(lane.id()));
    }

    /** Returns those that do not wait for work of the devices. */
    List<CommandCall> busy() {
        return calls.entrySet().stream()
                .filter(call -> !waits(call.getKey()))
                .map(Map.Entry::getValue)
                .toList();
    }

    /**
     * Returns copies of their records, and of the records of their lanes that wait for them, in the
     * order of their arrival, each as a frame.
     */
    List<byte[]> records() {
        SortedMap<Long, byte[]> records = new TreeMap<>();
        calls.forEach((lane, call) -> {
            records.put(call.callId(), call.record());
            deferred.copy(lane, records);
        });
        return List.copyOf(records.values());
    }
}
