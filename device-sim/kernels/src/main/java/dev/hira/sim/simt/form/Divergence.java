package dev.hira.sim.simt.form;

import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Value;
import dev.hira.sim.code.analysis.Effects;
import dev.hira.sim.code.analysis.Liveness;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Finds where the lanes of a group may be apart in a piece, and which registers of waiting lanes
 * other lanes may write meanwhile.
 *
 * <p>Lanes part at branches whose predicate is not the same for all. Until they join again, each
 * node runs for the lanes that have reached it, while the others wait at a later node. If such a
 * node writes a register that waiting lanes need, it must not simply overwrite it ({@link #keeps});
 * the register must then have the form that holds any values.
 */
public final class Divergence {
    private final LaneGraph graph;
    private final List<Split> splits = new ArrayList<>();
    private final List<BitSet> kept = new ArrayList<>();

    /**
     * A branch at which lanes part.
     *
     * @param sides for each way, the nodes that it reaches before the ways join
     */
    private record Split(int place, int join, List<Integer> targets, List<BitSet> sides) {
        /**
         * Returns whether lanes of one side may run a node while others wait at a node of another
         * side.
         */
        boolean separates(int running, int waiting) {
            for (int side = 0; side < sides.size(); side++) {
                if (sides.get(side).get(running) && waitsBeside(side, waiting)) {
                    return true;
                }
            }
            return false;
        }

        private boolean waitsBeside(int running, int waiting) {
            for (int side = 0; side < sides.size(); side++) {
                boolean there = sides.get(side).get(waiting) || waiting == join;
                if (side != running && there) {
                    return true;
                }
            }
            return false;
        }

        /** Returns whether lanes on an edge may wait while others run a node. */
        boolean separates(int running, int from, int to) {
            for (int side = 0; side < sides.size(); side++) {
                boolean goes =
                        sides.get(side).get(from) || (from == place && targets.get(side) == to);
                if (goes && runsBeside(side, running)) {
                    return true;
                }
            }
            return false;
        }

        private boolean runsBeside(int waiting, int running) {
            for (int side = 0; side < sides.size(); side++) {
                if (side != waiting && sides.get(side).get(running)) {
                    return true;
                }
            }
            return false;
        }
    }

    Divergence(LaneGraph graph, LaneForms forms, Liveness liveness) {
        this.graph = graph;
        graph.nodes().forEach(_ -> kept.add(new BitSet()));
        for (int place = 0; place < graph.size(); place++) {
            if (splits(place, forms)) {
                splits.add(split(place));
            }
        }
        if (!splits.isEmpty()) {
            findKept(liveness);
        }
    }

    /** Returns whether lanes part at the exit of a node. */
    static boolean splits(LaneGraph.Node node, LaneForms forms) {
        if (node.block() == null || node.targets().stream().distinct().count() < 2) {
            return false;
        }
        return switch (node.block().exit()) {
            case Exit.Branch branch -> !forms.same(branch.predicate());
            case Exit.Switch choice -> !forms.same(choice.index());
            case Exit.Jump _, Exit.Return _, Exit.Quit _, Exit.Trap _, Exit.Stop _ -> false;
        };
    }

    private boolean splits(int place, LaneForms forms) {
        return splits(graph.node(place), forms);
    }

    private Split split(int place) {
        List<Integer> targets = graph.node(place).targets().stream().distinct().toList();
        int join = graph.joinOf(place);
        while (join < graph.size() && beginsAgain(place, targets, join)) {
            join = graph.joinOf(join);
        }
        List<BitSet> sides = new ArrayList<>();
        for (int target : targets) {
            sides.add(graph.reach(target, join));
        }
        return new Split(place, join, targets, sides);
    }

    /** Returns whether lanes may reach the join in different rounds of a loop. */
    private boolean beginsAgain(int place, List<Integer> targets, int join) {
        BitSet before = new BitSet();
        before.set(place);
        targets.forEach(target -> before.or(graph.reach(target, join)));
        return graph.loops().stream()
                .filter(loop -> loop.contains(place) && loop.contains(join))
                .flatMap(loop -> graph.predecessors(loop.head()).stream().filter(loop::contains))
                .anyMatch(before::get);
    }

    /** Returns whether lanes part at the exit of a node. */
    boolean partsAt(int place) {
        return splits.stream().anyMatch(split -> split.place() == place);
    }

    /** Returns whether lanes may wait at one node while others run another. */
    boolean mayWait(int running, int waiting) {
        return splits.stream().anyMatch(split -> split.separates(running, waiting));
    }

    /** Returns whether waiting lanes may need a register's old value when a node writes it. */
    public boolean keeps(int place, Register register) {
        return kept.get(place).get(register.index());
    }

    /** Returns all registers that some node must not simply overwrite. */
    BitSet kept() {
        BitSet all = new BitSet();
        kept.forEach(all::or);
        return all;
    }

    private void findKept(Liveness liveness) {
        List<BitSet> written = graph.nodes().stream().map(Divergence::written).toList();
        for (int from = 0; from < graph.size(); from++) {
            for (int to : graph.node(from).targets()) {
                BitSet live = liveness.liveIn(graph.node(to).live());
                BitSet between = between(from, to);
                for (int at = between.nextSetBit(0); at >= 0; at = between.nextSetBit(at + 1)) {
                    if (written.get(at).intersects(live) && separates(at, from, to)) {
                        BitSet clobbered = (BitSet) written.get(at).clone();
                        clobbered.and(live);
                        kept.get(at).or(clobbered);
                    }
                }
            }
        }
    }

    private boolean separates(int running, int from, int to) {
        return splits.stream().anyMatch(split -> split.separates(running, from, to));
    }

    private static BitSet written(LaneGraph.Node node) {
        BitSet written = new BitSet();
        if (node.block() != null) {
            node.block().steps().forEach(step -> Effects.writes(step, r -> written.set(r.index())));
        }
        return written;
    }

    /** Returns the nodes that other lanes may run while lanes follow an edge. */
    private BitSet between(int from, int to) {
        BitSet between = new BitSet();
        if (to > from) {
            between.set(from + 1, to);
        }
        for (LinearOrder.Loop loop : graph.loops()) {
            if (loop.contains(from) && !loop.contains(to)) {
                between.set(loop.head(), loop.last() + 1);
            } else if (to <= from && loop.head() == to) {
                between.set(from + 1, loop.last() + 1);
            }
        }
        return between;
    }

    /** Returns the value that decides where lanes go when they part. */
    static Value condition(Exit exit) {
        if (exit instanceof Exit.Branch branch) {
            return branch.predicate();
        }
        throw new IllegalStateException("Lanes part at branches only, not at " + exit + ".");
    }
}
