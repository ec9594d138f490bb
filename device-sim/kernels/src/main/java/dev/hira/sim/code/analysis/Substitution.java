package dev.hira.sim.code.analysis;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.Address;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Meeting;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A replacement of registers and values throughout steps and exits.
 *
 * @param reads returns the replacement for a value, of the same carrier
 * @param writes returns the replacement for a target register
 */
public record Substitution(UnaryOperator<Value> reads, UnaryOperator<Register> writes) {
    /** Returns the changed step. */
    public Step apply(Step step) {
        return switch (step) {
            case Step.Compute(Register target, var operation, var arguments, int at) ->
                    new Step.Compute(write(target), operation, all(arguments), at);
            case Step.Move(Register target, Value value, int at) ->
                    new Step.Move(write(target), read(value), at);
            case Step.Select(Register target, Value condition, Value yes, Value no, int at) ->
                    new Step.Select(write(target), read(condition), read(yes), read(no), at);
            case Step.Load(var targets, Access access, Address address, int at) ->
                    new Step.Load(written(targets), access, apply(address), at);
            case Step.Store(Access access, Address address, var values, int at) ->
                    new Step.Store(access, apply(address), all(values), at);
            case Step.Atomic(
                            var targets,
                            var update,
                            var access,
                            var address,
                            var operands,
                            int at) ->
                    new Step.Atomic(
                            written(targets), update, access, apply(address), all(operands), at);
            case Step.Fence fence -> fence;
            case Step.Call(int routine, var arguments, var results, int at) ->
                    new Step.Call(routine, arguments(arguments), results(results), at);
            case Step.IndirectCall(
                            Value target,
                            var candidates,
                            var arguments,
                            var results,
                            int at) ->
                    new Step.IndirectCall(
                            read(target), candidates, arguments(arguments), results(results), at);
            case Step.BuiltinCall(var builtin, var arguments, var result, int at) ->
                    new Step.BuiltinCall(builtin, all(arguments), writeIfAny(result), at);
            case Step.Guarded(Value predicate, boolean negated, Step inner, int at) ->
                    new Step.Guarded(read(predicate), negated, apply(inner), at);
        };
    }

    /** Returns the changed address; a fixed base absorbs the offset. */
    private Address apply(Address address) {
        return Address.of(read(address.base()), address.offset());
    }

    /** Returns the changed exit. */
    public Exit apply(Exit exit) {
        return switch (exit) {
            case Exit.Branch(Value predicate, int ifTrue, int ifFalse, int at) ->
                    new Exit.Branch(read(predicate), ifTrue, ifFalse, at);
            case Exit.Switch(Value index, var targets, int at) ->
                    new Exit.Switch(read(index), targets, at);
            case Exit.Stop(int site, Meeting meeting, int next, int at) ->
                    new Exit.Stop(site, apply(meeting), next, at);
            case Exit.Jump _, Exit.Return _, Exit.Quit _, Exit.Trap _ -> exit;
        };
    }

    private Meeting apply(Meeting meeting) {
        return switch (meeting) {
            case Meeting.Barrier(
                            var number,
                            var count,
                            var kind,
                            boolean aligned,
                            var predicate,
                            var target) ->
                    new Meeting.Barrier(
                            read(number),
                            readIfAny(count),
                            kind,
                            aligned,
                            readIfAny(predicate),
                            writeIfAny(target));
            case Meeting.WarpBarrier(Value mask) -> new Meeting.WarpBarrier(read(mask));
            case Meeting.Shuffle(
                            var from,
                            var target,
                            var inRange,
                            var value,
                            var lane,
                            var clamp,
                            var mask) ->
                    new Meeting.Shuffle(
                            from,
                            writeIfAny(target),
                            writeIfAny(inRange),
                            read(value),
                            read(lane),
                            read(clamp),
                            read(mask));
            case Meeting.Vote(var test, var target, var predicate, boolean negated, var mask) ->
                    new Meeting.Vote(test, write(target), read(predicate), negated, read(mask));
            case Meeting.Match(boolean all, var target, var allSame, var value, var mask) ->
                    new Meeting.Match(
                            all, writeIfAny(target), writeIfAny(allSame), read(value), read(mask));
            case Meeting.InStep _ -> meeting;
            case Meeting.ActiveMask(Register target) -> new Meeting.ActiveMask(write(target));
            case Meeting.Reduce(var update, var type, var target, var value, var mask) ->
                    new Meeting.Reduce(update, type, write(target), read(value), read(mask));
            case Meeting.Elect(var target, var chosen, var mask) ->
                    new Meeting.Elect(writeIfAny(target), writeIfAny(chosen), read(mask));
        };
    }

    private List<Step.Argument> arguments(List<Step.Argument> arguments) {
        return arguments.stream().map(this::apply).toList();
    }

    private Step.Argument apply(Step.Argument argument) {
        return switch (argument) {
            case Step.Argument.Scalar(Value value) -> new Step.Argument.Scalar(read(value));
            case Step.Argument.Area area -> area;
        };
    }

    private List<Step.Result> results(List<Step.Result> results) {
        return results.stream().map(this::apply).toList();
    }

    private Step.Result apply(Step.Result result) {
        return switch (result) {
            case Step.Result.Scalar(var target) -> new Step.Result.Scalar(writeIfAny(target));
            case Step.Result.Area area -> area;
        };
    }

    private List<@Nullable Register> written(List<@Nullable Register> targets) {
        List<@Nullable Register> written = new ArrayList<>();
        for (@Nullable Register target : targets) {
            written.add(writeIfAny(target));
        }
        return Collections.unmodifiableList(written);
    }

    private List<Value> all(List<Value> values) {
        return values.stream().map(reads).toList();
    }

    private Value read(Value value) {
        return reads.apply(value);
    }

    private @Nullable Value readIfAny(@Nullable Value value) {
        return value == null ? null : reads.apply(value);
    }

    private Register write(Register register) {
        return writes.apply(register);
    }

    private @Nullable Register writeIfAny(@Nullable Register register) {
        return register == null ? null : writes.apply(register);
    }
}
