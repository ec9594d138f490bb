package dev.hira.sim.lower.pass;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Meeting;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.analysis.Dominators;
import dev.hira.sim.code.analysis.PostDominators;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The places of a routine at which its threads come together. The steps of a routine are numbered
 * through all its blocks, each block's exit with them; a place is the number of what follows it.
 */
final class WarpStepPlaces {
    private static final int NO_SITE = -1;

    private final Routine routine;
    private final WarpBudget budget;
    private final WarpOrder order;

    /** The place at the beginning of each block. */
    private final int[] start;

    private final BitSet places = new BitSet();

    /** The blocks that are in a loop in which a thread may wait for another. */
    private final BitSet waiting = new BitSet();

    private @Nullable WarpUniformity uniform;

    private WarpStepPlaces(Routine routine, WarpBudget budget) {
        this.routine = routine;
        this.budget = budget;
        this.order = WarpOrder.of(routine);
        this.start = starts(routine);
    }

    /** Returns the place at the beginning of each block. */
    static int[] starts(Routine routine) {
        int[] start = new int[routine.blocks().size()];
        int place = 0;
        for (BasicBlock block : routine.blocks()) {
            start[block.index()] = place;
            place += block.steps().size() + 1;
        }
        return start;
    }

    /**
     * Returns the places around calls and at the heads of loops in which threads may wait.
     *
     * @param stepping the routines whose threads run in step
     * @param budget without more of it, threads may wait in all loops, and all joins are places
     */
    static WarpStepPlaces of(Routine routine, BitSet stepping, WarpBudget budget) {
        WarpStepPlaces places = new WarpStepPlaces(routine, budget);
        places.enterCalls(stepping);
        places.enterWaitingLoops();
        return places;
    }

    private void enterCalls(BitSet stepping) {
        for (BasicBlock block : routine.blocks()) {
            for (int i = 0; i < block.steps().size(); i++) {
                if (WarpSteps.Callees.of(block.steps().get(i)).intersects(stepping)) {
                    places.set(start[block.index()] + i, start[block.index()] + i + 2);
                }
            }
        }
    }

    private void enterWaitingLoops() {
        for (BasicBlock block : routine.blocks()) {
            for (int head : block.exit().targets()) {
                if (head <= block.index()) {
                    BitSet loop = loop(head, block.index());
                    if (budget.isSpent() || mayWait(loop)) {
                        waiting.or(loop);
                        places.set(start[head]);
                    }
                }
            }
        }
    }

    /** Returns the blocks of a loop, given its head and its last block. */
    private BitSet loop(int head, int last) {
        BitSet found = new BitSet();
        if (budget.isSpent()) {
            found.set(0, routine.blocks().size());
            return found;
        }
        found.set(head);
        List<Integer> open = new ArrayList<>(List.of(last));
        while (!open.isEmpty()) {
            int block = open.removeLast();
            if (!found.get(block)) {
                found.set(block);
                budget.spend(order.predecessors(block).size() + 1L);
                open.addAll(order.predecessors(block));
            }
        }
        return found;
    }

    /**
     * Returns whether a thread may wait in a loop: its blocks read what other threads may write,
     * and what they find decides on the way through the loop.
     */
    private boolean mayWait(BitSet loop) {
        return loop.stream().anyMatch(this::mayPoll)
                && (loop.stream().anyMatch(this::dependsOnMemory) || budget.isSpent());
    }

    private boolean dependsOnMemory(int block) {
        if (uniform == null) {
            uniform = new WarpUniformity(routine, budget);
        }
        return switch (routine.blocks().get(block).exit()) {
            case Exit.Branch branch -> !uniform.isMade(branch.predicate());
            case Exit.Switch choice -> !uniform.isMade(choice.index());
            default -> false;
        };
    }

    private boolean mayPoll(int block) {
        List<Step> steps = routine.blocks().get(block).steps();
        budget.spend(steps.size());
        return steps.stream().anyMatch(WarpStepPlaces::mayPoll);
    }

