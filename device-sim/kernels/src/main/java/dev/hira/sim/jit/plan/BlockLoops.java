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
     * The blocks at which loops of a kind are closed.
     *
     * @param order blocks as a method has them; who goes to the same or an earlier one closes a
     *     loop
     * @param kind asks about the blocks of a loop
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

    /** The blocks of the loop with this head that is closed by this block. */
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
