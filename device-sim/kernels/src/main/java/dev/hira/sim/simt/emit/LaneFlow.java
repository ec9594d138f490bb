package dev.hira.sim.simt.emit;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Step;
import dev.hira.sim.jit.method.GeneratedTypes;
import dev.hira.sim.jit.method.PollEmitter;
import dev.hira.sim.simt.form.LaneGraph;
import dev.hira.sim.simt.form.LaneMasks;
import dev.hira.sim.simt.form.LanePlan;
import dev.hira.sim.simt.form.LinearOrder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.SwitchCase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * Emits the nodes of a piece in their order, and the control flow of lanes between them: lanes that
 * part are gathered in the masks of their target nodes, and control skips a node to which no lane
 * has come.
 */
final class LaneFlow {
    private final LaneBody lanes;
    private final CodeBuilder code;
    private final LanePlan.LanePiece piece;
    private final LaneGraph graph;
    private final LaneMasks masks;
    private final LaneSteps steps;
    private final Leaving leaving;

    /**
     * The local variables with the masks of the lanes that have come to nodes, and of those that
     * run them.
     */
    private final Map<Integer, Integer> coming = new LinkedHashMap<>();

    private final Map<Integer, Integer> running = new LinkedHashMap<>();
    private final Map<Integer, Label> runs = new HashMap<>();
    private final Map<Integer, Label> looks = new LinkedHashMap<>();
    private final Map<LinearOrder.Loop, Label> rounds = new LinkedHashMap<>();
    private final Label done;

    /** Emits the exits from the piece. */
    interface Leaving {
        /** Emits a stop. */
        void stop(Exit.Stop stop);

        /** Emits the end of threads. */
        void quit();

        /** Emits the exit to a block of another piece. */
        void leaveFor(int block);
    }

    LaneFlow(LaneBody lanes, LanePlan.LanePiece piece, LaneSteps steps, Leaving leaving) {
        this.lanes = lanes;
        this.code = lanes.code;
        this.piece = piece;
        this.graph = piece.graph();
        this.masks = piece.masks();
        this.steps = steps;
        this.leaving = leaving;
        this.done = code.newLabel();
        for (int place = 0; place < graph.size(); place++) {
            runs.put(place, code.newLabel());
            if (masks.gathers(place)) {
                coming.put(place, code.allocateLocal(TypeKind.REFERENCE));
                running.put(place, code.allocateLocal(TypeKind.REFERENCE));
            }
        }
    }

    /** Clears all masks. */
    void begin() {
        coming.values().forEach(this::clear);
        running.values().forEach(this::clear);
    }

    private void clear(int mask) {
        lanes.slots.clear(Carrier.BOOLEAN);
        code.astore(mask);
    }

    /**
     * Emits all nodes; the code that follows runs when all lanes have left.
     *
     * @param elsewhere selects steps that are emitted in another place
     */
    void emit(Predicate<Step> elsewhere) {
        for (int place = 0; place < graph.size(); place++) {
            node(place, elsewhere);
            graph.endingAt(place).forEach(this::round);
        }
        code.labelBinding(done);
        lanes.active = LaneBody.NONE;
    }

    private int runningMask(int place) {
        int mask = masks.of(place);
        return mask == LaneMasks.ALL
                ? LaneBody.NONE
                : Objects.requireNonNull(running.get(mask), "a mask that no node gathers");
    }

    private int comingMask(int place) {
        return Objects.requireNonNull(coming.get(place), "a mask that no node gathers");
    }

    private void node(int place, Predicate<Step> elsewhere) {
        Label look = looks.get(place);
        if (look != null) {
            code.labelBinding(look).aload(comingMask(place));
            lanes.vectors.test("anyTrue");
            code.ifeq(way(place, masks.past(place)));
        }
        code.labelBinding(Objects.requireNonNull(runs.get(place)));
        if (masks.gathers(place)) {
            code.aload(comingMask(place)).astore(runningMask(place));
            clear(comingMask(place));
        }
        lanes.active = runningMask(place);
        LaneGraph.Node node = graph.node(place);
        steps.beginBlock(register -> piece.divergence().keeps(place, register));
        BasicBlock block = node.block();
        if (block != null) {
            block.steps().stream().filter(elsewhere.negate()).forEach(steps::emit);
            exit(place, block.exit());
        } else if (node.targets().isEmpty()) {
            leaving.leaveFor(node.live());
            go(place, List.of());
        } else {
            go(place, node.targets());
        }
    }

    private void exit(int place, Exit exit) {
        lanes.body.at(exit.at());
        List<Integer> targets = graph.node(place).targets();
        switch (exit) {
            case Exit.Jump _ -> go(place, targets);
            case Exit.Branch branch -> branch(place, branch, targets);
            case Exit.Switch choice -> choose(place, choice, targets);
            case Exit.Return _, Exit.Quit _ -> {
                leaving.quit();
                go(place, List.of());
            }
            case Exit.Trap _ -> {
                lanes.lead();
                lanes.body.pushPlace();
                code.invokestatic(
                                GeneratedTypes.SLOW,
                                "trap",
                                GeneratedTypes.method(
                                        GeneratedTypes.FAULT,
                                        GeneratedTypes.WORKSPACE,
                                        GeneratedTypes.I))
                        .athrow();
            }
            case Exit.Stop stop -> {
                leaving.stop(stop);
                go(place, List.of());
            }
        }
    }

