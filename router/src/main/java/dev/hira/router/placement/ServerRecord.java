package dev.hira.router.placement;

import dev.hira.router.config.ServerAddress;
import dev.hira.router.placement.ServerView.Health;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The pool's record of one server. Guarded by the pool's lock. */
final class ServerRecord {
    private final URI uri;

    /** Number of sessions of each VM, by device. */
    private final Map<Integer, Map<String, Integer>> sessionsByDevice = new HashMap<>();

    private boolean reported;
    private Health health = Health.UNKNOWN;
    private String detail = "not reached yet";
    private ServerReport report = new ServerReport(List.of(), 0, false, false);
    private int sessions;
    private String name;
    private boolean nameFixed;

    ServerRecord(ServerAddress config) {
        name = config.name();
        uri = config.uri();
        nameFixed = config.isNamed();
    }

    URI uri() {
        return uri;
    }

    /** Whether it has ever reported. */
    boolean hasReported() {
        return reported;
    }

    /** Returns its name in the router. */
    String name() {
        return name;
    }

    /** Gives it a permanent name, unless it has one. */
    String fixName(String wanted) {
        if (!nameFixed) {
            name = wanted;
            nameFixed = true;
        }
        return name;
    }

    void learn(ServerReport newReport) {
        report = newReport;
        reported = true;
        detail = "";
        health = newReport.draining() ? Health.NOT_SERVING : Health.SERVING;
    }

    void lose(String why) {
        health = Health.GONE;
        detail = why;
    }

    void count(List<Integer> ordinals, String vm, int change) {
        sessions += change;
        for (int ordinal : ordinals) {
            Map<String, Integer> vms =
                    sessionsByDevice.computeIfAbsent(ordinal, _ -> new HashMap<>());
            vms.merge(vm, change, ServerRecord::sumOrNothing);
        }
    }

    /**
     * @param drained whether an operator drains it
     */
    ServerView view(boolean drained) {
        List<DeviceView> counted = report.devices().stream().map(this::counted).toList();
        boolean closed = drained && (health == Health.SERVING || health == Health.NOT_SERVING);
        return new ServerView(
                name,
                uri,
                closed ? Health.NOT_SERVING : health,
                closed ? "an operator drains it" : detail,
                counted,
                sessions,
                report.maxSessions(),
                report.sharesMemory());
    }

    private DeviceView counted(DeviceView device) {
        Map<String, Integer> vms = sessionsByDevice.getOrDefault(device.ordinal(), Map.of());
        return device.seenBy(vms.values().stream().mapToInt(Integer::intValue).sum(), vms.keySet());
    }

    @SuppressWarnings("NullAway") // null tells merge to remove the entry
    private static Integer sumOrNothing(Integer a, Integer b) {
        int sum = a + b;
        return sum == 0 ? null : sum;
    }
}
