package dev.hira.sim.launch;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Program;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Step;
import dev.hira.sim.run.CallStack;

/**
 * The needs of a program besides its parameters.
 *
 * @param allocates whether it uses the heap
 * @param frames local memory of all its routines together
 * @param stacks whether it needs a stack whose size is not known in advance
 */
record ProgramTraits(boolean allocates, long frames, boolean stacks) {
    static ProgramTraits of(Program program) {
        boolean allocates = false;
        boolean stacks = false;
        long frames = 0;
        for (Routine routine : program.routines()) {
            frames += routine.frameBytes() + CallStack.CALL_BYTES;
            for (BasicBlock block : routine.blocks()) {
                for (Step guarded : block.steps()) {
                    Step step = guarded instanceof Step.Guarded inner ? inner.step() : guarded;
                    allocates |= calls(step, Step.Builtin.MALLOC) || calls(step, Step.Builtin.FREE);
                    stacks |=
                            step instanceof Step.Call
                                    || step instanceof Step.IndirectCall
                                    || calls(step, Step.Builtin.ALLOCA);
                }
            }
        }
        return new ProgramTraits(allocates, frames, stacks);
    }

    private static boolean calls(Step step, Step.Builtin builtin) {
        return step instanceof Step.BuiltinCall call && call.builtin() == builtin;
    }

    /** Returns the local memory of each thread when the context gives it a stack of this size. */
    long localBytes(long stack) {
        return frames + (stacks ? stack : 0);
    }
}
