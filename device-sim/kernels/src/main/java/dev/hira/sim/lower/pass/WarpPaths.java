package dev.hira.sim.lower.pass;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Meeting;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which places of a routine a thread may come to from which. */
final class WarpPaths {
    private static final int NONE = -1;

    private final Routine routine;
    private final WarpBudget budget;
    private final int[] start;

    /** The blocks that are reached from the ends of blocks, by {@link #reached}'s arguments. */
    private final Map<Long, BitSet> reached = new HashMap<>();

    WarpPaths(Routine routine, WarpBudget budget) {
        this.routine = routine;
        this.budget = budget;
        this.start = WarpStepPlaces.starts(routine);
    }

    int place(int block, int step) {
        return start[block] + step;
    }

    int block(int place) {
        int found = Arrays.binarySearch(start, place);
        return found >= 0 ? found : -found - 2;
    }

    Step step(int place) {
        int block = block(place);
        return routine.blocks().get(block).steps().get(place - start[block]);
    }

    /** Returns the place in the text of a step. */
    int at(int place) {
        return step(place).at();
    }

    /** Returns whether the end of a block orders the accesses of the threads of a warp. */
    static boolean divides(BasicBlock block) {
        return block.exit() instanceof Exit.Stop stop
                && switch (stop.meeting()) {
                    case Meeting.ActiveMask _ -> false;
                    case Meeting.Barrier barrier -> barrier.kind() != Meeting.Barrier.Kind.ARRIVE;
                    default -> true;
                };
    }

    /**
     * Returns whether a thread may come from behind one place to another; {@code true} when the
     * budget is spent.
     *
     * @param avoided a place at which such a path ends; {@code -1} for none
     * @param undivided whether it must not meet others on the way
     */
    boolean leads(int from, int to, int avoided, boolean undivided) {
        if (!budget.spend(1)) {
            return true;
        }
        int block = block(from);
        int end = end(block);
        boolean stops = avoided > from && avoided <= end;
        if (to > from && to <= end) {
            return !(stops && avoided < to);
        }
        if (stops || (undivided && divides(routine.blocks().get(block)))) {
            return false;
        }
        int target = block(to);
        if (!reached(block, NONE, undivided).get(target)) {
            return false;
        }
        int wall = avoided == NONE ? NONE : block(avoided);
        return reached(block, wall, undivided).get(target) && !(wall == target && avoided < to);
    }

    private int end(int block) {
        return start[block] + routine.blocks().get(block).steps().size();
    }

    /** Returns the blocks whose beginnings a thread may come to from the end of a block. */
    private BitSet reached(int block, int wall, boolean undivided) {
        int blocks = routine.blocks().size();
        long key = (2L * block + (undivided ? 1 : 0)) * (blocks + 1L) + wall + 1;
        return reached.computeIfAbsent(key, _ -> walk(block, wall, undivided));
    }

    private BitSet walk(int from, int wall, boolean undivided) {
        BitSet seen = new BitSet();
        budget.spend(routine.blocks().size() / Byte.SIZE);
        List<Integer> open = new ArrayList<>(routine.blocks().get(from).exit().targets());
        while (!open.isEmpty()) {
            int index = open.removeLast();
            if (!seen.get(index)) {
                seen.set(index);
                budget.spend(1);
                BasicBlock block = routine.blocks().get(index);
                if (index != wall && !(undivided && divides(block))) {
                    open.addAll(block.exit().targets());
                }
            }
        }
        return seen;
    }
}