    private static boolean mayPoll(Step step) {
        return switch (step) {
            case Step.Load load ->
                    switch (load.access().order()) {
                        case VOLATILE, RELAXED, ACQUIRE, ACQUIRE_RELEASE -> true;
                        case WEAK, READ_ONLY, RELEASE -> false;
                    };
            case Step.Atomic atomic -> !atomic.isUnwanted();
            case Step.Guarded guarded -> mayPoll(guarded.step());
            case Step.Call _, Step.IndirectCall _ -> true;
            default -> false;
        };
    }

    /**
     * A block where ways from a branch join.
     *
     * @param last the greatest rank of a block on such a way
     */
    private record Join(BasicBlock branch, int block, int last) {}

    /** Adds places, and then the joins of ways on which there are places. */
    void addAll(BitSet more) {
        places.or(more);
        List<Join> joins = joins();
        boolean changed = true;
        while (changed) {
            int before = places.cardinality();
            for (Join join : joins) {
                if (!places.get(start[join.block]) && anyBetween(join)) {
                    places.set(start[join.block]);
                }
            }
            changed = places.cardinality() != before;
        }
    }

    private List<Join> joins() {
        PostDominators ends = PostDominators.of(routine);
        Dominators begins = Dominators.of(routine);
        List<Join> joins = new ArrayList<>();
        for (BasicBlock block : routine.blocks()) {
            int join = ends.next(block.index());
            if (block.exit().targets().size() > 1 && join != ends.end()) {
                joins.add(new Join(block, join, Integer.MAX_VALUE));
            }
            if (order.isInLoop(block.index())) {
                addJoins(block.index(), begins.next(block.index()), joins);
            }
        }
        return joins;
    }

    /** Adds a block within a loop if it is behind an inner loop, or several blocks lead to it. */
    private void addJoins(int block, int dominator, List<Join> joins) {
        int last = order.rank(block) - 1;
        int ways = 0;
        for (int from : order.predecessors(block)) {
            if (order.leavesLoop(from, block)) {
                joins.add(new Join(routine.blocks().get(from), block, last));
            }
            ways += order.rank(from) <= last ? 1 : 0;
        }
        if (ways > 1) {
            joins.add(new Join(routine.blocks().get(dominator), block, last));
        }
    }

    /** Returns whether there is a place on a way from a branch to the block where its ways join. */
    private boolean anyBetween(Join join) {
        BitSet seen = new BitSet();
        seen.set(join.block);
        List<Integer> open = new ArrayList<>(join.branch.exit().targets());
        while (!open.isEmpty()) {
            int at = open.removeLast();
            if (!budget.spend(1)) {
                return true;
            }
            if (!seen.get(at) && order.rank(at) <= join.last) {
                seen.set(at);
                BasicBlock block = routine.blocks().get(at);
                int first = places.nextSetBit(start[at]);
                boolean stops = block.exit() instanceof Exit.Stop;
                if (stops || (first >= 0 && first <= start[at] + block.steps().size())) {
                    return true;
                }
                open.addAll(block.exit().targets());
            }
        }
        return false;
    }

    /** Returns the routine with its blocks cut at the places. */
    Routine cut() {
        List<BasicBlock> blocks = new ArrayList<>(routine.blocks());
        for (BasicBlock block : routine.blocks()) {
            cut(block, blocks);
        }
        return routine.withBlocks(blocks);
    }

    private void cut(BasicBlock block, List<BasicBlock> blocks) {
        int index = block.index();
        int from = 0;
        for (int i = 0; i <= block.steps().size(); i++) {
            if (places.get(start[block.index()] + i)) {
                int at = i < block.steps().size() ? block.steps().get(i).at() : block.exit().at();
                Meeting meeting = new Meeting.InStep(0, waiting.get(block.index()));
                int next = blocks.size();
                blocks.set(
                        index,
                        new BasicBlock(
                                index,
                                List.copyOf(block.steps().subList(from, i)),
                                new Exit.Stop(NO_SITE, meeting, next, at)));
                blocks.add(block);
                index = next;
                from = i;
            }
        }
        List<Step> rest = block.steps().subList(from, block.steps().size());
        blocks.set(index, new BasicBlock(index, List.copyOf(rest), block.exit()));
    }
}
