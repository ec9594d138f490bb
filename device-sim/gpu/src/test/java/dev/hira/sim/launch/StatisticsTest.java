package dev.hira.sim.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.code.Program;
import dev.hira.sim.kernel.KernelStatistics;
import dev.hira.sim.lower.Lowering;
import dev.hira.sim.ptx.PtxModule;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StatisticsTest extends KernelFixture {
    @Test
    void shouldReportTheTierOfEachKernelAndTheReason() {
        long module =
                load(".visible .entry a() { ret; }\n.visible .entry b(.param .u64 p) { ret; }");
        run(cuda.cuModuleGetFunction(module, "b"), 2, 2, 0L);
        run(cuda.cuModuleGetFunction(module, "a"), 1, 1);
        run(cuda.cuModuleGetFunction(module, "a"), 1, 1);
        List<KernelStatistics> kernels = host.statistics().getFirst().kernels();
        assertThat(kernels).extracting(KernelStatistics::kernel).containsExactly("a", "b");
        assertThat(kernels).extracting(KernelStatistics::launches).containsExactly(2L, 1L);
        assertThat(kernels)
                .allSatisfy(kernel -> {
                    assertThat(kernel.tier()).isEqualTo(tier);
                    assertThat(kernel.why()).isNotBlank();
                    assertThat(kernel.nanos()).isPositive();
                });
    }

    @Test
    void shouldReportWhyAKernelIsLeftToTheInterpreter() {
        Tier none =
                new Tier() {
                    @Override
                    public String name() {
                        return "none";
                    }

                    @Override
                    public Attempt prepare(Program program) {
                        return new Attempt.Refused("it has 70000 instructions");
                    }
                };
        Tiers.Choice choice =
                new Tiers(List.of(none, none))
                        .choose(Lowering.program(module(), module().kernels().getFirst()));
        assertThat(choice.tier()).isEqualTo("interpreter");
        assertThat(choice.why())
                .isEqualTo(
                        "not none, because it has 70000 instructions; not none, because it has"
                                + " 70000 instructions");
    }

    private static PtxModule module() {
        return PtxModule.parse(HEAD + ".visible .entry a() { ret; }");
    }
}
