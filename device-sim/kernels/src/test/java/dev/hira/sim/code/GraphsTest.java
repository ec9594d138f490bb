package dev.hira.sim.code;

import static dev.hira.sim.code.Graphs.to;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.code.analysis.BlockOrder;
import dev.hira.sim.code.analysis.Dominators;
import dev.hira.sim.code.analysis.Joins;
import dev.hira.sim.code.analysis.PostDominators;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks orders, dominators and joins of block graphs. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class GraphsTest {
    private static final int SEED = 20261121;

    @Test
    void shouldOrderBlocksAfterTheirPredecessors() {
        Routine diamond = Graphs.of(to(3, 1), to(2), to(), to(2));
        assertThat(BlockOrder.of(diamond.blocks())).containsExactly(0, 3, 1, 2);
    }

    @Test
    void shouldLeaveOutUnreachableBlocks() {
        assertThat(BlockOrder.of(Graphs.of(to(2), to(2), to()).blocks())).containsExactly(0, 2);
    }

    @Test
    void shouldFindTheBlockWhereAllPathsMeet() {
        PostDominators ends = PostDominators.of(Graphs.of(to(1, 2), to(3), to(3), to(4, 1), to()));
        assertThat(ends.next(0)).isEqualTo(3);
        assertThat(ends.next(3)).isEqualTo(4);
        assertThat(ends.next(4)).isEqualTo(ends.end());
    }

    @Test
    void shouldTreatEndlessLoopsAsEnds() {
        PostDominators ends = PostDominators.of(Graphs.of(to(1, 2), to(1), to()));
        assertThat(ends.next(0)).isEqualTo(ends.end());
        assertThat(ends.next(1)).isEqualTo(ends.end());
        assertThat(PostDominators.of(Graphs.of(to(0))).next(0)).isEqualTo(1);
    }

    @Test
    void shouldAgreeWithTheDefinitionOfDominance() {
        Random random = new Random(SEED);
        for (int i = 0; i < 300; i++) {
            Routine routine = randomGraph(random);
            Dominators dominators = Dominators.of(routine);
            PostDominators ends = PostDominators.of(routine);
            int blocks = routine.blocks().size();
            for (int upper = 0; upper < blocks; upper++) {
                BitSet without = reachedWithout(routine, upper);
                for (int lower = 0; lower < blocks; lower++) {
                    assertThat(dominators.dominates(upper, lower))
                            .as("seed %d, graph %d, %d over %d", SEED, i, upper, lower)
                            .isEqualTo(upper == lower || !without.get(lower));
                }
                checkNext(routine, ends, upper, i);
            }
        }
    }

    /** All paths that end pass through the next block; no nearer block is on all of them. */
    private static void checkNext(Routine routine, PostDominators ends, int block, int graph) {
        int next = ends.next(block);
        if (next != ends.end() && endsFrom(routine, block, -1)) {
            assertThat(endsFrom(routine, block, next))
                    .as("seed %d, graph %d, from %d without %d", SEED, graph, block, next)
                    .isFalse();
        }
    }

    private static boolean endsFrom(Routine routine, int from, int avoided) {
        BitSet seen = new BitSet();
        List<Integer> open = new ArrayList<>(List.of(from));
        while (!open.isEmpty()) {
            int at = open.removeLast();
            if (at != avoided && !seen.get(at)) {
                seen.set(at);
                List<Integer> targets = routine.blocks().get(at).exit().targets();
                if (targets.isEmpty()) {
                    return true;
                }
                open.addAll(targets);
            }
        }
        return false;
    }

    private static BitSet reachedWithout(Routine routine, int avoided) {
        BitSet seen = new BitSet();
        List<Integer> open = new ArrayList<>(List.of(0));
        while (!open.isEmpty()) {
            int at = open.removeLast();
            if (at != avoided && !seen.get(at)) {
                seen.set(at);
                open.addAll(routine.blocks().get(at).exit().targets());
            }
        }
        return seen;
    }

    private static Routine randomGraph(Random random) {
        int size = 2 + random.nextInt(8);
        int[][] targets = new int[size][];
        for (int i = 0; i < size; i++) {
            targets[i] = random.ints(random.nextInt(4), 0, size).toArray();
        }
        List<BasicBlock> blocks = Graphs.of(targets).blocks();
        List<Integer> order = BlockOrder.of(blocks);
        int[][] reached = new int[order.size()][];
        for (int i = 0; i < reached.length; i++) {
            reached[i] =
                    blocks.get(order.get(i)).exit().targets().stream()
                            .mapToInt(order::indexOf)
                            .toArray();
        }
        return Graphs.of(reached);
    }

    private static List<String> joins(Routine routine, int branch) {
        return new Joins(routine)
                .of(routine.blocks().get(branch)).stream()
                        .map(join -> join.block() + " after " + join.between())
                        .toList();
    }

    @Test
    void shouldJoinAfterBothWaysOfABranch() {
        assertThat(joins(Graphs.of(to(1, 2), to(3), to(3), to(4), to()), 0))
                .containsExactly("3 after {1, 2}");
        assertThat(joins(Graphs.of(to(1, 2), to(2), to()), 0)).containsExactly("2 after {1}");
    }

    @Test
    void shouldNotJoinThreadsThatLeftForGood() {
        assertThat(joins(Graphs.of(to(1, 2), to(), to(3), to(2, 4), to()), 0)).isEmpty();
    }

    @Test
    void shouldJoinAfterALoopThatSomeThreadsLeaveEarlier() {
        assertThat(joins(Graphs.of(to(1), to(1, 2), to()), 1)).containsExactly("2 after {1}");
        assertThat(joins(Graphs.of(to(1), to(2, 3), to(1), to()), 1))
                .containsExactly("3 after {1, 2}");
    }

    @Test
    void shouldNotJoinAtTheHeadOfALoopWhoseBodyJoins() {
        Routine loop = Graphs.of(to(1), to(2, 3), to(4), to(4), to(1, 5), to());
        assertThat(joins(loop, 1)).containsExactly("4 after {2, 3}");
    }

    @Test
    void shouldJoinAfterALoopWithinALoop() {
        Routine loop = Graphs.of(to(1), to(2, 3), to(1), to(1, 4), to());
        assertThat(joins(loop, 1)).containsExactly("3 after {1, 2}");
    }
}
