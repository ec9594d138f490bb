package dev.hira.cli.top;

import dev.hira.admin.v1.DeviceUsage;
import dev.hira.admin.v1.GetStatusResponse;
import dev.hira.admin.v1.Reason;
import dev.hira.admin.v1.ResourceUsage;
import dev.hira.admin.v1.Vm;
import dev.hira.admin.v1.VmDeviceUsage;
import dev.hira.admin.v1.VmState;
import dev.hira.admin.v1.VmUsage;
import dev.hira.base.CountText;
import dev.hira.cli.client.ValueText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A snapshot as lines of text with bars. */
public final class TopView {
    private static final int BAR = 20;
    private static final int INDENT = 4;

    /** The width that all columns need. */
    private static final int ROOMY = 130;

    private TopView() {}

    /**
     * Returns at most {@code height} lines, none longer than the width. On a narrow terminal bars
     * and names are short, so that all columns fit into 80.
     *
     * @param height 0: no limit
     */
    public static List<String> lines(Snapshot now, int width, int height) {
        return fit(table(now, new TopHistory(), width), width, height);
    }

    /** Returns the lines for the screen: the table, or the marked VM alone. */
    static List<String> lines(
            Snapshot shown, TopState state, TopHistory history, int width, int height) {
        List<String> lines = new ArrayList<>();
        Optional<Vm> marked = state.marked(shown);
        if (state.showsDetails() && marked.isPresent()) {
            lines.add(router(shown.status()));
            lines.add("");
            List<String> details = new ArrayList<>();
            VmView.lines(marked.get(), history).forEach(each -> wrap(each, width, details));
            int room = Math.max(1, height - 1 - lines.size());
            int from = state.scrolled(Math.max(0, details.size() - room));
            lines.addAll(details.subList(from, details.size()));
        } else {
            lines.addAll(table(shown, history, width));
            marked.ifPresent(vm -> {
                int at = lines.size() - shown.vms().size() + shown.vms().indexOf(vm);
                lines.set(at, TopColors.mark(lines.get(at)));
            });
        }
        List<String> fitting = fit(lines, width, height - 1);
        fitting.add(state.line().substring(0, Math.min(width, state.line().length())));
        return fitting;
    }

    private static List<String> table(Snapshot now, TopHistory history, int width) {
        Widths widths = width >= ROOMY ? Widths.ROOMY : Widths.NARROW;
        List<String> lines = new ArrayList<>();
        lines.add(router(now.status()));
        lines.add("");
        lines.add(widths.device("DEVICE", "SCHEDULER", "BUSY", "IN FLIGHT", "WAITING", "MEMORY"));
        for (DeviceUsage device : now.devices()) {
            lines.add(device(device, widths));
            String below = queueAndShares(device, now.vms(), history, widths);
            if (!below.isBlank()) {
                lines.add("  " + below);
            }
        }
        lines.add("");
        lines.add(widths.vm("VM", "WEIGHT", "USED (LAST 5 s)", "ON", "MEMORY", "HELD UP BY"));
        now.vms().forEach(vm -> lines.add(vm(vm, widths, history)));
        return lines;
    }

    /** Returns the recent lengths of a device's queue, and the VMs that share the device. */
    private static String queueAndShares(
            DeviceUsage device, List<Vm> vms, TopHistory history, Widths widths) {
        record Share(String vm, double part) {}
        String queue = Sparkline.of(history.ofDevice(device.getName()), widths.bar());
        String shares =
                vms.stream()
                        .flatMap(vm ->
                                vm.getUsage().getDevicesList().stream()
                                        .filter(use -> use.getDevice().equals(device.getName()))
                                        .map(use -> new Share(vm.getName(), use.getUtilization())))
                        .filter(share -> share.part() > 0)
                        .sorted(Comparator.comparingDouble(Share::part).reversed())
                        .map(share -> share.vm() + " " + ValueText.percent(share.part()))
                        .collect(Collectors.joining(", "));
        return (queue.isBlank() ? "" : "queue " + queue.strip() + "  ") + shares;
    }

    /**
     * The widths of columns.
     *
     * @param name of devices and VMs
     * @param bar without its number
     * @param on the device that a VM is on
     */
    private record Widths(int name, int bar, int on, int memory) {
        static final Widths ROOMY = new Widths(24, BAR, 24, 24);
        static final Widths NARROW = new Widths(12, 8, 12, 13);

        String device(
                String name,
                String scheduler,
                String busy,
                Object inFlight,
                Object waiting,
                String memory) {
            return String.format(
                    Locale.ROOT,
                    "%-" + this.name + "s %-12s %-" + (bar + 8) + "s %9s %7s  %s",
                    name,
                    scheduler,
                    busy,
                    inFlight,
                    waiting,
                    memory);
        }

        String vm(
                String name, Object weight, String used, String on, String memory, String heldUp) {
            return String.format(
                    Locale.ROOT,
                    "%-"
                            + this.name
                            + "s %6s %-"
                            + (bar + 8)
                            + "s %-"
                            + this.on
                            + "s %-"
                            + this.memory
                            + "s %s",
                    name,
                    weight,
                    used,
                    on,
                    memory,
                    heldUp);
        }
    }

