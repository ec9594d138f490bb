package dev.hira.sim.lower.pass;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Meeting;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Step;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The pass that makes threads of a warp run in step where their accesses may conflict.
 *
 * <p>Engines run one thread after another from meeting to meeting, or several at once, so between
 * meetings a thread may be ahead of its warp by any number of instructions. PTX permits that.
 * Hardware runs the threads of a warp that are on the same path together, though, and many programs
 * depend on it: the tree reduction of a warp through volatile shared memory, a loop that reads a
 * neighbour's element and then writes its own. This pass adds meetings of the kind {@link
 * Meeting.InStep} to such programs. Engines only need to stop and continue threads there.
 *
 * <p><b>Between accesses.</b> Within a region that no barrier divides, {@link WarpConflicts} finds
 * the pairs of accesses of which one writes and both may touch the same bytes in different threads
 * of a warp. Between the two accesses the pass puts a meeting, in front of the second. All threads
 * that are together then do the first before any does the second; since a thread's code ends at a
 * meeting, no engine moves an access across it. Accesses without such a pair stay as they are, so a
 * kernel whose barriers order all its accesses gets no meeting at all and runs as if this pass did
 * not exist.
 *
 * <p><b>Joins.</b> When threads of a warp leave a branch on different ways, the threads that come
 * first to the block where the ways join must wait for the others; otherwise they could go round a
 * loop and stay ahead for good. The pass puts a meeting at the branch's immediate postdominator if
 * there are meetings on the ways to it; without any, no thread falls behind. In a loop that some
 * threads leave early, by a break or by the end of the kernel, the postdominator is behind the
 * loop, but threads that stay join before. So within loops every block with several predecessors
 * joins the ways from its immediate dominator, and the block behind an inner loop joins the ways
 * out of that loop. {@link WarpLatches} lets the ways of a round join at its end.
 *
 * <p><b>The order of meetings.</b> No engine keeps a stack of masks. Instead each meeting has a
 * number, and when all threads of a warp wait, the threads at the lowest number go on; the threads
 * at one meeting are together. The numbers follow {@link WarpOrder}: a block comes after all blocks
 * that lead to it, and a loop before the blocks that follow it. So all places from which a thread
 * can still come to a join have lower numbers than the join, and its threads go on exactly when the
 * last has come. The two sides of a branch run one after the other, in an order that programs
 * cannot rely on with hardware either. The order is that of priorities in G. Diamos et al., "SIMD
 * Re-Convergence At Thread Frontiers" (2011).
 *
 * <p><b>Calls.</b> A call of a routine in which threads run in step gets a meeting before it and
 * one after it, and the meetings of routines have lower numbers than those of their callers. So a
 * group of threads that has gone into a routine comes out before others go on, whether an engine
 * has inlined the routine or not. In a recursive routine threads at different depths may meet as if
 * they were together.
 *
 * <p><b>Progress.</b> A thread that polls must not block the thread that it waits for. If one lane
 * holds a lock and the other 31 lanes poll it, the lane with the lock waits at the way out of the
 * polling loop, which has the higher number. So a loop whose way depends on memory which other
 * threads may write has a meeting at its head, which counts the rounds; after enough rounds the
 * waiting threads go on before their turn, as {@code WarpMeetings} describes.
 *
 * <p><b>Cost.</b> {@link WarpBudget} bounds the cost of the analysis of a kernel. When the budget
 * is spent, accesses get meetings without analysis, at most one each.
 */
public final class WarpSteps {
    private final List<Routine> routines;
    private final WarpConflicts conflicts;
    private final WarpBudget budget = new WarpBudget();

    private WarpSteps(List<Routine> routines, List<Map<Integer, Set<String>>> variables) {
        this.routines = routines;
        this.conflicts = new WarpConflicts(routines, variables, budget);
    }

    /**
     * Returns the routines of a program, the kernel first, with the meetings that they need.
     *
     * @param variables for each routine the names of the shared variables that its accesses touch,
     *     by their places in the text, as far as that is known
     */
    public static List<Routine> add(
            List<Routine> routines, List<Map<Integer, Set<String>>> variables) {
        return new WarpSteps(routines, variables).add();
    }

    private List<Routine> add() {
        List<BitSet> wanted = new ArrayList<>();
        boolean any = false;
        for (Routine routine : routines) {
            BitSet places = conflicts.places(routine);
            any |= !places.isEmpty();
            wanted.add(places);
        }
        if (!any) {
            return routines;
        }
        BitSet stepping = stepping(wanted);
        List<Routine> changed = new ArrayList<>(routines);
        int first = 0;
        for (int index : calleesFirst()) {
            if (stepping.get(index)) {
                Routine latched = WarpLatches.add(routines.get(index));
                WarpStepPlaces places = WarpStepPlaces.of(latched, stepping, budget);
                places.addAll(wanted.get(index));
                Routine cut = BlockTidying.tidy(places.cut());
                changed.set(index, numbered(cut, first));
                first += cut.blocks().size();
            }
        }
        return List.copyOf(changed);
    }

    /** Returns the routines that get meetings themselves or call others that do. */
    private BitSet stepping(List<BitSet> wanted) {
        BitSet stepping = new BitSet();
        for (int i = 0; i < wanted.size(); i++) {
            stepping.set(i, !wanted.get(i).isEmpty());
        }
        int before = -1;
        while (before != stepping.cardinality()) {
            before = stepping.cardinality();
            for (Routine routine : routines) {
                if (Callees.of(routine).intersects(stepping)) {
                    stepping.set(routine.index());
                }
            }
        }
        return stepping;
    }

    /** Returns the numbers of the routines, each after those that it calls, except in recursion. */
    private List<Integer> calleesFirst() {
        List<Integer> order = new ArrayList<>();
        BitSet seen = new BitSet();
        for (Routine routine : routines) {
            visit(routine.index(), seen, order);
        }
        return order;
    }

    private void visit(int routine, BitSet seen, List<Integer> order) {
        if (!seen.get(routine)) {
            seen.set(routine);
            Callees.of(routines.get(routine)).stream().forEach(it -> visit(it, seen, order));
            order.add(routine);
        }
    }

    /** Gives the meetings of a routine their numbers, from this one on. */
    private static Routine numbered(Routine routine, int first) {
        WarpOrder order = WarpOrder.of(routine);
        List<BasicBlock> blocks = new ArrayList<>();
        for (BasicBlock block : routine.blocks()) {
            if (block.exit()
                    instanceof Exit.Stop(int site, Meeting.InStep step, int next, int at)) {
                Meeting.InStep own =
                        new Meeting.InStep(first + order.rank(block.index()), step.waits());
                blocks.add(
                        new BasicBlock(
                                block.index(), block.steps(), new Exit.Stop(site, own, next, at)));
            } else {
                blocks.add(block);
            }
        }
        return routine.withBlocks(blocks);
    }

    /** The routines that a routine may call. */
    static final class Callees {
        private Callees() {}

        static BitSet of(Routine routine) {
            BitSet callees = new BitSet();
            for (BasicBlock block : routine.blocks()) {
                block.steps().forEach(step -> callees.or(of(step)));
            }
            return callees;
        }

        static BitSet of(Step step) {
            BitSet callees = new BitSet();
            switch (step) {
                case Step.Call call -> callees.set(call.routine());
                case Step.IndirectCall call -> call.candidates().forEach(callees::set);
                case Step.Guarded guarded -> callees.or(of(guarded.step()));
                default -> {}
            }
            return callees;
        }
    }
}
