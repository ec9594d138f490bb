package dev.hira.guest.session;

import org.jspecify.annotations.Nullable;

/**
 * Ranges of numbers, which may overlap and occur several times. Each operation takes a time that
 * grows with the logarithm of their number. Not thread-safe.
 *
 * <p>A treap: a search tree by the ranges' starts and ends that is a heap by their priorities. The
 * priorities are as good as random, so the tree is as deep as one of keys in random order. Each
 * node also has the greatest end below it. If the left subtree of a node has an end behind the
 * start of a range, then either it has a range that overlaps, or all ranges to the right start
 * behind the end; so a search follows one path.
 */
final class RangeTree {
    /** The increment of a sequence whose mixed values are as good as random: SplitMix64. */
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private @Nullable Node root;
    private long sequence;

    private static final class Node {
        final long start;
        final long end;
        final long priority;
        int count = 1;
        long greatestEnd;
        @Nullable Node left;
        @Nullable Node right;

        Node(long start, long end, long priority) {
            this.start = start;
            this.end = end;
            this.priority = priority;
            this.greatestEnd = end;
        }

        /** Compares the node's range with another one. */
        int compareTo(long otherStart, long otherEnd) {
            int byStart = Long.compare(start, otherStart);
            return byStart != 0 ? byStart : Long.compare(end, otherEnd);
        }

        Node updated() {
            greatestEnd = Math.max(end, Math.max(greatest(left), greatest(right)));
            return this;
        }
    }

    private static long greatest(@Nullable Node node) {
        return node == null ? Long.MIN_VALUE : node.greatestEnd;
    }

    boolean isEmpty() {
        return root == null;
    }

    /** Returns the most nodes on a way from the root. */
    int depth() {
        return depth(root);
    }

    private static int depth(@Nullable Node node) {
        return node == null ? 0 : 1 + Math.max(depth(node.left), depth(node.right));
    }

    /** Whether a range that is not empty overlaps another one that is not. */
    boolean overlaps(long start, long end) {
        if (start >= end) {
            return false;
        }
        Node node = root;
        while (node != null && !(node.start < end && start < node.end)) {
            node = greatest(node.left) > start ? node.left : node.right;
        }
        return node != null;
    }

    /** Adds a range; without effect when it is empty. */
    void add(long start, long end) {
        Node known = find(start, end);
        if (known != null) {
            known.count++;
        } else if (start < end) {
            sequence += GOLDEN_GAMMA;
            root = inserted(root, new Node(start, end, mixed(sequence)));
        }
    }

    /** Removes a range once; without effect when it is empty. */
    void remove(long start, long end) {
        Node known = find(start, end);
        if (known != null && --known.count == 0) {
            root = removed(root, known);
        }
    }

    private static long mixed(long value) {
        long once = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        long twice = (once ^ once >>> 27) * 0x94D049BB133111EBL;
        return twice ^ twice >>> 31;
    }

    private @Nullable Node find(long start, long end) {
        Node node = root;
        while (node != null) {
            int order = node.compareTo(start, end);
            if (order == 0) {
                return node;
            }
            node = order > 0 ? node.left : node.right;
        }
        return null;
    }

    private static Node inserted(@Nullable Node into, Node fresh) {
        if (into == null) {
            return fresh;
        }
        if (into.compareTo(fresh.start, fresh.end) > 0) {
            Node left = inserted(into.left, fresh);
            into.left = left;
            return left.priority > into.priority ? rightTurned(into, left) : into.updated();
        }
        Node right = inserted(into.right, fresh);
        into.right = right;
        return right.priority > into.priority ? leftTurned(into, right) : into.updated();
    }

    /** Lifts the left child of a node above it. */
    private static Node rightTurned(Node node, Node left) {
        node.left = left.right;
        left.right = node.updated();
        return left.updated();
    }

    /** Lifts the right child of a node above it. */
    private static Node leftTurned(Node node, Node right) {
        node.right = right.left;
        right.left = node.updated();
        return right.updated();
    }

    private static @Nullable Node removed(@Nullable Node from, Node node) {
        if (from == null || from == node) {
            return joined(node.left, node.right);
        }
        if (from.compareTo(node.start, node.end) > 0) {
            from.left = removed(from.left, node);
        } else {
            from.right = removed(from.right, node);
        }
        return from.updated();
    }

    /** Joins two trees, the ranges of the first before those of the second. */
    private static @Nullable Node joined(@Nullable Node first, @Nullable Node second) {
        if (first == null || second == null) {
            return first == null ? second : first;
        }
        if (first.priority > second.priority) {
            first.right = joined(first.right, second);
            return first.updated();
        }
        second.left = joined(first, second.left);
        return second.updated();
    }
}
