package dev.hira.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.admin.v1.ListServersRequest;
import dev.hira.admin.v1.MigrateVmProgress;
import dev.hira.admin.v1.MigrateVmRequest;
import dev.hira.admin.v1.MigrationStep;
import dev.hira.admin.v1.Server;
import dev.hira.admin.v1.ServerState;
import dev.hira.api.cuda.CudaException;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.launch.HiraProcess;
import dev.hira.cli.launch.LocalStack;
import dev.hira.e2e.migration.Mover;
import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.Gpu;
import dev.hira.guest.gpu.GpuBytes;
import dev.hira.guest.gpu.GpuInts;
import dev.hira.guest.gpu.GpuModule;
import dev.hira.guest.gpu.GpuStream;
import io.grpc.Context;
import io.grpc.Context.CancellableContext;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Processes that are killed or stopped, and kernels that do not end, during a migration. */
final class MigrationFaultsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long SEED = 20_261_122;
    private static final int ROUNDS = 5;
    private static final int BYTES = 16 << 20;

    /** Steps a number so often that a migration's short time limit passes meanwhile. */
    private static final String LONG_KERNEL =
            """
            .version 7.0
            .target sm_70
            .address_size 64
            .visible .entry spin(.param .u64 cell, .param .u32 steps) {
              .reg .b32 %r<4>; .reg .b64 %d<2>; .reg .pred %p<2>;
              ld.param.u64 %d1, [cell];
              ld.param.u32 %r1, [steps];
              ld.global.u32 %r2, [%d1];
            NEXT:
              mad.lo.s32 %r2, %r2, 1664525, 1013904223;
              sub.u32 %r1, %r1, 1;
              setp.ne.u32 %p1, %r1, 0;
              @%p1 bra NEXT;
              st.global.u32 [%d1], %r2;
              ret;
            }
            """;

    private static LocalStack stack;
    private static AdminClient admin;

    @BeforeAll
    static void start() {
        stack = LocalStack.start(2, List.of("--devices", "1", "--profile", "small"), List.of());
        admin = AdminClient.connect(stack.adminUri());
    }

    @AfterAll
    static void stop() {
        admin.close();
        stack.close();
    }

    @Test
    void shouldStayOrEndClearlyWhenTheTargetIsKilled() {
        Random random = seeded("kill the target");
        for (int round = 0; round < ROUNDS; round++) {
            Fault fault = Fault.in(round, random);
            int target;
            try (Guest guest = new Guest("killed" + round)) {
                target = guest.elsewhere();
                HiraProcess process = stack.server(target);
                MigrateVmProgress last = migrate(guest.vm, target, fault, () -> process.kill());
                process.awaitExit(PATIENCE);
                stack.restartServer(target);
                isUp(target);
                guest.goesOnAfter(last, target, fault);
            }
            nothingIsLeft();
        }
    }

    @Test
    void shouldStayWhenTheTargetIsKilledInItsSecondRound() throws Exception {
        ExecutorService writer = Executors.newSingleThreadExecutor();
        AtomicBoolean stop = new AtomicBoolean();
        try (Guest guest = new Guest("writer")) {
            GpuBytes written = guest.gpu.bytes(BYTES);
            Future<?> writes =
                    writer.submit(() -> {
                        for (byte value = 1; !stop.get(); value++) {
                            written.fill(value);
                            guest.gpu.synchronize();
                        }
                    });
            int target = guest.elsewhere();
            HiraProcess process = stack.server(target);
            List<MigrateVmProgress> reports = new ArrayList<>();
            migration(guest.vm, target)
                    .forEachRemaining(report -> {
                        reports.add(report);
                        if (report.getRound() == 2) {
                            process.kill();
                        }
                    });
            stop.set(true);
            writes.get(2, TimeUnit.MINUTES);
            process.awaitExit(PATIENCE);
            stack.restartServer(target);
            isUp(target);
            guest.goesOnAfter(
                    reports.getLast(), target, new Fault(MigrationStep.MIGRATION_STEP_ROUND, 0));
            // A VM that writes so much has a second round.
            assertThat(reports).anyMatch(report -> report.getRound() == 2);
            assertThat(reports.getLast().getStep()).isEqualTo(MigrationStep.MIGRATION_STEP_FAILED);
            assertThat(reports)
                    .as("its commands were never held")
                    .noneMatch(r -> r.getStep() == MigrationStep.MIGRATION_STEP_REST);
        } finally {
            stop.set(true);
            writer.shutdownNow();
        }
        nothingIsLeft();
    }

    @Test
    void shouldGoOnWhenTheMigrationIsCancelledInAnyStep() {
        Random random = seeded("cancel");
        for (int round = 0; round < ROUNDS; round++) {
            Fault fault = Fault.in(round, random);
            try (Guest guest = new Guest("cancelled" + round)) {
                int target = guest.elsewhere();
                CancellableContext call = Context.current().withCancellation();
                try {
                    call.run(() -> migrate(guest.vm, target, fault, () -> call.cancel(null)));
                } catch (StatusRuntimeException e) {
                    assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.CANCELLED);
                }
                assertThat(guest.memory.download()).as(fault.toString()).isEqualTo(guest.data);
                await("the VM moves again", guest::hasMoved);
                assertThat(guest.memory.download()).as(fault.toString()).isEqualTo(guest.data);
            }
            nothingIsLeft();
        }
    }

    @Test
    void shouldStayOrEndClearlyWhenTheTargetStops() {
        Random random = seeded("stop the target");
        for (int round = 0; round < ROUNDS; round++) {
            Fault fault = Fault.in(round, random);
            try (Guest guest = new Guest("stopped" + round)) {
                int target = guest.elsewhere();
                HiraProcess process = stack.server(target);
                MigrateVmProgress last;
                try {
                    last = migrate(guest.vm, target, fault, () -> signal(process, "STOP"));
                } finally {
                    signal(process, "CONT");
                }
                isUp(target);
                guest.goesOnAfter(last, target, fault);
            }
            nothingIsLeft();
        }
    }

    @Test
    void shouldEndClearlyWhenTheOldServerIsKilled() {
        Random random = seeded("kill the old server");
        for (int round = 0; round < ROUNDS; round++) {
            Fault fault = Fault.in(round, random);
            try (Guest guest = new Guest("bereft" + round)) {
                int target = guest.elsewhere();
                int source = 1 - target;
                HiraProcess process = stack.server(source);
                MigrateVmProgress last = migrate(guest.vm, target, fault, process::kill);
                process.awaitExit(PATIENCE);
                stack.restartServer(source);
                isUp(source);
                if (last.getStep() == MigrationStep.MIGRATION_STEP_DONE) {
                    assertThat(guest.memory.download()).isEqualTo(guest.data);
                    guest.moves();
                } else {
                    guest.hasEnded("server" + source);
                }
            }
            nothingIsLeft();
        }
    }

    @Test
    void shouldStayWhenTheTargetHasTooLittleMemory() {
        try (Guest guest = new Guest("tall")) {
            try (Guest hog = new Guest("hog")) {
                // Least loaded placement puts the two on different servers.
                hog.gpu.bytes(hog.gpu.memory().free() - BYTES / 2);
                MigrateVmProgress last = guest.move();
                assertThat(last.getStep()).isEqualTo(MigrationStep.MIGRATION_STEP_FAILED);
                assertThat(last.getProblem()).contains("a recorded call failed");
                assertThat(guest.memory.download()).isEqualTo(guest.data);
            }
            await(
                    "the other guest has ended",
                    () -> servers().stream().mapToInt(Server::getSessions).sum() == 1);
            guest.moves();
        }
        nothingIsLeft();
    }

    @Test
    void shouldReleaseEverythingWhenTheGuestIsKilled() {
        Random random = seeded("kill the guest");
        for (int round = 0; round < ROUNDS; round++) {
            String vm = "victim" + round;
            Fault fault = Fault.in(round, random);
            HiraProcess process =
                    HiraProcess.start(
                            "guest",
                            FloodGuest.class.getName(),
                            List.of(),
                            List.of(stack.uri() + "?vm=" + vm, "flood"),
                            line -> {});
            process.awaitReady(PATIENCE);
            int target = elsewhere(vm);
            MigrateVmProgress last = migrate(vm, target, fault, process::kill);
            process.awaitExit(PATIENCE);
            if (last.getStep() == MigrationStep.MIGRATION_STEP_FAILED) {
                assertThat(last.getProblem()).as(fault.toString()).contains("ended");
            }
            nothingIsLeft();
            try (Guest guest = new Guest("after" + vm)) {
                guest.moves();
            }
        }
    }

    @Test
    void shouldStayWhenAKernelOutlastsTheTimeLimit() {
        int steps = 1_500_000_000;
        try (Gpu gpu = Gpu.connect(stack.uri() + "?devices=1&vm=spinner");
                Mover mover = new Mover(stack.adminUri(), "spinner");
                GpuInts cell = gpu.upload(7);
                GpuModule module = gpu.load(LONG_KERNEL);
                GpuStream stream = gpu.stream()) {
            module.kernel("spin").launch(Dim3.of(1), Dim3.of(1), stream, cell, steps);
            stream.isDone(); // makes sure that the kernel was sent
            String target = "server" + elsewhere("spinner");
            MigrateVmProgress last = mover.move(target, Duration.ofMillis(50));
            assertThat(last.getStep()).isEqualTo(MigrationStep.MIGRATION_STEP_FAILED);
            assertThat(last.getProblem()).containsAnyOf("had not ended", "time limit");
            stream.synchronize();
            int expected = 7;
            for (int i = 0; i < steps; i++) {
                expected = expected * 1664525 + 1013904223;
            }
            assertThat(cell.download()).containsExactly(expected);
            assertThat(mover.move(target, PATIENCE).getStep())
                    .isEqualTo(MigrationStep.MIGRATION_STEP_DONE);
            assertThat(cell.download()).containsExactly(expected);
        }
        nothingIsLeft();
    }

    // --- guests

    /** A guest in this process that holds memory with known content. */
    private static final class Guest implements AutoCloseable {
        private final String vm;
        private final byte[] data = new byte[BYTES];
        private final Gpu gpu;
        private final GpuBytes memory;
        private boolean ended;

        Guest(String vm) {
            this.vm = vm;
            new Random(SEED).nextBytes(data);
            gpu = Gpu.connect(stack.uri() + "?devices=1&vm=" + vm);
            memory = gpu.upload(data);
        }

        int elsewhere() {
            return MigrationFaultsTest.elsewhere(vm);
        }

        /** Checks that the guest goes on, or has ended because it was at the server by then. */
        void goesOnAfter(MigrateVmProgress last, int target, Fault fault) {
            boolean moved = last.getStep() == MigrationStep.MIGRATION_STEP_DONE;
            if (!moved) {
                assertThat(last.getProblem()).as(fault.toString()).isNotBlank();
                assertThat(elsewhere()).isEqualTo(target);
                assertThat(memory.download()).as(fault + ": " + last.getProblem()).isEqualTo(data);
                moves();
                return;
            }
            try {
                assertThat(memory.download()).as(fault.toString()).isEqualTo(data);
            } catch (CudaException _) {
                hasEnded("server" + target);
                return;
            }
            moves();
        }

        /** Checks that the session has ended, and that the guest is told why. */
        void hasEnded(String server) {
            ended = true;
            assertThatThrownBy(memory::download)
                    .isInstanceOf(CudaException.class)
                    .hasMessageContaining(server)
                    .hasMessageContaining("reopen");
        }

        /** Moves the guest, which must succeed. */
        void moves() {
            MigrateVmProgress last = move();
            assertThat(last.getStep())
                    .as(last.getProblem())
                    .isEqualTo(MigrationStep.MIGRATION_STEP_DONE);
            assertThat(memory.download()).isEqualTo(data);
        }

        /** Moves the guest, unless the migration before is still ending. */
        boolean hasMoved() {
            try {
                return move().getStep() == MigrationStep.MIGRATION_STEP_DONE;
            } catch (StatusRuntimeException underWay) {
                return false;
            }
        }

        MigrateVmProgress move() {
            try (Mover mover = new Mover(stack.adminUri(), vm)) {
                return mover.move("server" + elsewhere(), PATIENCE);
            }
        }

        @Override
        public void close() {
            if (ended) {
                assertThatThrownBy(gpu::close).isInstanceOf(CudaException.class);
            } else {
                gpu.close();
            }
        }
    }

    // --- faults

    /**
     * A moment in a migration.
     *
     * @param step the fault comes with this report
     * @param nanos the time after it
     */
    private record Fault(MigrationStep step, long nanos) {
        private static final List<MigrationStep> STEPS =
                List.of(
                        MigrationStep.MIGRATION_STEP_OPEN,
                        MigrationStep.MIGRATION_STEP_ROUND,
                        MigrationStep.MIGRATION_STEP_REST,
                        MigrationStep.MIGRATION_STEP_RECREATE,
                        MigrationStep.MIGRATION_STEP_COPY);

        /** Returns a moment at random; each step has its turn. */
        static Fault in(int round, Random random) {
            Fault fault =
                    new Fault(
                            STEPS.get(round % STEPS.size()),
                            random.nextLong(TimeUnit.MILLISECONDS.toNanos(5)));
            System.out.println(fault);
            return fault;
        }

        void causedBy(Runnable action) {
            long since = System.nanoTime();
            while (System.nanoTime() - since < nanos) {
                Thread.onSpinWait();
            }
            action.run();
        }
    }

    private static Random seeded(String what) {
        System.out.println(what + ": seed " + SEED);
        return new Random(SEED + what.hashCode());
    }

    /** Migrates a VM and causes a fault on the way; returns the last report. */
    private static MigrateVmProgress migrate(String vm, int target, Fault fault, Runnable action) {
        Iterator<MigrateVmProgress> reports = migration(vm, target);
        MigrateVmProgress last = MigrateVmProgress.getDefaultInstance();
        boolean caused = false;
        while (reports.hasNext()) {
            last = reports.next();
            if (last.getStep() == fault.step() && !caused) {
                caused = true;
                fault.causedBy(action);
            }
        }
        System.out.println(last.getStep() + " " + last.getProblem());
        return last;
    }

    private static Iterator<MigrateVmProgress> migration(String vm, int target) {
        return admin.always()
                .migrateVm(
                        MigrateVmRequest.newBuilder()
                                .setVm(vm)
                                .setTarget("server" + target)
                                .build());
    }

    private static void signal(HiraProcess process, String name) {
        try {
            Process kill =
                    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
            assertThat(kill.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(kill.exitValue()).isZero();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError("the signal " + name + " cannot be sent", e);
        }
    }

    // --- what the router sees

    /** Returns the number of the server at which a VM is not. */
    private static int elsewhere(String vm) {
        try (Mover mover = new Mover(stack.adminUri(), vm)) {
            return mover.sessions().getFirst().getServer().equals("server0") ? 1 : 0;
        }
    }

    private static void isUp(int server) {
        await(
                "server" + server + " is up",
                () ->
                        servers().stream()
                                .filter(each -> each.getName().equals("server" + server))
                                .allMatch(each -> each.getState() == ServerState.SERVER_STATE_UP));
    }

    /** Waits until no session and no memory is left at any server. */
    private static void nothingIsLeft() {
        await(
                "no session is left",
                () -> servers().stream().allMatch(server -> server.getSessions() == 0));
        try (Gpu one = Gpu.connect(stack.uri() + "?devices=1&vm=witness");
                Gpu two = Gpu.connect(stack.uri() + "?devices=1&vm=witness")) {
            // Least loaded placement puts the two on different servers.
            await(
                    "no memory is left",
                    () ->
                            one.memory().free() == two.memory().free()
                                    && one.memory().free() + (1 << 20) > one.memory().total());
        }
        await(
                "no session is left",
                () -> servers().stream().allMatch(server -> server.getSessions() == 0));
    }

    private static List<Server> servers() {
        return admin.always().listServers(ListServersRequest.getDefaultInstance()).getServersList();
    }

    /** Repeats a check until it holds. Every check is a round trip, so this does not spin idly. */
    private static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("still not so: " + what).isLessThan(deadline);
        }
    }
}
