package dev.hira.sim.simt.form;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An order of a graph's nodes in which edges lead forward except for those that close loops, and in
 * which the nodes of a loop are consecutive, its head first.
 */
public final class LinearOrder {
    private final List<List<Integer>> successors;
    private final List<Integer> order = new ArrayList<>();
    private final List<Loop> loops = new ArrayList<>();
    private boolean irreducible;

    /**
     * A loop, by places in the order.
     *
     * @param head place of its head, which is its first node
     * @param last place of its last node
     */
    public record Loop(int head, int last) {
        public boolean contains(int place) {
            return place >= head && place <= last;
        }
    }

    private LinearOrder(List<List<Integer>> successors) {
        this.successors = successors;
    }

    /**
     * Returns the order of all nodes, which node 0 reaches; null when a loop has more than one
     * head.
     */
    static @Nullable LinearOrder of(List<List<Integer>> successors) {
        LinearOrder made = new LinearOrder(successors);
        BitSet all = new BitSet();
        all.set(0, successors.size());
        made.arrange(all, 0, -1);
        return made.irreducible ? null : made;
    }

    /** Returns the nodes in their order. */
    List<Integer> order() {
        return order;
    }

    /** Returns all loops; inner loops follow those that contain them. */
    List<Loop> loops() {
        return loops;
    }

    /** Arranges the nodes without regard to edges that lead to the head. */
    private void arrange(BitSet nodes, int entry, int head) {
        List<BitSet> components = new Components(nodes, head).from(entry);
        for (BitSet component : components) {
            int first = component.nextSetBit(0);
            if (component.cardinality() > 1 || closes(first, first, head)) {
                loop(component, nodes, entry);
            } else {
                order.add(first);
            }
        }
    }

    private void loop(BitSet component, BitSet nodes, int entry) {
        BitSet heads = new BitSet();
        if (component.get(entry)) {
            heads.set(entry);
        }
        for (int node = nodes.nextSetBit(0); node >= 0; node = nodes.nextSetBit(node + 1)) {
            if (!component.get(node)) {
                successors.get(node).stream().filter(component::get).forEach(heads::set);
            }
        }
        if (heads.cardinality() != 1) {
            irreducible = true;
            return;
        }
        int at = loops.size();
        int begin = order.size();
        loops.add(new Loop(begin, begin));
        arrange(component, heads.nextSetBit(0), heads.nextSetBit(0));
        loops.set(at, new Loop(begin, order.size() - 1));
    }

    private boolean closes(int from, int to, int head) {
        return to != head && successors.get(from).contains(to);
    }

    /** Finds strongly connected components, after R. Tarjan (1972). */
    private final class Components {
        private final BitSet nodes;
        private final int head;
        private final int[] number = new int[successors.size()];
        private final int[] low = new int[successors.size()];
        private final List<Integer> stack = new ArrayList<>();
        private final BitSet stacked = new BitSet();
        private final List<BitSet> found = new ArrayList<>();
        private int counter;

        Components(BitSet nodes, int head) {
            this.nodes = nodes;
            this.head = head;
        }

        /** Returns the components that a node reaches, in topological order. */
        List<BitSet> from(int entry) {
            visit(entry);
            Collections.reverse(found);
            return found;
        }

        private void visit(int node) {
            number[node] = ++counter;
            low[node] = counter;
            stack.add(node);
            stacked.set(node);
            for (int target : successors.get(node).reversed()) {
                if (target != head && nodes.get(target)) {
                    follow(node, target);
                }
            }
            if (low[node] == number[node]) {
                pop(node);
            }
        }

        private void follow(int node, int target) {
            if (number[target] == 0) {
                visit(target);
                low[node] = Math.min(low[node], low[target]);
            } else if (stacked.get(target)) {
                low[node] = Math.min(low[node], number[target]);
            }
        }

        private void pop(int node) {
            BitSet component = new BitSet();
            int top;
            do {
                top = stack.removeLast();
                stacked.clear(top);
                component.set(top);
            } while (top != node);
            found.add(component);
        }
    }
}
