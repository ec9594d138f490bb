package dev.hira.sim.simt.form;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Determines the mask of the lanes that run each node of a graph, and where control goes next.
 *
 * <p>A node shares the mask of another node when the same lanes come to it: either it can only be
 * reached from nodes with that mask, which lead to it together, or all lanes that have come to the
 * other node meet here again. Every other node has a mask of its own, which gathers the lanes that
 * come to it. The mask of the first node is that of all lanes.
 */
public final class LaneMasks {
    /** The mask of all lanes. */
    public static final int ALL = 0;

    private static final int UNKNOWN = -1;

    private final LaneGraph graph;
    private final Divergence divergence;

    /** For each node, the node whose mask it has. */
    private final int[] mask;

    /** For each meeting point, the node at which its lanes were together before; or UNKNOWN. */
    private final int[] since;

    private final BitSet loose = new BitSet();

    /** The place where control continues. */
    public sealed interface Way {
        /** A node to which lanes have come. */
        record Run(int place) implements Way {}

        /** A node to which lanes may have come. */
        record Look(int place) implements Way {}

        /** The end of a loop, where lanes may wait for its next round. */
        record Again(LinearOrder.Loop loop) implements Way {}

        /** The end of the piece. */
        record Done() implements Way {}
    }

    LaneMasks(LaneGraph graph, Divergence divergence) {
        this.graph = graph;
        this.divergence = divergence;
        this.mask = new int[graph.size()];
        this.since = new int[graph.size()];
        boolean changed = true;
        while (changed) {
            assign();
            changed = loosen();
        }
    }

    /** Returns the node whose mask a node has. */
    public int of(int place) {
        return mask[place];
    }

    /** Returns whether a node gathers lanes in a mask of its own. */
    public boolean gathers(int place) {
        return place != 0 && mask[place] == place;
    }

    private void assign() {
        Arrays.fill(mask, UNKNOWN);
        Arrays.fill(since, UNKNOWN);
        mask[0] = ALL;
        for (int place = 1; place < mask.length; place++) {
            mask[place] = loose.get(place) ? place : find(place);
        }
    }

    /**
     * Finds a loop whose lanes were assumed to return to its head together but may not, and marks
     * it.
     */
    private boolean loosen() {
        for (LinearOrder.Loop loop : graph.loops()) {
            int head = loop.head();
            if (!loose.get(head)) {
                for (int from : graph.predecessors(head)) {
                    if (from >= head && !leadsOn(from, loop)) {
                        loose.set(head);
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private int find(int place) {
        List<Integer> before =
                graph.predecessors(place).stream().filter(from -> from < place).toList();
        int first = mask[before.getFirst()];
        if (before.stream().allMatch(from -> mask[from] == first && leadsTo(from, place))) {
            return first;
        }
        for (int upper = place - 1; upper >= 0; upper--) {
            if (graph.dominates(upper, place) && meets(upper, place)) {
                since[place] = upper;
                return mask[upper];
            }
        }
        return place;
    }

    /** Returns whether all lanes of a node continue at another one at once when they go there. */
    private boolean leadsTo(int from, int to) {
        if (divergence.partsAt(from)) {
            return false;
        }
        for (LinearOrder.Loop loop : graph.loops()) {
            if (loop.contains(from) && !loop.contains(to) && loose.get(loop.head())) {
                return false;
            }
        }
        return noLanesWait(from, to);
    }

    private boolean noLanesWait(int from, int to) {
        for (int place = from + 1; place < to; place++) {
            if (divergence.mayWait(from, place)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether all lanes of a loop that go to its head from a node go there together. */
    private boolean leadsOn(int from, LinearOrder.Loop back) {
        if (mask[from] != mask[back.head()] || divergence.partsAt(from)) {
            return false;
        }
        for (LinearOrder.Loop loop : graph.loops()) {
            if (loop.contains(from) && loop.head() > back.head() && loose.get(loop.head())) {
                return false;
            }
        }
        return noLanesWait(from, back.last() + 1);
    }

    /** Returns whether all lanes that came to the upper node come to the lower one, once. */
    private boolean meets(int upper, int lower) {
        if (!graph.postdominates(lower, upper)) {
            return false;
        }
        BitSet between = graph.reach(upper, lower);
        for (LinearOrder.Loop loop : graph.loops()) {
            boolean inside = loop.contains(upper);
            if (inside != loop.contains(lower) && loose.get(loop.head())) {
                return false;
            }
            if (inside && loop.contains(lower) && beginsAgain(loop, between)) {
                return false;
            }
        }
        return between.nextClearBit(upper) >= lower;
    }

    /** Returns whether some of the nodes lead to the next round of a loop. */
    private boolean beginsAgain(LinearOrder.Loop loop, BitSet nodes) {
        return graph.predecessors(loop.head()).stream()
                .anyMatch(from -> loop.contains(from) && nodes.get(from));
    }

    /** Returns whether lanes that run a node are sure to come to this meeting point. */
    private boolean isSure(int running, int place) {
        int upper = since[place];
        return upper != UNKNOWN && running >= upper && graph.reach(upper, place).get(running);
    }

    /**
     * Returns where control goes from a node.
     *
     * @param targets the nodes to which lanes go
     * @param apart whether only some of the lanes go to each of them
     */
    public Way next(int from, List<Integer> targets, boolean apart) {
        return new Search(from, targets, apart, true).start(from + 1, null);
    }

    /** Returns where control goes from a node to which no lanes have come. */
    public Way past(int place) {
        Search search = new Search(place, List.of(), false, false);
        search.passed.add(place);
        return search.start(place + 1, null);
    }

    /** Returns where control goes from the end of a loop when no lanes wait for its next round. */
    public Way behind(LinearOrder.Loop loop) {
        return new Search(loop.head(), List.of(), false, false).start(loop.last() + 1, loop);
    }

    /** A search for the next place to which lanes have come, or may have come. */
    private final class Search {
        private final int from;
        private final List<Integer> targets;
        private final boolean apart;
        private final boolean ran;
        private final List<Integer> passed = new ArrayList<>();

        Search(int from, List<Integer> targets, boolean apart, boolean ran) {
            this.from = from;
            this.targets = targets;
            this.apart = apart;
            this.ran = ran;
        }

        Way start(int start, LinearOrder.@Nullable Loop left) {
            for (int place = start; place <= graph.size(); place++) {
                Way way = again(place, left);
                if (way == null && place < graph.size()) {
                    way = at(place);
                }
                if (way != null) {
                    return way;
                }
            }
            return new Way.Done();
        }

        /**
         * Returns the end of a loop that is left before a place, if lanes may wait for its next
         * round.
         */
        private @Nullable Way again(int place, LinearOrder.@Nullable Loop left) {
            for (LinearOrder.Loop loop : graph.endingAt(place - 1)) {
                if (!loop.contains(from) || loop.equals(left)) {
                    continue;
                }
                if (targets.contains(loop.head()) && !apart) {
                    return new Way.Run(loop.head());
                }
                if (loose.get(loop.head()) || targets.contains(loop.head())) {
                    return new Way.Again(loop);
                }
            }
            return null;
        }

        private @Nullable Way at(int place) {
            if (targets.contains(place)) {
                return apart && gathers(place) ? new Way.Look(place) : new Way.Run(place);
            }
            if (passed.stream().noneMatch(before -> graph.dominates(before, place))) {
                if (gathers(place) && (!ran || divergence.mayWait(from, place))) {
                    return new Way.Look(place);
                }
                if (isSure(from, place)) {
                    return new Way.Run(place);
                }
            }
            passed.add(place);
            return null;
        }
    }
}
