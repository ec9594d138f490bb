package dev.hira.sim.jit.plan;

import dev.hira.sim.code.BasicBlock;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The loops among the blocks of a method. */
final class BlockLoops {
    private BlockLoops() {}

    /**
     * Returns the heads of loops of some kind.
     *
     * @param order blocks in the order of the method; an edge to the same or an earlier block
     *     closes a loop
     * @param kind selects loops by their blocks
     */
    static BitSet heads(List<BasicBlock> order, Predicate<List<BasicBlock>> kind) {
        Map<Integer, Integer> places = new HashMap<>();
        order.forEach(block -> places.put(block.index(), places.size()));
        int behind = order.size();
        BitSet heads = new BitSet();
        for (BasicBlock block : order) {
            for (int target : block.exit().targets()) {
                boolean closes =
                        places.getOrDefault(target, behind)
                                <= places.getOrDefault(block.index(), behind - 1);
                if (closes && kind.test(between(order, block.index(), target))) {
                    heads.set(target);
                }
            }
        }
        return heads;
    }

    /** Returns the blocks of the loop with this head and this closing block. */
    private static List<BasicBlock> between(List<BasicBlock> order, int closing, int head) {
        BitSet inside = new BitSet();
        inside.set(head);
        Deque<Integer> open = new ArrayDeque<>();
        if (closing != head) {
            inside.set(closing);
            open.add(closing);
        }
        while (!open.isEmpty()) {
            int block = open.remove();
            for (BasicBlock before : order) {
                if (before.exit().targets().contains(block) && !inside.get(before.index())) {
                    inside.set(before.index());
                    open.add(before.index());
                }
            }
        }
        return order.stream().filter(block -> inside.get(block.index())).toList();
    }
}
