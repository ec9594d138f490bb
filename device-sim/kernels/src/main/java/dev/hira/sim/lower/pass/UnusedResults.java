package dev.hira.sim.lower.pass;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Meeting;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Step;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Removes unneeded results from steps and meetings that must execute all the same. */
final class UnusedResults {
    private final BitSet needed;

    UnusedResults(BitSet needed) {
        this.needed = needed;
    }

    BasicBlock drop(BasicBlock block) {
        List<Step> steps = block.steps().stream().map(this::drop).toList();
        Exit exit =
                block.exit() instanceof Exit.Stop(int site, Meeting meeting, int next, int at)
                        ? new Exit.Stop(site, drop(meeting), next, at)
                        : block.exit();
        return new BasicBlock(block.index(), steps, exit);
    }

    private Step drop(Step step) {
        return switch (step) {
            case Step.Load(var targets, var access, var address, int at) ->
                    new Step.Load(allWanted(targets), access, address, at);
            case Step.Atomic(
                            var targets,
                            var update,
                            var access,
                            var address,
                            var operands,
                            int at) ->
                    new Step.Atomic(allWanted(targets), update, access, address, operands, at);
            case Step.Call(int routine, var arguments, var results, int at) ->
                    new Step.Call(routine, arguments, drop(results), at);
            case Step.IndirectCall(
                            var target,
                            var candidates,
                            var arguments,
                            var results,
                            int at) ->
                    new Step.IndirectCall(target, candidates, arguments, drop(results), at);
            case Step.BuiltinCall(var builtin, var arguments, var result, int at) ->
                    new Step.BuiltinCall(builtin, arguments, wanted(result), at);
            case Step.Guarded(var predicate, boolean negated, Step inner, int at) ->
                    new Step.Guarded(predicate, negated, drop(inner), at);
            case Step.Compute _, Step.Move _, Step.Select _, Step.Store _, Step.Fence _ -> step;
        };
    }

    private List<Step.Result> drop(List<Step.Result> results) {
        return results.stream().map(this::drop).toList();
    }

    private Step.Result drop(Step.Result result) {
        return switch (result) {
            case Step.Result.Scalar(var target) -> new Step.Result.Scalar(wanted(target));
            case Step.Result.Area area -> area;
        };
    }

    private Meeting drop(Meeting meeting) {
        return switch (meeting) {
            case Meeting.Barrier(
                            var number,
                            var count,
                            var kind,
                            boolean aligned,
                            var predicate,
                            var target) ->
                    new Meeting.Barrier(number, count, kind, aligned, predicate, wanted(target));
            case Meeting.Shuffle(
                            var from,
                            var target,
                            var inRange,
                            var value,
                            var lane,
                            var clamp,
                            var mask) ->
                    new Meeting.Shuffle(
                            from, wanted(target), wanted(inRange), value, lane, clamp, mask);
            case Meeting.Match(boolean all, var target, var allSame, var value, var mask) ->
                    new Meeting.Match(all, wanted(target), wanted(allSame), value, mask);
            case Meeting.Elect(var target, var chosen, var mask) ->
                    new Meeting.Elect(wanted(target), wanted(chosen), mask);
            case Meeting.WarpBarrier _,
                    Meeting.Vote _,
                    Meeting.ActiveMask _,
                    Meeting.Reduce _,
                    Meeting.InStep _ ->
                    meeting;
        };
    }

    private List<@Nullable Register> allWanted(List<@Nullable Register> targets) {
        List<@Nullable Register> wanted = new ArrayList<>();
        for (@Nullable Register target : targets) {
            wanted.add(wanted(target));
        }
        return Collections.unmodifiableList(wanted);
    }

    private @Nullable Register wanted(@Nullable Register register) {
        return register != null && needed.get(register.index()) ? register : null;
    }
}
