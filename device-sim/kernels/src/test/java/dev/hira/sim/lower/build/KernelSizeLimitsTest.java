package dev.hira.sim.lower.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Step;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class KernelSizeLimitsTest {
    private static final Register REGISTER = new Register(0, Carrier.INT, 32, "%r0");
    private static final Step STEP = new Step.Move(REGISTER, REGISTER, 0);

    private static Routine routine(int registers, int blocks, int steps) {
        BasicBlock block = new BasicBlock(0, Collections.nCopies(steps, STEP), new Exit.Return(0));
        return new Routine(
                "big",
                0,
                16,
                Collections.nCopies(registers, REGISTER),
                Collections.nCopies(blocks, block),
                List.of(),
                List.of(),
                0);
    }

    @Test
    void shouldCountTheStepsOfAllFunctionsOfAKernel() {
        KernelSizeLimits limits = new KernelSizeLimits();
        limits.add(routine(1, 1, 1 << 18));
        assertThatThrownBy(() -> limits.add(routine(1, 1, 1 << 18)))
                .isInstanceOf(LoweringException.class)
                .hasMessage(
                        "The function 'big' is too large: a kernel with all functions that it calls"
                                + " can have 524288 steps, but this one has 524290; split it.");
    }

    @Test
    void shouldLimitTheAnalysesOfARoutine() {
        Routine large = routine(1 << 13, 1 << 15, 0);
        assertThat(KernelSizeLimits.requireFewRegisters(KernelSizeLimits.requireFewBlocks(large)))
                .isSameAs(large);
        assertThatThrownBy(() -> KernelSizeLimits.requireFewBlocks(routine(1, (1 << 15) + 1, 0)))
                .isInstanceOf(LoweringException.class)
                .hasMessageContaining("32768 basic blocks");
        assertThatThrownBy(() ->
                        KernelSizeLimits.requireFewRegisters(routine((1 << 13) + 1, 1 << 15, 0)))
                .isInstanceOf(LoweringException.class)
                .hasMessageContaining("basic blocks times registers");
    }
}
