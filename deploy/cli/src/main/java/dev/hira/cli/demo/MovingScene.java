package dev.hira.cli.demo;

import dev.hira.admin.v1.MigrateVmProgress;
import dev.hira.admin.v1.MigrateVmRequest;
import dev.hira.admin.v1.MigrationStep;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.client.ValueText;
import dev.hira.cli.launch.HiraProcess;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/** The scene of the demo in which a VM moves to another API server while it computes. */
public final class MovingScene {
    private final AdminClient admin;
    private final WatchedVm vm;
    private final Consumer<String> say;

    public MovingScene(AdminClient admin, String vm, Consumer<String> say) {
        this.admin = admin;
        this.vm = new WatchedVm(admin, vm);
        this.say = say;
    }

    /**
     * Moves the VM of a {@link ComputingGuest} to the other one of two servers, and lets the guest
     * finish there.
     *
     * @return whether the VM moved, and the guest found its data as it should be
     */
    public boolean play(HiraProcess guest, List<String> servers, Duration limit)
            throws InterruptedException {
        guest.awaitReady(limit);
        String from = vm.server();
        String to = servers.stream().filter(s -> !s.equals(from)).findFirst().orElseThrow();
        say.accept(vm.name() + " computes at " + from + ", and is moved to " + to);
        MigrateVmProgress end = move(to);
        boolean moved =
                end.getStep() == MigrationStep.MIGRATION_STEP_DONE && vm.server().equals(to);
        say.accept(
                moved
                        ? vm.name()
                                + " goes on at "
                                + to
                                + "; its commands waited for "
                                + waited(end)
                        : vm.name() + " did NOT move: " + end.getProblem());
        boolean worked = vm.works(limit);
        guest.endInput();
        return worked && guest.awaitExit(limit) == 0 && moved;
    }

    private MigrateVmProgress move(String to) {
        MigrateVmProgress last = MigrateVmProgress.getDefaultInstance();
        var request = MigrateVmRequest.newBuilder().setVm(vm.name()).setTarget(to).build();
        Iterator<MigrateVmProgress> reports = admin.always().migrateVm(request);
        while (reports.hasNext()) {
            last = reports.next();
        }
        return last;
    }

    private static String waited(MigrateVmProgress end) {
        return ValueText.time(end.getHeld());
    }
}
