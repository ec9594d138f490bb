package dev.hira.cli.client;

import com.google.protobuf.Duration;
import dev.hira.admin.v1.EventKind;
import dev.hira.admin.v1.ServerState;
import dev.hira.admin.v1.Vm;
import dev.hira.admin.v1.VmState;
import java.util.Locale;

/** How numbers and names of the admin service are written for people. */
public final class ValueText {
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};

    private ValueText() {}

    /** A number of bytes. */
    public static String bytes(long bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        String form = unit == 0 || value >= 100 ? "%.0f %s" : "%.1f %s";
        return String.format(Locale.ROOT, form, value, UNITS[unit]);
    }

    /** A duration. */
    public static String time(Duration duration) {
        return time(nanos(duration));
    }

    /** A duration in nanoseconds. */
    public static String time(long nanos) {
        if (nanos >= 3_600_000_000_000L) {
            return String.format(Locale.ROOT, "%.1f h", nanos / 3.6e12);
        }
        if (nanos >= 60_000_000_000L) {
            return String.format(Locale.ROOT, "%.1f min", nanos / 6e10);
        }
        if (nanos >= 1_000_000_000L) {
            return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
        }
        return nanos >= 1_000_000
                ? String.format(Locale.ROOT, "%.1f ms", nanos / 1e6)
                : String.format(Locale.ROOT, "%.0f us", nanos / 1e3);
    }

    /** A duration in nanoseconds. */
    public static long nanos(Duration duration) {
        return duration.getSeconds() * 1_000_000_000L + duration.getNanos();
    }

    /** A part of one. */
    public static String percent(double part) {
        return String.format(Locale.ROOT, "%.1f %%", part * 100);
    }

    /** A state of a VM; one that runs without a session is idle. */
    public static String state(Vm vm) {
        return vm.getState() == VmState.VM_STATE_RUNNING && vm.getUsage().getSessions() == 0
                ? "idle"
                : state(vm.getState());
    }

    /** A state of a VM. */
    public static String state(VmState state) {
        return state.name().replace("VM_STATE_", "").toLowerCase(Locale.ROOT);
    }

    /** A state of an API server. */
    public static String state(ServerState state) {
        return state == ServerState.SERVER_STATE_UNSPECIFIED
                ? "unknown"
                : state.name().replace("SERVER_STATE_", "").toLowerCase(Locale.ROOT);
    }

    /** A kind of events. */
    public static String kind(EventKind kind) {
        return kind.name().replace("EVENT_KIND_", "").replace('_', '-').toLowerCase(Locale.ROOT);
    }
}
