package dev.hira.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.admin.v1.MigrateVmProgress;
import dev.hira.admin.v1.MigrationStep;
import dev.hira.e2e.migration.Mover;
import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.Gpu;
import dev.hira.guest.gpu.GpuInts;
import dev.hira.guest.gpu.GpuModule;
import dev.hira.guest.gpu.GpuStream;
import io.grpc.Context;
import io.grpc.Context.CancellableContext;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Migrations that are cancelled, find too little memory, or wait for a kernel in vain. */
@Tag("thorough")
final class FailedMigrationTest {
    @RegisterExtension static final TwoServers servers = TwoServers.with();

    /**
     * Steps a number so often that a migration's short time limit passes meanwhile; first says
     * behind it that it runs.
     */
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
              st.volatile.global.u32 [%d1+4], 1;
            NEXT:
              mad.lo.s32 %r2, %r2, 1664525, 1013904223;
              sub.u32 %r1, %r1, 1;
              setp.ne.u32 %p1, %r1, 0;
              @%p1 bra NEXT;
              st.global.u32 [%d1], %r2;
              ret;
            }
            """;

    @Test
    void shouldGoOnWhenTheMigrationIsCancelledInAnyStep() {
        Random random = Fault.seeded("cancel");
        for (int round = 0; round < Fault.ROUNDS; round++) {
            Fault fault = Fault.in(round, random);
            try (MovedGuest guest = new MovedGuest(servers, "cancelled" + round)) {
                int target = guest.elsewhere();
                CancellableContext call = Context.current().withCancellation();
                try {
                    call.run(
                            () -> fault.during(servers, guest.vm, target, () -> call.cancel(null)));
                } catch (StatusRuntimeException e) {
                    assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.CANCELLED);
                }
                guest.keepsItsMemory(fault.toString());
                TwoServers.await("the VM moves again", guest::hasMoved);
                guest.keepsItsMemory(fault.toString());
            }
            servers.awaitNothing();
        }
    }

    @Test
    void shouldStayWhenTheTargetHasTooLittleMemory() {
        try (MovedGuest guest = new MovedGuest(servers, "tall")) {
            try (MovedGuest hog = new MovedGuest(servers, "hog")) {
                // Least loaded placement puts the two on different servers.
                hog.gpu.bytes(hog.gpu.memory().free() - MovedGuest.BYTES / 2);
                MigrateVmProgress last = guest.move();
                assertThat(last.getStep()).isEqualTo(MigrationStep.MIGRATION_STEP_FAILED);
                assertThat(last.getProblem()).contains("bytes of device memory, and server");
                guest.keepsItsMemory("after the failure");
            }
            TwoServers.await("the other guest has ended", () -> servers.sessions() == 1);
            guest.moves();
        }
        servers.awaitNothing();
    }

    /** Waits until the long kernel runs: one that has not begun moves at once. */
    private static void awaitBegin(GpuInts cell, GpuStream other) {
        int[] runs = new int[1];
        while (runs[0] == 0) {
            cell.slice(1, 1).download(runs, other);
            other.synchronize();
        }
    }

    @Test
    void shouldStayWhenAKernelOutlastsTheTimeLimit() {
        int steps = 1_500_000_000;
        try (Gpu gpu = Gpu.connect(servers.uri() + "?devices=1&vm=spinner");
                Mover mover = new Mover(servers.adminUri(), "spinner");
                GpuInts cell = gpu.upload(7, 0);
                GpuModule module = gpu.load(LONG_KERNEL);
                GpuStream stream = gpu.independentStream();
                GpuStream other = gpu.independentStream()) {
            module.kernel("spin").launch(Dim3.of(1), Dim3.of(1), stream, cell, steps);
            awaitBegin(cell, other);
            String target = "server" + (1 - servers.serverOf("spinner"));
            MigrateVmProgress last = mover.move(target, Duration.ofMillis(50));
            assertThat(last.getStep()).isEqualTo(MigrationStep.MIGRATION_STEP_FAILED);
            assertThat(last.getProblem()).containsAnyOf("had not ended", "time limit");
            stream.synchronize();
            int expected = 7;
            for (int i = 0; i < steps; i++) {
                expected = expected * 1664525 + 1013904223;
            }
            assertThat(cell.download()).containsExactly(expected, 1);
            assertThat(mover.move(target, TwoServers.PATIENCE).getStep())
                    .isEqualTo(MigrationStep.MIGRATION_STEP_DONE);
            assertThat(cell.download()).containsExactly(expected, 1);
        }
        servers.awaitNothing();
    }
}
