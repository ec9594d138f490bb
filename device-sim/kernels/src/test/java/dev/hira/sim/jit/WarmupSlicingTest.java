package dev.hira.sim.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.jit.plan.KernelPlan;
import dev.hira.sim.jit.runtime.PieceCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Code whose blocks have a hundred threads. */
final class WarmupSlicingTest {
    private static final int THREADS = 100;

    private final JitFixture fixture = JitFixture.body("ret;");
    private final List<Integer> begins = new ArrayList<>();
    private int threads;

    private void run(int blocks) {
        KernelPlan plan = fixture.compiled().plan();
        PieceCode recorder =
                (_, _, from, to) -> {
                    begins.add(from);
                    threads += to - from;
                    return PieceCode.ENDED;
                };
        CompiledProgram program =
                new CompiledProgram(new WarmupSlicing(recorder, plan.pieces()), plan);
        fixture.blocks(blocks, THREADS).run(program, 0);
    }

    @Test
    void shouldRunSmallPortionsInOrderAtFirst() {
        run(2);
        assertThat(begins).containsExactly(0, 32, 64, 96, 0, 32, 64, 96);
        assertThat(threads).isEqualTo(2 * THREADS);
    }

    @Test
    void shouldRunAllThreadsAtOnceWhenTheMethodHasBeenCalledOften() {
        run(6000);
        assertThat(begins.subList(begins.size() - 3, begins.size())).containsExactly(0, 0, 0);
        assertThat(threads).isEqualTo(6000 * THREADS);
    }

    @Test
    void shouldReportThePlacesOfThreadsOfAllPortions() {
        PieceCode recorder = (_, _, from, _) -> from == 32 ? PieceCode.at(2) : PieceCode.at(0);
        KernelPlan plan = fixture.compiled().plan();
        int[] places = new int[1];
        WarmupSlicing portions = new WarmupSlicing(recorder, plan.pieces());
        PieceCode outside =
                (site, work, from, to) -> {
                    places[0] = portions.run(site, work, from, to);
                    return PieceCode.ENDED;
                };
        fixture.blocks(1, THREADS).run(new CompiledProgram(outside, plan), 0);
        assertThat(places[0]).isEqualTo(PieceCode.at(0) | PieceCode.at(2));
    }
}
