package dev.hira.sim.jit.plan;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.SpecialRegister;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import java.util.BitSet;
import java.util.List;

/**
 * Finds loops in which each thread goes through device memory in steps as large as the grid, while
 * its neighbours in the block access adjacent places. When threads take turns after each round, the
 * block accesses memory in address order; if each thread ran its whole loop, every access would
 * touch another page.
 */
final class StrideLoops {
    private final Routine kernel;
    private final BitSet ofGrid = new BitSet();

    StrideLoops(Routine kernel) {
        this.kernel = kernel;
        boolean changed = true;
        while (changed) {
            int before = ofGrid.cardinality();
            kernel.blocks().forEach(block -> block.steps().forEach(this::look));
            changed = ofGrid.cardinality() != before;
        }
    }

    /** Marks registers that hold the number of the grid's blocks, or a value made from it alone. */
    private void look(Step step) {
        List<Value> read = RegisterUses.read(step);
        boolean made =
                (step instanceof Step.Compute || step instanceof Step.Move)
                        && read.stream().anyMatch(this::isOfGrid)
                        && read.stream().allMatch(this::isFixed);
        if (made) {
            RegisterUses.written(step).forEach(register -> ofGrid.set(register.index()));
        }
    }

    private boolean isOfGrid(Value value) {
        return value instanceof Register register
                ? ofGrid.get(register.index())
                : value instanceof Value.Special(SpecialRegister special)
                        && special == SpecialRegister.NCTAID_X;
    }

    private boolean isFixed(Value value) {
        return !(value instanceof Register register)
                || ofGrid.get(register.index())
                || isSize(register);
    }

    /** Returns whether a register only ever holds the size of a block. */
    private boolean isSize(Register register) {
        boolean found = false;
        for (BasicBlock block : kernel.blocks()) {
            for (Step step : block.steps()) {
                if (RegisterUses.written(step).contains(register)) {
                    if (!(step instanceof Step.Move(_, Value.Special(var special), _))
                            || special != SpecialRegister.NTID_X) {
                        return false;
                    }
                    found = true;
                }
            }
        }
        return found;
    }

    /**
     * Returns the heads of such loops.
     *
     * @param order blocks in the order of the method
     */
    BitSet heads(List<BasicBlock> order) {
        return BlockLoops.heads(
                order,
                inside ->
                        inside.stream().anyMatch(this::isStep)
                                && inside.stream().anyMatch(this::isAccess));
    }

    private boolean isStep(BasicBlock block) {
        return block.steps().stream()
                .anyMatch(step ->
                        step instanceof Step.Compute compute
                                && compute.operation().method().startsWith("add")
                                && compute.arguments().stream().anyMatch(this::isOfGrid));
    }

    private boolean isAccess(BasicBlock block) {
        return block.steps().stream().anyMatch(StrideLoops::isAccess);
    }

    private static boolean isAccess(Step step) {
        return switch (step) {
            case Step.Load load -> isOfDevice(load.access().space());
            case Step.Store store -> isOfDevice(store.access().space());
            case Step.Guarded guarded -> isAccess(guarded.step());
            default -> false;
        };
    }

    private static boolean isOfDevice(Space space) {
        return space == Space.GLOBAL || space == Space.GENERIC;
    }
}
