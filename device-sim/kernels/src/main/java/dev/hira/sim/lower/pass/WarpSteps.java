package dev.hira.sim.lower.pass;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Meeting;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.analysis.PostDominators;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes threads of a warp run in step where it matters.
 *
 * <p>Engines run one thread after another from meeting to meeting, or some at once, so between
 * meetings a thread may be ahead of its warp by any number of instructions. PTX permits that.
 * Hardware runs the threads of a warp that are on the same path together, though, and many programs
 * depend on it: the tree reduction of a warp through volatile shared memory, a loop that reads a
 * neighbour's element and then writes its own. This pass gives them what they depend on, above all
 * engines: it adds meetings of the kind {@link Meeting.InStep} to the program, and engines need to
 * know nothing of it but how threads stop and continue.
 *
 * <p><b>Between accesses.</b> Within a region that no barrier divides, {@link WarpConflicts} finds
 * the pairs of accesses of which one writes and both may touch the same bytes in different threads
 * of a warp. Between the two a meeting is put, in front of the second. All threads that are
 * together then do the first before any does the second; since a thread's code ends at a meeting,
 * no engine moves an access across it. Accesses of which no pair needs it stay as they are, so a
 * kernel whose barriers order all its accesses gets no meeting at all and runs as if this pass did
 * not exist.
 *
 * <p><b>Where paths join.</b> When threads of a warp leave a branch on different ways, those that
 * come first to the branch's immediate postdominator must wait for the others, or they would never
 * again be together. That block gets a meeting too, if there are meetings on the ways to it;
 * without any, nobody can be left behind.
 *
 * <p><b>Who goes first.</b> No engine keeps a stack of masks. Instead each meeting has a number,
 * and when all threads of a warp wait, those at the lowest number go on; the threads at one meeting
 * are those that are together. The numbers follow the tree of postdominators from its leaves to its
 * root. Between a branch and its postdominator P there are only blocks that P postdominates: a path
 * from such a block to the end that avoids P would also be one from the branch. So all places from
 * which a thread can still come to P have lower numbers than P, and P's threads go on exactly when
 * the last has come. Loops need no rule of their own: the way out of a loop postdominates all of
 * its body, and what ends a round postdominates what is within the round. Of two sides of a branch
 * neither postdominates the other; one runs before the other, in an order that programs cannot rely
 * on with hardware either.
 *
 * <p><b>Calls.</b> A call of a routine in which threads run in step gets a meeting before it and
 * one after it, and the meetings of routines have lower numbers than those of their callers. So a
 * group of threads that has gone into a routine comes out before others go on, whether an engine
 * has inlined the routine or not. In a recursive routine threads at different depths may meet as if
 * they were together.
 *
 * <p><b>Progress.</b> Threads that wait for others in a loop must not keep those others waiting: a
 * lock that one lane holds and the other 31 poll is such a case, as the way out of the polling loop
 * postdominates it. In a loop that reads memory which others may write, a meeting at its head
 * counts the rounds; threads that have been passed over often enough go on before their turn, as
 * {@code WarpMeetings} describes.
 *
 * <p><b>Cost.</b> {@link WarpBudget} bounds what the analysis of a kernel costs. Beyond it accesses
 * get meetings without analysis, at most one each.
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
                WarpStepPlaces places = WarpStepPlaces.of(routines.get(index), stepping, budget);
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
        int[] ranks = ranks(routine);
        List<BasicBlock> blocks = new ArrayList<>();
        for (BasicBlock block : routine.blocks()) {
            if (block.exit()
                    instanceof Exit.Stop(int site, Meeting.InStep step, int next, int at)) {
                Meeting.InStep own = new Meeting.InStep(first + ranks[block.index()], step.waits());
                blocks.add(
                        new BasicBlock(
                                block.index(), block.steps(), new Exit.Stop(site, own, next, at)));
            } else {
                blocks.add(block);
            }
        }
        return routine.withBlocks(blocks);
    }

    /** Returns the place of each block in an order in which postdominators follow the others. */
    private static int[] ranks(Routine routine) {
        PostDominators ends = PostDominators.of(routine);
        List<List<Integer>> children = new ArrayList<>();
        for (int i = 0; i <= ends.end(); i++) {
            children.add(new ArrayList<>());
        }
        for (BasicBlock block : routine.blocks()) {
            children.get(ends.next(block.index())).add(block.index());
        }
        // In preorder with the last child first, which is postorder backwards; without recursion,
        // since routines may have thousands of blocks in a row.
        int[] ranks = new int[routine.blocks().size()];
        List<Integer> open = new ArrayList<>(children.get(ends.end()));
        int rank = ranks.length;
        while (!open.isEmpty()) {
            int block = open.removeLast();
            ranks[block] = --rank;
            open.addAll(children.get(block));
        }
        return ranks;
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
