package dev.hira.sim.lower.pass;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Routine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The order in which the blocks of a routine run when the lanes of a warp are apart: a block comes
 * after all blocks that lead to it without a loop's back edge, and the blocks of a loop come one
 * after another, before all blocks that follow the loop. Where that decides nothing, the order is
 * the routine's own.
 *
 * <p>The loops are found after P. Havlak, "Nesting of Reducible and Irreducible Loops" (1997),
 * without his distinction of irreducible loops. The blocks are then sorted topologically; a block
 * of the loop that was entered last comes first.
 */
final class WarpOrder {
    private static final int NONE = -1;

    private final List<BasicBlock> blocks;
    private final List<List<Integer>> predecessors = new ArrayList<>();
    private final BitSet heads = new BitSet();

    /** For each block the head of the innermost loop around it; for a head the next loop's head. */
    private final int[] loop;

    private final int[] rank;

    private WarpOrder(Routine routine) {
        this.blocks = routine.blocks();
        this.loop = new int[blocks.size()];
        this.rank = new int[blocks.size()];
        blocks.forEach(_ -> predecessors.add(new ArrayList<>()));
        for (BasicBlock block : blocks) {
            block.exit().targets().forEach(target -> predecessors.get(target).add(block.index()));
        }
    }

    /** Returns the order of a routine's blocks, which are in reverse post order. */
    static WarpOrder of(Routine routine) {
        WarpOrder order = new WarpOrder(routine);
        order.findLoops();
        order.sort();
        return order;
    }

    /** The place of a block in the order. */
    int rank(int block) {
        return rank[block];
    }

    /** Whether a block is within a loop. */
    boolean isInLoop(int block) {
        return heads.get(block) || loop[block] != NONE;
    }

    /** Whether a step from one block to another leaves a loop. */
    boolean leavesLoop(int from, int to) {
        int inner = heads.get(from) ? from : loop[from];
        int outer = heads.get(to) ? to : loop[to];
        return inner != outer && inner != NONE && !(heads.get(to) && loop[to] == inner);
    }

    List<Integer> predecessors(int block) {
        return predecessors.get(block);
    }

    /** Finds the loops, inner ones first. A loop that is found stands for all its blocks. */
    private void findLoops() {
        Arrays.fill(loop, NONE);
        int[] standsFor = new int[blocks.size()];
        Arrays.setAll(standsFor, block -> block);
        for (int head = blocks.size() - 1; head >= 0; head--) {
            List<Integer> open = new ArrayList<>();
            for (int from : predecessors.get(head)) {
                if (from >= head) {
                    heads.set(head);
                    open.add(from);
                }
            }
            while (!open.isEmpty()) {
                int block = find(standsFor, open.removeLast());
                if (block > head) {
                    loop[block] = head;
                    standsFor[block] = head;
                    open.addAll(predecessors.get(block));
                }
            }
        }
    }

    private static int find(int[] standsFor, int block) {
        int at = block;
        while (standsFor[at] != at) {
            standsFor[at] = standsFor[standsFor[at]];
            at = standsFor[at];
        }
        return at;
    }

    private void sort() {
        int[] missing = new int[blocks.size()];
        for (BasicBlock block : blocks) {
            for (int from : predecessors.get(block.index())) {
                missing[block.index()] += from < block.index() ? 1 : 0;
            }
        }
        List<Level> open = new ArrayList<>();
        open.add(new Level(NONE, new PriorityQueue<>(List.of(0))));
        int next = 0;
        while (!open.isEmpty()) {
            Integer block = open.getLast().ready.poll();
            if (block == null) {
                open.removeLast();
                continue;
            }
            rank[block] = next++;
            if (heads.get(block)) {
                open.add(new Level(block, new PriorityQueue<>()));
            }
            for (int target : blocks.get(block).exit().targets()) {
                if (target > block && --missing[target] == 0) {
                    level(open, target).ready.add(target);
                }
            }
        }
    }

    /** A loop that has been entered, and its blocks that may come next. */
    private record Level(int head, PriorityQueue<Integer> ready) {}

    /** Returns the level of a block: the last one if its loop has another entry and is not open. */
    private Level level(List<Level> open, int block) {
        for (Level level : open.reversed()) {
            if (level.head == loop[block]) {
                return level;
            }
        }
        return open.getLast();
    }
}