    /** Emits the edge of all running lanes to one node, or to none. */
    private void go(int place, List<Integer> targets) {
        targets.forEach(target -> arrive(target, lanes.active));
        jump(place, masks.next(place, targets, false));
    }

    private void branch(int place, Exit.Branch branch, List<Integer> targets) {
        if (targets.getFirst().equals(targets.getLast())) {
            go(place, targets.subList(0, 1));
            return;
        }
        if (lanes.forms.same(branch.predicate())) {
            Label otherwise = code.newLabel();
            lanes.values.branch(branch.predicate(), false, otherwise);
            go(place, targets.subList(0, 1));
            code.labelBinding(otherwise);
            go(place, targets.subList(1, 2));
            return;
        }
        part(targets.get(0), branch, false);
        part(targets.get(1), branch, true);
        jump(place, masks.next(place, targets, true));
    }

    private void part(int target, Exit.Branch branch, boolean negated) {
        if (masks.gathers(target)) {
            arrive(target, steps.mask(branch.predicate(), negated, lanes.active));
        }
    }

    /** Adds lanes to a node's mask. */
    private void arrive(int target, int mask) {
        if (!masks.gathers(target)) {
            return;
        }
        int gathered = comingMask(target);
        if (mask == LaneBody.NONE) {
            lanes.vectors.maskAll(code::iconst_1);
        } else if (comesAtOnce(target)) {
            code.aload(mask);
        } else {
            code.aload(gathered).aload(mask);
            lanes.vectors.combine("or");
        }
        code.astore(gathered);
    }

    /**
     * Returns whether all lanes that gather at a node come from one other, which has run just once.
     */
    private boolean comesAtOnce(int target) {
        List<Integer> before = graph.predecessors(target);
        return before.size() == 1
                && graph.loops().stream()
                        .noneMatch(
                                loop -> loop.contains(before.getFirst()) && !loop.contains(target));
    }

    private void choose(int place, Exit.Switch choice, List<Integer> targets) {
        Label none = code.newLabel();
        List<SwitchCase> cases = new ArrayList<>();
        List<Label> labels = targets.stream().map(_ -> code.newLabel()).toList();
        for (int i = 0; i < labels.size(); i++) {
            cases.add(SwitchCase.of(i, labels.get(i)));
        }
        lanes.values.push(choice.index());
        code.tableswitch(0, Math.max(0, cases.size() - 1), none, cases);
        for (int i = 0; i < labels.size(); i++) {
            code.labelBinding(labels.get(i));
            go(place, targets.subList(i, i + 1));
        }
        code.labelBinding(none);
        lanes.lead();
        lanes.body.pushPlace();
        lanes.values.push(choice.index());
        code.loadConstant(cases.size());
        code.invokestatic(
                        GeneratedTypes.SLOW,
                        "noTarget",
                        GeneratedTypes.method(
                                GeneratedTypes.FAULT,
                                GeneratedTypes.WORKSPACE,
                                GeneratedTypes.I,
                                GeneratedTypes.I,
                                GeneratedTypes.I))
                .athrow();
    }

    private void jump(int place, LaneMasks.Way way) {
        if (way instanceof LaneMasks.Way.Run(int target) && target <= place) {
            poll();
        }
        code.goto_(way(place, way));
    }

    private void poll() {
        lanes.lead();
        PollEmitter.attend(lanes.body);
    }

    private Label way(int from, LaneMasks.Way way) {
        return switch (way) {
            case LaneMasks.Way.Run(int place) -> Objects.requireNonNull(runs.get(place));
            case LaneMasks.Way.Look(int place) -> {
                if (place <= from) {
                    throw new IllegalStateException(
                            "Lanes cannot look back from " + from + " to " + place + ".");
                }
                yield looks.computeIfAbsent(place, _ -> code.newLabel());
            }
            case LaneMasks.Way.Again(LinearOrder.Loop loop) ->
                    rounds.computeIfAbsent(loop, _ -> code.newLabel());
            case LaneMasks.Way.Done _ -> done;
        };
    }

    /** Emits the end of a loop, where lanes that wait for its next round continue. */
    private void round(LinearOrder.Loop loop) {
        Label round = rounds.get(loop);
        if (round == null) {
            return;
        }
        code.labelBinding(round).aload(comingMask(loop.head()));
        lanes.vectors.test("anyTrue");
        code.ifeq(way(loop.last(), masks.behind(loop)));
        lanes.active = comingMask(loop.head());
        poll();
        code.goto_(Objects.requireNonNull(runs.get(loop.head())));
    }
}
