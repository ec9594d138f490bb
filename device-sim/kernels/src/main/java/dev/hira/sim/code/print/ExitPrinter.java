package dev.hira.sim.code.print;

import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Meeting;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Value;

/** Prints exits and meetings for listings. */
final class ExitPrinter {
    private final ValuePrinter values;

    ExitPrinter(ValuePrinter values) {
        this.values = values;
    }

    String print(Exit exit) {
        return switch (exit) {
            case Exit.Jump(int target, _) -> "go to " + target;
            case Exit.Branch(Value predicate, int ifTrue, int ifFalse, _) ->
                    "if " + values.print(predicate) + " go to " + ifTrue + ", else " + ifFalse;
            case Exit.Switch(Value index, var targets, _) ->
                    "go to the " + values.print(index) + "th of " + targets;
            case Exit.Return _ -> "return";
            case Exit.Quit _ -> "end the thread";
            case Exit.Trap _ -> "trap";
            case Exit.Stop(int site, Meeting meeting, int next, _) ->
                    "stop " + site + ": " + print(meeting) + ", then go to " + next;
        };
    }

    private String print(Meeting meeting) {
        return switch (meeting) {
            case Meeting.Barrier barrier -> barrier(barrier);
            case Meeting.WarpBarrier(Value mask) -> "barrier of lanes " + values.print(mask);
            case Meeting.Shuffle shuffle ->
                    both(shuffle.target(), shuffle.inRange())
                            + "shuffle "
                            + StepPrinter.lower(shuffle.from())
                            + " "
                            + values.print(shuffle.value())
                            + " by "
                            + values.print(shuffle.lane())
                            + ", clamp "
                            + values.print(shuffle.clamp())
                            + lanes(shuffle.mask());
            case Meeting.Vote(
                            var test,
                            Register target,
                            Value predicate,
                            boolean negated,
                            Value mask) ->
                    both(target, null)
                            + "vote "
                            + StepPrinter.lower(test)
                            + (negated ? " not " : " ")
                            + values.print(predicate)
                            + lanes(mask);
            case Meeting.Match(boolean all, var target, var allSame, Value value, Value mask) ->
                    both(target, allSame)
                            + (all ? "match all " : "match any ")
                            + values.print(value)
                            + lanes(mask);
            case Meeting.ActiveMask(Register target) -> both(target, null) + "active lanes";
            case Meeting.Reduce(var update, var type, Register target, Value value, Value mask) ->
                    both(target, null)
                            + "reduce "
                            + StepPrinter.lower(update)
                            + type.suffix()
                            + " "
                            + values.print(value)
                            + lanes(mask);
            case Meeting.InStep(int order, boolean waits) ->
                    "in step, order " + order + (waits ? ", waiting" : "");
            case Meeting.Elect(var target, var chosen, Value mask) ->
                    both(target, chosen) + "elect" + lanes(mask);
        };
    }

    private String barrier(Meeting.Barrier barrier) {
        String threads =
                barrier.count() == null ? "" : " of " + values.print(barrier.count()) + " threads";
        String predicate =
                barrier.predicate() == null ? "" : " " + values.print(barrier.predicate());
        return (barrier.predicate() == null ? "" : both(barrier.target(), null))
                + "barrier "
                + values.print(barrier.number())
                + threads
                + " "
                + StepPrinter.lower(barrier.kind())
                + predicate;
    }

    private String both(
            @org.jspecify.annotations.Nullable Register first,
            @org.jspecify.annotations.Nullable Register second) {
        return values.print(first) + (second == null ? "" : " | " + values.print(second)) + " = ";
    }

    private String lanes(Value mask) {
        return ", lanes " + values.print(mask);
    }
}
