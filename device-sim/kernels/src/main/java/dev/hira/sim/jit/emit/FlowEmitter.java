package dev.hira.sim.jit.emit;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Exit;
import dev.hira.sim.jit.check.AccessGroups;
import dev.hira.sim.jit.method.GeneratedTypes;
import dev.hira.sim.jit.method.MethodBody;
import dev.hira.sim.jit.method.PollEmitter;
import dev.hira.sim.jit.method.ValueEmitter;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.SwitchCase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Emits blocks and the control flow between them. Its owner emits the exits from the method. */
final class FlowEmitter {
    private static final int ABSENT = -1;

    private final MethodBody body;
    private final CodeBuilder code;
    private final ValueEmitter values;
    private final StepEmitter steps;
    private final Leaving leaving;
    private final List<BasicBlock> blocks;
    private final Map<Integer, Label> labels = new HashMap<>();
    private final Map<Integer, Integer> order = new HashMap<>();

    /** Jumps to blocks of other methods. */
    private final Map<Integer, Label> ways = new LinkedHashMap<>();

    /** Back edges on which threads may yield. */
    private final Map<Integer, Label> yielding = new LinkedHashMap<>();

    /** Emits the exits from a method's blocks. */
    interface Leaving {
        /** Emits a stop. */
        void stop(Exit.Stop stop);

        /** Emits a return of the routine. */
        void finish();

        /** Emits the end of the thread, at any depth of calls. */
        void quit();

        /** Emits the exit to a block that the method does not have. */
        void leaveFor(int block);

        /**
         * Returns whether all threads yield at back edges to a block, so that others have a turn.
         */
        boolean leavesAt(int block);

        /**
         * Returns whether threads may yield at back edges to a block, so that others have a turn.
         */
        boolean yieldsAt(int block);

        /**
         * Emits the decision on a back edge to such a block; pushes whether the thread may
         * continue.
         */
        boolean yieldAt(int block);
    }

    FlowEmitter(
            MethodBody body,
            ValueEmitter values,
            AccessGroups groups,
            List<BasicBlock> blocks,
            Leaving leaving) {
        this.body = body;
        this.code = body.code;
        this.values = values;
        this.steps = new StepEmitter(body, values, groups);
        this.leaving = leaving;
        this.blocks = blocks;
        for (BasicBlock block : blocks) {
            order.put(block.index(), order.size());
            labels.put(block.index(), code.newLabel());
        }
    }

    /**
     * Emits all blocks.
     *
     * @param elsewhere selects steps that are emitted in another place
     */
    void emit(java.util.function.Predicate<dev.hira.sim.code.Step> elsewhere) {
        for (BasicBlock block : blocks) {
            code.labelBinding(label(block.index()));
            steps.beginBlock();
            block.steps().stream().filter(elsewhere.negate()).forEach(steps::emit);
            exit(block);
        }
        yielding.forEach((target, label) -> {
            code.labelBinding(label);
            if (leaving.yieldAt(target)) {
                code.goto_(label(target));
            }
        });
        ways.forEach((target, label) -> {
            code.labelBinding(label);
            leaving.leaveFor(target);
        });
    }

    /** Returns the emitter of steps outside the blocks. */
    StepEmitter steps() {
        return steps;
    }

    private void exit(BasicBlock block) {
        Exit exit = block.exit();
        body.at(exit.at());
        if (exit.targets().stream().anyMatch(target -> mayGoRound(block, target))) {
            PollEmitter.attend(body);
        }
        switch (exit) {
            case Exit.Jump jump -> jump(block, jump.target());
            case Exit.Branch branch -> branch(block, branch);
            case Exit.Switch choice -> choose(block, choice);
            case Exit.Return _ -> leaving.finish();
            case Exit.Quit _ -> leaving.quit();
            case Exit.Trap _ ->
                    body.pushPlace()
                            .invokestatic(
                                    GeneratedTypes.SLOW,
                                    "trap",
                                    GeneratedTypes.method(
                                            GeneratedTypes.FAULT,
                                            GeneratedTypes.WORKSPACE,
                                            GeneratedTypes.I))
                            .athrow();
            case Exit.Stop stop -> leaving.stop(stop);
        }
    }

    private void branch(BasicBlock block, Exit.Branch branch) {
        if (isNext(block, branch.ifTrue())) {
            values.branch(branch.predicate(), false, way(block, branch.ifFalse()));
        } else {
            values.branch(branch.predicate(), true, way(block, branch.ifTrue()));
            jump(block, branch.ifFalse());
        }
    }

    private void jump(BasicBlock block, int target) {
        if (!isNext(block, target)) {
            code.goto_(way(block, target));
        }
    }

    private void choose(BasicBlock block, Exit.Switch choice) {
        Label none = code.newLabel();
        List<SwitchCase> cases = new ArrayList<>();
        for (int i = 0; i < choice.targets().size(); i++) {
            cases.add(SwitchCase.of(i, way(block, choice.targets().get(i))));
        }
        values.push(choice.index());
        code.tableswitch(0, Math.max(0, cases.size() - 1), none, cases);
        code.labelBinding(none);
        body.pushPlace();
        values.push(choice.index());
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

    private boolean isBack(BasicBlock block, int target) {
        int place = place(target);
        return place != ABSENT && place <= place(block.index());
    }

    /**
     * Returns whether the thread may begin another round here; where it yields, the piece's caller
     * polls.
     */
    private boolean mayGoRound(BasicBlock block, int target) {
        return isBack(block, target) && !leaving.leavesAt(target);
    }

    private boolean isNext(BasicBlock block, int target) {
        return place(target) == place(block.index()) + 1;
    }

    private int place(int block) {
        return order.getOrDefault(block, ABSENT);
    }

    private Label way(BasicBlock from, int target) {
        return isBack(from, target) && leaving.yieldsAt(target)
                ? yielding.computeIfAbsent(target, _ -> code.newLabel())
                : label(target);
    }

    private Label label(int block) {
        Label own = labels.get(block);
        return own != null ? own : ways.computeIfAbsent(block, _ -> code.newLabel());
    }
}
