package dev.hira.sim.interpret;

import dev.hira.sim.code.Program;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Step;
import dev.hira.sim.kernel.FaultKind;
import dev.hira.sim.run.DeviceFault;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decodes calls of routines and the passing of their arguments and results. */
final class Calls {
    private final Program program;

    /** Filled during decoding; complete when the program runs. */
    private final List<RoutineCode> routines;

    Calls(Program program, List<RoutineCode> routines) {
        this.program = program;
        this.routines = routines;
    }

    /** Decodes a call; returns null for another step. */
    @Nullable Ending decode(Step step, Instructions instructions, Segment continuation) {
        return switch (step) {
            case Step.Call call -> direct(call, instructions, continuation);
            case Step.IndirectCall call -> indirect(call, instructions, continuation);
            default -> null;
        };
    }

    private Ending direct(Step.Call call, Instructions instructions, Segment continuation) {
        Routine callee = program.routines().get(call.routine());
        List<Pass> passes = passes(call.arguments(), callee, instructions);
        return (thread, slots) ->
                enter(thread, slots, call.routine(), passes, call.results(), continuation);
    }

    private Ending indirect(
            Step.IndirectCall call, Instructions instructions, Segment continuation) {
        int target = instructions.slot(call.target());
        List<List<Pass>> passes = new ArrayList<>();
        for (int candidate : call.candidates()) {
            Routine callee = program.routines().get(candidate);
            passes.add(passes(call.arguments(), callee, instructions));
        }
        return (thread, slots) -> {
            for (int i = 0; i < passes.size(); i++) {
                int routine = call.candidates().get(i);
                if (program.routines().get(routine).address() == slots[target]) {
                    return enter(
                            thread, slots, routine, passes.get(i), call.results(), continuation);
                }
            }
            throw DeviceFault.of(
                    FaultKind.INVALID_PC,
                    "A call through a pointer goes to 0x"
                            + Long.toHexString(slots[target])
                            + ", which is not the address of a function that can be called there.");
        };
    }

    private Segment enter(
            GuestThread thread,
            long[] slots,
            int routine,
            List<Pass> passes,
            List<Step.Result> results,
            Segment continuation) {
        InterpreterFrame caller = thread.frame();
        InterpreterFrame callee = thread.call(routines.get(routine), results, continuation);
        for (Pass pass : passes) {
            switch (pass) {
                case Pass.Scalar(int from, int to) -> callee.slots[to] = slots[from];
                case Pass.Area(long from, long to, long bytes) ->
                        copy(thread, caller.start + from, callee.start + to, bytes);
            }
        }
        return callee.code.entry();
    }

    /** A transfer of an argument or result. */
    private sealed interface Pass {
        /** A transfer between slots. */
        record Scalar(int from, int to) implements Pass {}

        /** A transfer between frames. */
        record Area(long from, long to, long bytes) implements Pass {}
    }

    /**
     * Returns the transfers of arguments to a routine; arguments that it does not declare are
     * dropped.
     */
    private static List<Pass> passes(
            List<Step.Argument> arguments, Routine callee, Instructions instructions) {
        List<Pass> passes = new ArrayList<>();
        for (int i = 0; i < Math.min(arguments.size(), callee.parameters().size()); i++) {
            Routine.Place place = callee.parameters().get(i);
            switch (arguments.get(i)) {
                case Step.Argument.Scalar(var value) -> {
                    if (place instanceof Routine.Place.InRegister(Register to)) {
                        passes.add(new Pass.Scalar(instructions.slot(value), to.index()));
                    }
                }
                case Step.Argument.Area(long from, long bytes) -> {
                    if (place instanceof Routine.Place.InFrame(long to, long room)) {
                        passes.add(new Pass.Area(from, to, Math.min(bytes, room)));
                    }
                }
            }
        }
        return passes;
    }

    /** Leaves the running routine; returns the segment at which its caller continues, or null. */
    static @Nullable Segment leave(GuestThread thread) {
        InterpreterFrame callee = thread.frame();
        InterpreterFrame caller = thread.leave();
        if (caller == null) {
            thread.end();
            return null;
        }
        List<Routine.Place> places = callee.code.routine().results();
        for (int i = 0; i < Math.min(places.size(), callee.results.size()); i++) {
            switch (callee.results.get(i)) {
                case Step.Result.Scalar(Register target) -> {
                    if (target != null
                            && places.get(i) instanceof Routine.Place.InRegister(Register from)) {
                        caller.slots[target.index()] = callee.slots[from.index()];
                    }
                }
                case Step.Result.Area(long to, long bytes) -> {
                    if (places.get(i) instanceof Routine.Place.InFrame(long from, long room)) {
                        copy(thread, callee.start + from, caller.start + to, Math.min(bytes, room));
                    }
                }
            }
        }
        return callee.continuation;
    }

    private static void copy(GuestThread thread, long from, long to, long bytes) {
        byte[] local = thread.block.local(thread.index);
        System.arraycopy(local, (int) from, local, (int) to, (int) bytes);
        if (thread.block.witness != null) {
            thread.block.witness.copied(thread.index, from, to, bytes);
        }
    }
}
