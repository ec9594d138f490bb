package dev.hira.sim.jit.plan;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.Address;
import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.code.analysis.Liveness;
import dev.hira.sim.code.analysis.Substitution;
import dev.hira.sim.ptx.model.ScalarType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A routine's code at the place of its call: with the caller's registers and a frame in the caller.
 */
final class InlinedBody {
    private final Routine callee;
    private final Step.Call call;
    private final Inliner.Frame frame;
    private final List<Register> registers;
    private final int firstRegister;
    private final Substitution substitution;

    /**
     * Creates the body of a call.
     *
     * @param registers of the caller, to which those of the routine are added
     */
    InlinedBody(Routine callee, Step.Call call, Inliner.Frame frame, List<Register> registers) {
        this.callee = callee;
        this.call = call;
        this.frame = frame;
        this.registers = registers;
        this.firstRegister = registers.size();
        this.substitution = new Substitution(this::moved, this::moved);
        for (Register register : callee.registers()) {
            registers.add(moved(register));
        }
    }

    private Register moved(Register register) {
        return new Register(
                register.index() + firstRegister,
                register.carrier(),
                register.bits(),
                register.name());
    }

    private Value moved(Value value) {
        return switch (value) {
            case Register register -> moved(register);
            case Value.FrameAddress(long offset, Carrier carrier) ->
                    new Value.FrameAddress(offset + frame.start(), carrier);
            case Value.Constant _, Value.Special _, Value.SymbolAddress _ -> value;
        };
    }

    /** Returns the steps of a block. */
    List<Step> steps(BasicBlock block) {
        return block.steps().stream().map(this::moved).toList();
    }

    /** Returns the exit of a block, whose targets are still the routine's blocks. */
    Exit exit(BasicBlock block) {
        return substitution.apply(block.exit());
    }

    private Step moved(Step step) {
        return switch (substitution.apply(step)) {
            case Step.Call(int routine, var arguments, var results, int at) ->
                    new Step.Call(routine, arguments(arguments), results(results), at);
            case Step.IndirectCall(
                            Value target,
                            var candidates,
                            var arguments,
                            var results,
                            int at) ->
                    new Step.IndirectCall(
                            target, candidates, arguments(arguments), results(results), at);
            case Step other -> other;
        };
    }

    private List<Step.Argument> arguments(List<Step.Argument> arguments) {
        return arguments.stream()
                .map(argument ->
                        argument instanceof Step.Argument.Area(long offset, long bytes)
                                ? new Step.Argument.Area(offset + frame.start(), bytes)
                                : argument)
                .toList();
    }

    private List<Step.Result> results(List<Step.Result> results) {
        return results.stream()
                .map(result ->
                        result instanceof Step.Result.Area(long offset, long bytes)
                                ? new Step.Result.Area(offset + frame.start(), bytes)
                                : result)
                .toList();
    }

    /** Returns the steps before the body: they clear registers and pass arguments. */
    List<Step> enter() {
        List<Step> steps = new ArrayList<>();
        BitSet read = Liveness.of(callee).liveIn(0);
        Routine.registers(callee.results()).forEach(result -> read.set(result.index()));
        read.stream()
                .mapToObj(callee.registers()::get)
                .map(this::moved)
                .forEach(register ->
                        steps.add(new Step.Move(register, Inliner.zero(register), call.at())));
        int count = Math.min(call.arguments().size(), callee.parameters().size());
        for (int i = 0; i < count; i++) {
            pass(call.arguments().get(i), callee.parameters().get(i), steps);
        }
        return steps;
    }

    private void pass(Step.Argument argument, Routine.Place place, List<Step> steps) {
        switch (argument) {
            case Step.Argument.Scalar(Value value) -> {
                if (place instanceof Routine.Place.InRegister(Register parameter)) {
                    steps.add(new Step.Move(moved(parameter), value, call.at()));
                }
            }
            case Step.Argument.Area(long from, long bytes) -> {
                if (place instanceof Routine.Place.InFrame(long to, long room)) {
                    copy(from, frame.start() + to, Math.min(bytes, room), steps);
                }
            }
        }
    }

    /** Returns the steps after the body: they take the results. */
    List<Step> leave() {
        List<Step> steps = new ArrayList<>();
        int count = Math.min(call.results().size(), callee.results().size());
        for (int i = 0; i < count; i++) {
            take(call.results().get(i), callee.results().get(i), steps);
        }
        return steps;
    }

    private void take(Step.Result result, Routine.Place place, List<Step> steps) {
        switch (result) {
            case Step.Result.Scalar(Register target) -> {
                if (target != null && place instanceof Routine.Place.InRegister(Register from)) {
                    steps.add(new Step.Move(target, moved(from), call.at()));
                }
            }
            case Step.Result.Area(long to, long bytes) -> {
                if (place instanceof Routine.Place.InFrame(long from, long room)) {
                    copy(frame.start() + from, to, Math.min(bytes, room), steps);
                }
            }
        }
    }

    /** Copies bytes of local memory, in units as large as their alignment allows. */
    private void copy(long from, long to, long bytes, List<Step> steps) {
        long done = 0;
        while (done < bytes) {
            long left = bytes - done;
            boolean wide = ((from + done | to + done) & 7) == 0 && left >= 8;
            ScalarType type = wide ? ScalarType.U64 : ScalarType.U8;
            Carrier carrier = wide ? Carrier.LONG : Carrier.INT;
            Register between = new Register(registers.size(), carrier, wide ? 64 : 32, "%copied");
            registers.add(between);
            Access access = new Access(Space.LOCAL, type, 1, Access.Order.WEAK);
            steps.add(new Step.Load(List.of(between), access, place(from + done), call.at()));
            steps.add(new Step.Store(access, place(to + done), List.of(between), call.at()));
            done += type.bytes();
        }
    }

    private static Address place(long offset) {
        return Address.of(new Value.FrameAddress(offset, Carrier.LONG), 0);
    }
}
