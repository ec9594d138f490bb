package dev.hira.cli.demo;

import dev.hira.admin.v1.ListSessionsRequest;
import dev.hira.admin.v1.MigrateVmProgress;
import dev.hira.admin.v1.MigrateVmRequest;
import dev.hira.admin.v1.MigrationStep;
import dev.hira.admin.v1.Session;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.client.ValueText;
import dev.hira.cli.launch.HiraProcess;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/** The scene of the demo in which a VM moves to another API server while it computes. */
public final class MovingScene {
    private static final long MORE_CALLS = 500;

    private final AdminClient admin;
    private final String vm;
    private final Consumer<String> say;

    public MovingScene(AdminClient admin, String vm, Consumer<String> say) {
        this.admin = admin;
        this.vm = vm;
        this.say = say;
    }

    /**
     * Moves the VM of a {@link MovingGuest} to the other one of two servers, and lets the guest
     * finish there.
     *
     * @return whether the VM moved, and the guest found its data as it should be
     */
    public boolean play(HiraProcess guest, List<String> servers, Duration limit)
            throws InterruptedException {
        guest.awaitReady(limit);
        String from = server();
        String to = servers.stream().filter(s -> !s.equals(from)).findFirst().orElseThrow();
        say.accept(vm + " computes at " + from + ", and is moved to " + to);
        MigrateVmProgress end = move(to);
        boolean moved = end.getStep() == MigrationStep.MIGRATION_STEP_DONE && server().equals(to);
        say.accept(
                moved
                        ? vm + " goes on at " + to + "; its commands waited for " + waited(end)
                        : vm + " did NOT move: " + end.getProblem());
        boolean worked = works(limit);
        guest.endInput();
        return worked && guest.awaitExit(limit) == 0 && moved;
    }

    private MigrateVmProgress move(String to) {
        MigrateVmProgress last = MigrateVmProgress.getDefaultInstance();
        Iterator<MigrateVmProgress> reports =
                admin.always()
                        .migrateVm(MigrateVmRequest.newBuilder().setVm(vm).setTarget(to).build());
        while (reports.hasNext()) {
            last = reports.next();
        }
        return last;
    }

    /** Waits until the guest has made some more calls. */
    private boolean works(Duration limit) throws InterruptedException {
        long enough = session().getUsage().getCalls() + MORE_CALLS;
        long deadline = System.nanoTime() + limit.toNanos();
        while (session().getUsage().getCalls() < enough && System.nanoTime() < deadline) {
            Thread.sleep(20);
        }
        return session().getUsage().getCalls() >= enough;
    }

    private static String waited(MigrateVmProgress end) {
        return ValueText.time(end.getHeld());
    }

    private String server() {
        return session().getServer();
    }

    private Session session() {
        return admin
                .now()
                .listSessions(ListSessionsRequest.newBuilder().setVm(vm).build())
                .getSessionsList()
                .stream()
                .findFirst()
                .orElseThrow();
    }
}
