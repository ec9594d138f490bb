package dev.hira.sim.jit.plan;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.Step;

/** Estimates the bytes of code that blocks take. */
final class CodeSize {
    private static final int EXIT = 40;

    private CodeSize() {}

    static int of(BasicBlock block) {
        return EXIT + block.steps().stream().mapToInt(CodeSize::of).sum();
    }

    static int of(Step step) {
        return switch (step) {
            case Step.Compute compute -> 8 + 2 * compute.arguments().size();
            case Step.Move _, Step.Fence _ -> 5;
            case Step.Select _ -> 16;
            case Step.Load load -> memory(load.access().space(), load.access().elements());
            case Step.Store store -> memory(store.access().space(), store.access().elements());
            case Step.Atomic _ -> 30;
            case Step.Call call -> 20 + 4 * (call.arguments().size() + call.results().size());
            case Step.IndirectCall call ->
                    30 + call.candidates().size() * (20 + 4 * call.arguments().size());
            case Step.BuiltinCall call -> 20 + 8 * call.arguments().size();
            case Step.Guarded guarded -> 4 + of(guarded.step());
        };
    }

    private static int memory(Space space, int elements) {
        return switch (space) {
            case GLOBAL, GENERIC -> 45 + 25 * elements;
            case SHARED, LOCAL, PARAM -> 30 + 20 * elements;
        };
    }
}
