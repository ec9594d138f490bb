package dev.hira.cli.demo;

import dev.hira.cli.client.AdminClient;
import dev.hira.cli.launch.HiraProcess;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * The scene of the demo in which the API server of a VM is killed while the VM computes. The VM's
 * grant says {@code protection = transparent}.
 */
public final class KillingScene {
    private final WatchedVm vm;
    private final Consumer<String> say;

    public KillingScene(AdminClient admin, String vm, Consumer<String> say) {
        this.vm = new WatchedVm(admin, vm);
        this.say = say;
    }

    /**
     * Kills the server under a {@link ComputingGuest}, and lets the guest finish at another server.
     *
     * @param kill ends the process of the server of this name at once
     * @return whether the guest went on in the same session, and found its data as it should be
     */
    public boolean play(HiraProcess guest, Consumer<String> kill, Duration limit)
            throws InterruptedException {
        guest.awaitReady(limit);
        boolean worked = vm.works(limit);
        String from = vm.server();
        say.accept(vm.name() + " computes at " + from + ", and kill -9 ends " + from);
        long killed = System.nanoTime();
        kill.accept(from);
        boolean survived = vm.leaves(from, limit) && vm.works(limit);
        say.accept(survived ? wentOn(killed) : vm.name() + " did NOT go on at another server");
        guest.endInput();
        return guest.awaitExit(limit) == 0 && worked && survived;
    }

    private String wentOn(long killed) {
        double seconds = (System.nanoTime() - killed) / 1e9;
        return String.format(
                Locale.ROOT,
                "%s goes on at %s, and works again %.1f s after the kill",
                vm.name(),
                vm.server(),
                seconds);
    }
}