    /** Adds a line, in parts if it is longer than the width; the later parts are indented. */
    static void wrap(String line, int width, List<String> into) {
        String rest = line.stripTrailing();
        String indent = "";
        while (indent.length() + rest.length() > width) {
            int most = width - indent.length();
            int end = rest.lastIndexOf(' ', most);
            end = end <= 0 || rest.substring(0, end).isBlank() ? most : end;
            into.add(indent + rest.substring(0, end));
            rest = rest.substring(end).stripLeading();
            indent = " ".repeat(Math.min(INDENT, width / 2));
        }
        into.add(indent + rest);
    }

    /** Returns the lines of the last snapshot, for a router that no longer answers. */
    static List<String> silent(List<String> lines, int width) {
        List<String> all = new ArrayList<>(lines);
        if (!all.isEmpty()) {
            all.set(0, "the router does not answer; this is its last state. q ends it");
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
                "hira %s   %s   %d of %d servers%s",
                status.getVersion(),
                CountText.of(status.getSessions(), "session"),
                status.getServersUp(),
                status.getServers(),
                status.getDraining() ? "   stopping" : "");
    }

    private static String device(DeviceUsage device, Widths widths) {
        return widths.device(
                name(device.getName(), widths.name()),
                device.getServing() ? device.getScheduler() : "gone",
                bar(device.getUtilization(), widths.bar()),
                device.getInFlight(),
                device.getWaiting(),
                amount(device.getAllocatedBytes(), device.getMemoryBytes()));
    }

    private static String vm(Vm vm, Widths widths, TopHistory history) {
        VmUsage usage = vm.getUsage();
        return widths.vm(
                name(vm.getName(), widths.name()),
                vm.getGrant().getShare(),
                bar(usage.getUtilization(), widths.bar()),
                name(devices(usage), widths.on()),
                memory(usage),
                state(vm, history, widths));
    }

    /** Returns the device that a VM uses most, and the number of the others that it uses. */
    private static String devices(VmUsage usage) {
        List<VmDeviceUsage> used =
                usage.getDevicesList().stream()
                        .sorted(
                                Comparator.comparingDouble(VmDeviceUsage::getUtilization)
                                        .reversed())
                        .toList();
        if (used.isEmpty()) {
            return "-";
        }
        String most = used.getFirst().getDevice();
        long others = used.stream().skip(1).filter(TopView::isAtWork).count();
        return others == 0 ? most : most + " +" + others;
    }

    private static boolean isAtWork(VmDeviceUsage use) {
        return use.getUtilization() > 0 || use.getInFlight() > 0 || use.getWaiting() > 0;
    }

    /** Returns the end of a name, where names differ, as far as it fits. */
    private static String name(String whole, int width) {
        return whole.length() <= width ? whole : "…" + whole.substring(whole.length() - width + 1);
    }

    private static String memory(VmUsage usage) {
        return usage.getResourcesList().stream()
                .filter(resource -> resource.getUnit().equals("bytes"))
                .findFirst()
                .map(TopView::held)
                .orElse("-");
    }

    private static String held(ResourceUsage resource) {
        return resource.hasQuota()
                ? amount(resource.getHeld(), resource.getQuota())
                : ValueText.bytes(resource.getHeld());
    }

    /** Returns a part and its whole, in the unit of the whole: {@code 0.5/2.0 GiB}. */
    private static String amount(long held, long most) {
        String all = ValueText.bytes(most);
        String unit = all.substring(all.indexOf(' '));
        String part = ValueText.bytes(held);
        return part.endsWith(unit)
                ? part.substring(0, part.indexOf(' ')) + "/" + all
                : part.replace(" ", "") + "/" + all.replace(" ", "");
    }

    /** Returns what delays a VM's commands, and how many were denied. */
    private static String state(Vm vm, TopHistory history, Widths widths) {
        if (vm.getState() != VmState.VM_STATE_RUNNING) {
            return ValueText.state(vm.getState());
        }
        String denied =
                vm.getUsage().getCommandsDenied() == 0
                        ? ""
                        : vm.getUsage().getCommandsDenied() + " denied";
        String delayed =
                vm.getUsage().getSessions() == 0
                        ? ""
                        : widths.equals(Widths.ROOMY) ? waits(vm, history) : reason(vm, history);
        return denied.isEmpty() || delayed.isEmpty() ? denied + delayed : delayed + ", " + denied;
    }

    /** Returns the reasons with their mean numbers of commands. */
    private static String waits(Vm vm, TopHistory history) {
        List<TopHistory.Wait> waits = history.waits(vm.getName());
        if (waits.isEmpty()) {
            return reason(vm, history);
        }
        return waits.stream()
                .map(wait -> String.format(Locale.ROOT, "%s %.1f", wait.reason(), wait.commands()))
                .collect(Collectors.joining(", "));
    }

    /** Returns the reason that delays most of a VM's commands, now or else since it came. */
    private static String reason(Vm vm, TopHistory history) {
        return history.waits(vm.getName()).stream()
                .findFirst()
                .map(TopHistory.Wait::reason)
                .or(() ->
                        vm.getUsage().getDelayedList().stream()
                                .max(Comparator.comparingLong(r -> ValueText.nanos(r.getTime())))
                                .map(Reason::getName))
                .orElse("");
    }

    /** Returns a fraction as a bar and a number, always of the same length. */
    static String bar(double part, int width) {
        int full = (int) Math.round(Math.clamp(part, 0, 1) * width);
        return "█".repeat(full)
                + "░".repeat(width - full)
                + String.format(Locale.ROOT, " %5.1f %%", part * 100);
    }
}
