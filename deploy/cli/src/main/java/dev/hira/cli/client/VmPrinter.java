package dev.hira.cli.client;

import dev.hira.admin.v1.Protection;
import dev.hira.admin.v1.Reason;
import dev.hira.admin.v1.ResourceUsage;
import dev.hira.admin.v1.SessionProtection;
import dev.hira.admin.v1.Vm;
import dev.hira.admin.v1.VmDeviceUsage;
import dev.hira.admin.v1.VmUsage;
import dev.hira.base.CountText;
import dev.hira.policy.model.GrantText;
import dev.hira.router.operator.admin.message.GrantMessages;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;

/** Prints VMs as tables and details. */
public final class VmPrinter {
    private VmPrinter() {}

    /** Prints VMs in lines. */
    public static void table(List<Vm> vms, PrintWriter out) {
        TextTable table =
                new TextTable(
                        "VM",
                        "STATE",
                        "CLASS",
                        "WEIGHT",
                        "USED",
                        "DEVICE TIME",
                        "SESSIONS",
                        "COMMANDS",
                        "DENIED",
                        "WAITING",
                        "MEMORY");
        for (Vm vm : vms) {
            VmUsage usage = vm.getUsage();
            table.row(
                    vm.getName(),
                    ValueText.state(vm),
                    vm.getClass_() + (vm.getOwnPolicy() ? "*" : ""),
                    vm.getGrant().getShare(),
                    ValueText.percent(usage.getUtilization()),
                    ValueText.time(usage.getDeviceTime()),
                    usage.getSessions(),
                    usage.getCommands(),
                    usage.getCommandsDenied(),
                    usage.getWaiting(),
                    memory(vm));
        }
        table.print(out);
        if (vms.stream().anyMatch(Vm::getOwnPolicy)) {
            out.println("* with a policy of its own");
            out.flush();
        }
    }

    /** Returns the memory that a VM holds, with its quota. */
    static String memory(Vm vm) {
        return vm.getUsage().getResourcesList().stream()
                .filter(resource -> resource.getUnit().equals("bytes"))
                .findFirst()
                .map(VmPrinter::amount)
                .orElse("-");
    }

    private static String amount(ResourceUsage resource) {
        boolean bytes = resource.getUnit().equals("bytes");
        String held = bytes ? ValueText.bytes(resource.getHeld()) : "" + resource.getHeld();
        if (!resource.hasQuota()) {
            return held;
        }
        return held + " of " + (bytes ? ValueText.bytes(resource.getQuota()) : resource.getQuota());
    }

    /** Prints everything about a VM. */
    public static void details(Vm vm, PrintWriter out) {
        VmUsage usage = vm.getUsage();
        out.printf(
                "VM %s: %s, class %s%s%n",
                vm.getName(),
                ValueText.state(vm),
                vm.getClass_(),
                vm.getOwnPolicy() ? " with a policy of its own" : "");
        line(out, "sessions", usage.getSessions() + " open, " + usage.getWaiting() + " waiting");
        line(
                out,
                "commands",
                usage.getCommands() + " came, " + usage.getCommandsDenied() + " denied");
        line(
                out,
                "bytes",
                ValueText.bytes(usage.getBytesIn())
                        + " in, "
                        + ValueText.bytes(usage.getBytesOut())
                        + " out");
        line(
                out,
                "device time",
                ValueText.time(usage.getDeviceTime())
                        + "; lately "
                        + ValueText.percent(usage.getUtilization())
                        + " of a device's time, "
                        + ValueText.percent(usage.getMeasuredShare())
                        + " of the work of all VMs");
        usage.getDevicesList().forEach(device -> line(out, "  " + device.getDevice(), on(device)));
        usage.getResourcesList().forEach(r -> line(out, r.getName(), amount(r)));
        line(
                out,
                "journal",
                ValueText.bytes(usage.getJournalBytes())
                        + " for "
                        + CountText.of(usage.getJournalObjects(), "object"));
        vm.getProtectionsList().forEach(each -> line(out, "protection", protection(each)));
        reasons(out, "delayed", usage.getDelayedList());
        reasons(out, "denied", usage.getDeniedList());
        grant(vm, out);
        out.flush();
    }

    /** Returns how a session is protected at this moment. */
    private static String protection(SessionProtection now) {
        StringBuilder text = new StringBuilder("session ").append(now.getSession()).append(": ");
        if (now.getLevel() == Protection.PROTECTION_REBUILD) {
            return text.append("rebuild").toString();
        }
        text.append(now.getRepeatable() ? "transparent, " : "only rebuild, ");
        if (now.hasCheckpointAge()) {
            text.append("checkpoint of ")
                    .append(ValueText.bytes(now.getCheckpointBytes()))
                    .append(", ")
                    .append(ValueText.time(now.getCheckpointAge()))
                    .append(" old, and ");
        }
        text.append(ValueText.bytes(now.getLogBytes())).append(" of commands");
        return now.getProblem().isEmpty()
                ? text.toString()
                : text.append("; no newer checkpoint: ").append(now.getProblem()).toString();
    }

    private static void grant(Vm vm, PrintWriter out) {
        GrantText.settings(GrantMessages.model(vm.getGrant()))
                .forEach((setting, value) -> line(out, label(setting), value));
    }

    /** Returns the words for a setting, which differ from those for what the VM has now. */
    private static String label(String setting) {
        return setting.equals("sessions") ? "most sessions" : setting;
    }

    private static String on(VmDeviceUsage device) {
        return ValueText.time(device.getDeviceTime())
                + "; lately "
                + ValueText.percent(device.getUtilization())
                + " of its time, "
                + ValueText.percent(device.getMeasuredShare())
                + " of its work; "
                + device.getInFlight()
                + " in flight, "
                + device.getWaiting()
                + " waiting";
    }

    private static void reasons(PrintWriter out, String what, List<Reason> reasons) {
        if (!reasons.isEmpty()) {
            line(
                    out,
                    what,
                    reasons.stream().map(VmPrinter::reason).collect(Collectors.joining(", ")));
        }
    }

    private static String reason(Reason reason) {
        String time =
                ValueText.nanos(reason.getTime()) == 0
                        ? ""
                        : " " + ValueText.time(reason.getTime());
        return reason.getName() + " " + reason.getCommands() + "×" + time;
    }

    /** Prints a name and a value. */
    public static void line(PrintWriter out, String name, String value) {
        out.printf("  %-28s %s%n", name, value);
    }
}
