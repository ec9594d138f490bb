package dev.hira.cli.demo;

import dev.hira.admin.v1.Vm;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.client.Terminal;
import dev.hira.cli.client.ValueText;
import dev.hira.cli.top.Screen;
import dev.hira.cli.top.Snapshot;
import dev.hira.cli.top.TopView;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Shows live how VMs share a device, and measures the device time of each. */
public final class SharesWatch {
    private static final int MOST_VMS = 20;
    private static final long LOOK_MILLIS = 500;

    private final AdminClient admin;
    private final Set<String> vms;
    private final Consumer<String> say;

    /**
     * @param vms the VMs to measure
     * @param say receives plain lines, where there is no terminal
     */
    public SharesWatch(AdminClient admin, Set<String> vms, Consumer<String> say) {
        this.admin = admin;
        this.vms = vms;
        this.say = say;
    }

    /**
     * Waits until all VMs are at work and their kernels are compiled, and then measures. Shows the
     * shares all the time.
     *
     * @param settled the time before the measurement, in which shares are only shown
     */
    public Map<String, Long> measure(Duration settled, Duration time, Duration patience)
            throws InterruptedException {
        awaitWork(patience);
        say.accept("both are at work; measuring begins in " + settled.toSeconds() + " s");
        Map<String, Long> before = show(settled);
        Map<String, Long> used = show(time);
        used.replaceAll((vm, nanos) -> nanos - before.getOrDefault(vm, 0L));
        return used;
    }

    /** Shows the shares for a while, and returns the device time that each VM used in it. */
    private Map<String, Long> show(Duration time) throws InterruptedException {
        if (Terminal.isThere()) {
            live(time);
        } else {
            lines(time);
        }
        return nanos(Snapshot.of(admin, MOST_VMS));
    }

    private Map<String, Long> awaitWork(Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        Map<String, Long> first = nanos(Snapshot.of(admin, MOST_VMS));
        while (System.nanoTime() < deadline) {
            Map<String, Long> now = nanos(Snapshot.of(admin, MOST_VMS));
            if (vms.stream().allMatch(vm -> rose(vm, first, now))) {
                return now;
            }
            Thread.sleep(50);
        }
        return nanos(Snapshot.of(admin, MOST_VMS));
    }

    private static boolean rose(String vm, Map<String, Long> first, Map<String, Long> now) {
        return now.getOrDefault(vm, 0L) > first.getOrDefault(vm, 0L);
    }

    private Map<String, Long> nanos(Snapshot now) {
        Map<String, Long> nanos = new TreeMap<>();
        for (Vm vm : now.vms()) {
            if (vms.contains(vm.getName())) {
                nanos.put(vm.getName(), ValueText.nanos(vm.getUsage().getDeviceTime()));
            }
        }
        return nanos;
    }

    private void live(Duration time) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        try (Screen screen = Screen.open()) {
            do {
                Screen.Size size = screen.size();
                Snapshot now = Snapshot.of(admin, MOST_VMS);
                screen.show(TopView.lines(now, size.width(), size.height() - 1));
            } while (System.nanoTime() < end && !screen.awaitEnd(LOOK_MILLIS));
        }
    }

    private void lines(Duration time) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            Thread.sleep(2 * LOOK_MILLIS);
            say.accept(
                    Snapshot.of(admin, MOST_VMS).vms().stream()
                            .map(SharesWatch::line)
                            .collect(Collectors.joining("   ")));
        }
    }

    private static String line(Vm vm) {
        return vm.getName()
                + " "
                + ValueText.percent(vm.getUsage().getMeasuredShare())
                + " of the work, "
                + vm.getUsage().getWaiting()
                + " waiting";
    }
}
