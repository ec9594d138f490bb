package dev.hira.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.admin.v1.MigrateVmProgress;
import dev.hira.admin.v1.MigrationStep;
import dev.hira.api.cuda.CudaException;
import dev.hira.e2e.migration.Mover;
import dev.hira.guest.gpu.Gpu;
import dev.hira.guest.gpu.GpuBytes;
import io.grpc.StatusRuntimeException;
import java.util.Random;

/** A guest in this process that holds memory with known content, and moves. */
final class MovedGuest implements AutoCloseable {
    static final int BYTES = 16 << 20;
    private static final long SEED = 20_261_122;

    final String vm;
    final Gpu gpu;
    private final TwoServers servers;
    private final byte[] data = new byte[BYTES];
    private final GpuBytes memory;

    MovedGuest(TwoServers servers, String vm) {
        this.servers = servers;
        this.vm = vm;
        new Random(SEED).nextBytes(data);
        gpu = Gpu.connect(servers.uri() + "?devices=1&vm=" + vm);
        memory = gpu.upload(data);
    }

    /** Returns the number of the server at which the guest is not. */
    int elsewhere() {
        return 1 - servers.serverOf(vm);
    }

    /** Checks that the memory has its content. */
    void keepsItsMemory(String what) {
        assertThat(memory.download()).as(what).isEqualTo(data);
    }

    /** Checks that the guest goes on, or has ended because it was at the server by then. */
    void goesOnAfter(MigrateVmProgress last, int target, Fault fault) {
        boolean moved = last.getStep() == MigrationStep.MIGRATION_STEP_DONE;
        if (!moved) {
            assertThat(last.getProblem()).as(fault.toString()).isNotBlank();
            assertThat(elsewhere()).isEqualTo(target);
            keepsItsMemory(fault + ": " + last.getProblem());
            moves();
            return;
        }
        try {
            keepsItsMemory(fault.toString());
        } catch (CudaException _) {
            hasEnded("server" + target);
            return;
        }
        moves();
    }

    /** Checks that the session has ended, and that the guest is told why. */
    void hasEnded(String server) {
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
        keepsItsMemory("after the move");
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
        try (Mover mover = new Mover(servers.adminUri(), vm)) {
            return mover.move("server" + elsewhere(), TwoServers.PATIENCE);
        }
    }

    @Override
    public void close() {
        gpu.close();
    }
}
