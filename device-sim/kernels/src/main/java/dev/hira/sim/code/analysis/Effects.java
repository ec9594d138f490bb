package dev.hira.sim.code.analysis;

import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Meeting;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reports the values and registers that steps and exits read and write, one by one. */
public final class Effects {
    private Effects() {}

    /** Reports all values that a step reads, including constants. */
    public static void reads(Step step, Consumer<? super Value> reader) {
        switch (step) {
            case Step.Compute compute -> compute.arguments().forEach(reader);
            case Step.Move move -> reader.accept(move.value());
            case Step.Select select -> {
                reader.accept(select.condition());
                reader.accept(select.ifTrue());
                reader.accept(select.ifFalse());
            }
            case Step.Load load -> reader.accept(load.address().base());
            case Step.Store store -> {
                reader.accept(store.address().base());
                store.values().forEach(reader);
            }
            case Step.Atomic atomic -> {
                reader.accept(atomic.address().base());
                atomic.operands().forEach(reader);
            }
            case Step.Call call -> arguments(call.arguments(), reader);
            case Step.IndirectCall call -> {
                reader.accept(call.target());
                arguments(call.arguments(), reader);
            }
            case Step.BuiltinCall call -> call.arguments().forEach(reader);
            case Step.Guarded guarded -> {
                reader.accept(guarded.predicate());
                reads(guarded.step(), reader);
            }
            case Step.Fence _ -> {}
        }
    }

    private static void arguments(List<Step.Argument> arguments, Consumer<? super Value> reader) {
        for (Step.Argument argument : arguments) {
            if (argument instanceof Step.Argument.Scalar(Value value)) {
                reader.accept(value);
            }
        }
    }

    /** Reports all registers that a step writes; a guarded step may leave them unchanged. */
    public static void writes(Step step, Consumer<? super Register> writer) {
        switch (step) {
            case Step.Compute compute -> writer.accept(compute.target());
            case Step.Move move -> writer.accept(move.target());
            case Step.Select select -> writer.accept(select.target());
            case Step.Load load -> load.targets().forEach(target -> tell(target, writer));
            case Step.Atomic atomic -> atomic.targets().forEach(target -> tell(target, writer));
            case Step.Call call -> results(call.results(), writer);
            case Step.IndirectCall call -> results(call.results(), writer);
            case Step.BuiltinCall call -> tell(call.result(), writer);
            case Step.Guarded guarded -> writes(guarded.step(), writer);
            case Step.Store _, Step.Fence _ -> {}
        }
    }

    private static void results(List<Step.Result> results, Consumer<? super Register> writer) {
        for (Step.Result result : results) {
            if (result instanceof Step.Result.Scalar(Register target)) {
                tell(target, writer);
            }
        }
    }

    private static void tell(@Nullable Register target, Consumer<? super Register> writer) {
        if (target != null) {
            writer.accept(target);
        }
    }

    /** Returns whether a step writes, or may write, this register. */
    public static boolean writes(Step step, Value register) {
        boolean[] found = new boolean[1];
        writes(step, written -> found[0] |= written.equals(register));
        return found[0];
    }

    /** Returns whether a step reads this register. */
    public static boolean reads(Step step, Register register) {
        boolean[] found = new boolean[1];
        reads(step, value -> found[0] |= value.equals(register));
        return found[0];
    }

    /** Reports all values that an exit reads. */
    public static void reads(Exit exit, Consumer<? super Value> reader) {
        switch (exit) {
            case Exit.Branch branch -> reader.accept(branch.predicate());
            case Exit.Switch chosen -> reader.accept(chosen.index());
            case Exit.Stop stop -> reads(stop.meeting(), reader);
            case Exit.Jump _, Exit.Return _, Exit.Quit _, Exit.Trap _ -> {}
        }
    }

    /** Reports all values that a thread brings to a meeting. */
    public static void reads(Meeting meeting, Consumer<? super Value> reader) {
        switch (meeting) {
            case Meeting.Barrier barrier -> {
                reader.accept(barrier.number());
                given(barrier.count(), reader);
                given(barrier.predicate(), reader);
            }
            case Meeting.WarpBarrier barrier -> reader.accept(barrier.mask());
            case Meeting.Shuffle shuffle -> {
                reader.accept(shuffle.value());
                reader.accept(shuffle.lane());
                reader.accept(shuffle.clamp());
                reader.accept(shuffle.mask());
            }
            case Meeting.Vote vote -> {
                reader.accept(vote.predicate());
                reader.accept(vote.mask());
            }
            case Meeting.Match match -> {
                reader.accept(match.value());
                reader.accept(match.mask());
            }
            case Meeting.Reduce reduce -> {
                reader.accept(reduce.value());
                reader.accept(reduce.mask());
            }
            case Meeting.Elect elect -> reader.accept(elect.mask());
            case Meeting.ActiveMask _, Meeting.InStep _ -> {}
        }
    }

    private static void given(@Nullable Value value, Consumer<? super Value> reader) {
        if (value != null) {
            reader.accept(value);
        }
    }

    /**
     * Reports all registers that an exit writes; the thread receives them when it continues after
     * the exit.
     */
    public static void writes(Exit exit, Consumer<? super Register> writer) {
        if (!(exit instanceof Exit.Stop stop)) {
            return;
        }
        switch (stop.meeting()) {
            case Meeting.Barrier barrier -> tell(barrier.target(), writer);
            case Meeting.Shuffle shuffle -> {
                tell(shuffle.target(), writer);
                tell(shuffle.inRange(), writer);
            }
            case Meeting.Vote vote -> tell(vote.target(), writer);
            case Meeting.Match match -> {
                tell(match.target(), writer);
                tell(match.allSame(), writer);
            }
            case Meeting.ActiveMask mask -> tell(mask.target(), writer);
            case Meeting.Reduce reduce -> tell(reduce.target(), writer);
            case Meeting.Elect elect -> {
                tell(elect.target(), writer);
                tell(elect.chosen(), writer);
            }
            case Meeting.WarpBarrier _, Meeting.InStep _ -> {}
        }
    }
}
