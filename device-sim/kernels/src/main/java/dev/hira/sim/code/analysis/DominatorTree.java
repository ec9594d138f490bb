package dev.hira.sim.code.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Dominators of a graph, after K. D. Cooper, T. J. Harvey and K. Kennedy, "A Simple, Fast Dominance
 * Algorithm" (2001): nodes are visited in reverse post order until nothing changes, and the common
 * dominator of two nodes is found by walking up from the node that is later in that order.
 */
final class DominatorTree {
    private static final int UNKNOWN = -1;

    /** The position of each node in reverse post order. */
    private final int[] position;

    private final int[] immediate;

    /** The position of each node in an order in which its subtree follows it without a gap. */
    private final int[] first;

    /** The number of nodes in each node's subtree. */
    private final int[] size;

    private DominatorTree(int[] position, int[] immediate) {
        this.position = position;
        this.immediate = immediate;
        this.first = new int[immediate.length];
        this.size = new int[immediate.length];
    }

    /**
     * Returns the dominator tree of a graph.
     *
     * @param order all nodes in reverse post order, the root first
     * @param predecessors of each node
     */
    static DominatorTree of(List<Integer> order, List<List<Integer>> predecessors) {
        int[] position = new int[predecessors.size()];
        for (int i = 0; i < order.size(); i++) {
            position[order.get(i)] = i;
        }
        int[] immediate = new int[predecessors.size()];
        Arrays.fill(immediate, UNKNOWN);
        immediate[order.getFirst()] = order.getFirst();
        DominatorTree tree = new DominatorTree(position, immediate);
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int node : order.subList(1, order.size())) {
                changed |= tree.update(node, predecessors.get(node));
            }
        }
        tree.number(order);
        return tree;
    }

    private void number(List<Integer> order) {
        Arrays.fill(size, 1);
        List<Integer> below = order.subList(1, order.size());
        for (int node : below.reversed()) {
            size[immediate[node]] += size[node];
        }
        int[] free = new int[immediate.length];
        free[order.getFirst()] = 1;
        for (int node : below) {
            int parent = immediate[node];
            first[node] = free[parent];
            free[parent] += size[node];
            free[node] = first[node] + 1;
        }
    }

    private boolean update(int node, List<Integer> predecessors) {
        int common = UNKNOWN;
        for (int predecessor : predecessors) {
            if (immediate[predecessor] != UNKNOWN) {
                common = common == UNKNOWN ? predecessor : common(common, predecessor);
            }
        }
        boolean changed = immediate[node] != common;
        immediate[node] = common;
        return changed;
    }

    private int common(int a, int b) {
        int left = a;
        int right = b;
        while (left != right) {
            if (position[left] > position[right]) {
                left = immediate[left];
            } else {
                right = immediate[right];
            }
        }
        return left;
    }

    /**
     * Returns the nearest node through which all paths from the root to this node pass; the root
     * for itself.
     */
    int immediate(int node) {
        return immediate[node];
    }

    boolean dominates(int upper, int lower) {
        int within = first[lower] - first[upper];
        return within >= 0 && within < size[upper];
    }

    /** Returns the predecessors of all nodes, given their successors. */
    static List<List<Integer>> reversed(List<List<Integer>> successors) {
        List<List<Integer>> predecessors = new ArrayList<>();
        successors.forEach(_ -> predecessors.add(new ArrayList<>()));
        for (int node = 0; node < successors.size(); node++) {
            for (int successor : successors.get(node)) {
                predecessors.get(successor).add(node);
            }
        }
        return predecessors;
    }
}
