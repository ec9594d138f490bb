package dev.hira.cli.top;

import dev.hira.admin.v1.Vm;
import dev.hira.cli.client.VmPrinter;
import dev.hira.cli.top.TopHistory.Wait;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A VM alone: what {@code vm show} tells, and how it waited lately. */
final class VmView {
    private static final int BARS = 60;

    private VmView() {}

    static List<String> lines(Vm vm, TopHistory history) {
        List<String> lines = new ArrayList<>();
        lines.add(line("waiting sessions", Sparkline.of(history.ofVm(vm.getName()), BARS).strip()));
        for (Wait wait : history.waits(vm.getName())) {
            lines.add(
                    line(
                            "held up by " + wait.reason(),
                            String.format(Locale.ROOT, "%.1f commands now", wait.commands())));
        }
        lines.add("");
        StringWriter text = new StringWriter();
        VmPrinter.details(vm, new PrintWriter(text, true));
        text.toString().lines().forEach(lines::add);
        return lines;
    }

    private static String line(String name, String value) {
        return String.format(Locale.ROOT, "  %-28s %s", name, value);
    }
}
