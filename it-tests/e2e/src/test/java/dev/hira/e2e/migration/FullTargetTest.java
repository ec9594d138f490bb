package dev.hira.e2e.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.admin.v1.MigrateVmProgress;
import dev.hira.admin.v1.MigrateVmRequest;
import dev.hira.admin.v1.MigrationStep;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Moves of a VM to a device whose free memory is not enough for it. */
@Tag("thorough")
@Timeout(180)
final class FullTargetTest {
    private static final int MIB = 1 << 20;

    @Test
    void shouldRefuseAPlaceWithoutRoomBeforeAnythingIsHeld() {
        try (LocalStack stack =
                        LocalStack.start(
                                2, List.of("--profile", "small,memory=256MiB"), List.of());
                CudaDriver other = open(stack, "other");
                CudaDriver moved = open(stack, "moved");
                Mover movesOther = new Mover(stack.adminUri(), "other");
                Mover moves = new Mover(stack.adminUri(), "moved");
                Keeper keeper = new Keeper(stack.adminUri(), "moved")) {
            String there = movesOther.sessions().getFirst().getServer();
            String here = there.equals("server0") ? "server1" : "server0";
            if (!moves.sessions().getFirst().getServer().equals(here)) {
                moves.mustMove(here);
            }
            other.cuMemAlloc(160 * MIB);
            moved.cuMemAlloc(100 * MIB);
            other.cuCtxSynchronize();
            moved.cuCtxSynchronize();

            List<MigrationStep> steps = new ArrayList<>();
            MigrateVmProgress last =
                    moves.move(MigrateVmRequest.newBuilder().setTarget(there), steps::add);
            assertThat(steps).containsExactly(MigrationStep.MIGRATION_STEP_FAILED);
            assertThat(last.getProblem())
                    .contains("the VM needs 104857600 bytes of device memory, and " + there + "/0");

            keeper.mustSuspend();
            assertThatThrownBy(() -> keeper.resume(there))
                    .hasMessageContaining("the VM needs 104857600 bytes of device memory");
            keeper.resume(here);
            assertThat(moved.cuMemAlloc(MIB)).isNotZero();
        }
    }

    private static CudaDriver open(LocalStack stack, String vm) {
        CudaDriver driver = Hira.connect(stack.uri() + "?devices=1&vm=" + vm);
        driver.cuInit(0);
        driver.cuCtxCreate(0, 0);
        return driver;
    }
}
