package dev.hira.cli.top;

import dev.hira.admin.v1.DeviceUsage;
import dev.hira.admin.v1.GetStatusResponse;
import dev.hira.admin.v1.Reason;
import dev.hira.admin.v1.ResourceUsage;
import dev.hira.admin.v1.Vm;
import dev.hira.admin.v1.VmState;
import dev.hira.admin.v1.VmUsage;
import dev.hira.cli.admin.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** A snapshot as lines of text with bars. */
public final class TopView {
    private static final int BAR = 20;
    private static final int NAME = 18;

    private TopView() {}

    /**
     * The lines, none longer than the width, no more than the height.
     *
     * @param height 0: as many as there are
     */
    public static List<String> lines(Snapshot now, int width, int height) {
        List<String> lines = new ArrayList<>();
        lines.add(router(now.status()));
        lines.add("");
        lines.add(
                String.format(
                        Locale.ROOT,
                        "%-18s %-16s %-29s %9s %8s  %s",
                        "DEVICE",
                        "SCHEDULER",
                        "BUSY",
                        "IN FLIGHT",
                        "WAITING",
                        "MEMORY"));
        now.devices().forEach(device -> lines.add(device(device)));
        lines.add("");
        lines.add(
                String.format(
                        Locale.ROOT,
                        "%-18s %7s %-29s %12s %8s  %-24s %s",
                        "VM",
                        "WEIGHT",
                        "SHARE OF THE LAST SECONDS",
                        "DEVICE TIME",
                        "WAITING",
                        "MEMORY",
                        "HELD UP BY"));
        now.vms().forEach(vm -> lines.add(vm(vm)));
        return fit(lines, width, height);
    }

    /** The same lines when the router does not answer any more: what it said last. */
    static List<String> silent(List<String> lines, int width) {
        List<String> all = new ArrayList<>(lines);
        if (!all.isEmpty()) {
            all.set(0, "the router does not answer; this is what it said last. q ends it");
        }
        return fit(all, width, 0);
    }

    private static List<String> fit(List<String> lines, int width, int height) {
        List<String> shown = new ArrayList<>();
        int most = height == 0 ? lines.size() : Math.min(height, lines.size());
        for (String line : lines.subList(0, most)) {
            String plain = line.stripTrailing();
            shown.add(plain.length() <= width ? plain : plain.substring(0, width));
        }
        return shown;
    }

    private static String router(GetStatusResponse status) {
        return String.format(
                Locale.ROOT,
                "hira %s   %d sessions   %d of %d servers%s",
                status.getVersion(),
                status.getSessions(),
                status.getServersUp(),
                status.getServers(),
                status.getDraining() ? "   stopping" : "");
    }

    private static String device(DeviceUsage device) {
        return String.format(
                Locale.ROOT,
                "%-18s %-16s %s %9d %8d  %s of %s",
                name(device.getName()),
                device.getServing() ? device.getScheduler() : "gone",
                bar(device.getUtilization()),
                device.getInFlight(),
                device.getWaiting(),
                Words.bytes(device.getAllocatedBytes()),
                Words.bytes(device.getMemoryBytes()));
    }

    private static String vm(Vm vm) {
        VmUsage usage = vm.getUsage();
        return String.format(
                Locale.ROOT,
                "%-18s %7d %s %12s %8d  %-24s %s",
                name(vm.getName()),
                vm.getGrant().getShare(),
                bar(usage.getMeasuredShare()),
                Words.time(usage.getDeviceTime()),
                usage.getWaiting(),
                memory(usage),
                state(vm));
    }

    /** A name's end, where names differ, as far as there is room. */
    private static String name(String whole) {
        return whole.length() <= NAME ? whole : "…" + whole.substring(whole.length() - (NAME - 1));
    }

    private static String memory(VmUsage usage) {
        return usage.getResourcesList().stream()
                .filter(resource -> resource.getUnit().equals("bytes"))
                .findFirst()
                .map(TopView::held)
                .orElse("-");
    }

    private static String held(ResourceUsage resource) {
        return Words.bytes(resource.getHeld())
                + (resource.hasQuota() ? " of " + Words.bytes(resource.getQuota()) : "");
    }

    /** What keeps a VM most. */
    private static String state(Vm vm) {
        if (vm.getState() != VmState.VM_STATE_RUNNING) {
            return Words.state(vm.getState());
        }
        String denied =
                vm.getUsage().getCommandsDenied() == 0
                        ? ""
                        : vm.getUsage().getCommandsDenied() + " denied";
        String delayed =
                vm.getUsage().getDelayedList().stream()
                        .max(Comparator.comparingLong(r -> Words.nanos(r.getTime())))
                        .map(Reason::getName)
                        .orElse("");
        return denied.isEmpty() || delayed.isEmpty() ? denied + delayed : delayed + ", " + denied;
    }

    /** A part of one, as a bar and a number, always of the same length. */
    static String bar(double part) {
        int full = (int) Math.round(Math.clamp(part, 0, 1) * BAR);
        return "█".repeat(full)
                + "░".repeat(BAR - full)
                + String.format(Locale.ROOT, " %5.1f %% ", part * 100);
    }
}
