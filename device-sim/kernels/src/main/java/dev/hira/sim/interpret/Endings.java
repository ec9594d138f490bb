package dev.hira.sim.interpret;

import dev.hira.sim.code.Exit;
import dev.hira.sim.kernel.FaultKind;
import dev.hira.sim.run.DeviceFault;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decodes the exits of blocks. */
final class Endings {
    private Endings() {}

    /**
     * Decodes an exit.
     *
     * @param blocks of its routine, by their numbers
     * @param meetings by the numbers of their stops; receives those of this exit
     */
    static Ending of(
            Exit exit, List<Segment> blocks, Instructions instructions, Meetings[] meetings) {
        return switch (exit) {
            case Exit.Jump(int target, _) -> to(blocks.get(target));
            case Exit.Branch(var predicate, int ifTrue, int ifFalse, _) ->
                    branch(instructions.slot(predicate), blocks.get(ifTrue), blocks.get(ifFalse));
            case Exit.Switch(var index, var targets, _) ->
                    choice(
                            instructions.slot(index),
                            targets.stream().map(blocks::get).toArray(Segment[]::new));
            case Exit.Return _ -> (thread, _) -> Calls.leave(thread);
            case Exit.Quit _ -> (thread, _) -> quit(thread);
            case Exit.Trap _ ->
                    (_, _) -> {
                        throw DeviceFault.of(
                                FaultKind.LAUNCH_FAILED,
                                "The kernel has executed a trap instruction.");
                    };
            case Exit.Stop stop -> {
                meetings[stop.site()] = Meetings.of(stop, instructions);
                yield stop(meetings[stop.site()], blocks.get(stop.next()));
            }
        };
    }

    private static Ending to(Segment target) {
        return (_, _) -> target;
    }

    private static Ending branch(int predicate, Segment ifTrue, Segment ifFalse) {
        return (_, slots) -> slots[predicate] != 0 ? ifTrue : ifFalse;
    }

    private static Ending choice(int index, Segment[] targets) {
        return (_, slots) -> {
            int chosen = (int) slots[index];
            if (Integer.compareUnsigned(chosen, targets.length) >= 0) {
                throw DeviceFault.of(
                        FaultKind.ILLEGAL_INSTRUCTION,
                        "An indexed branch has "
                                + targets.length
                                + " targets, but the index is "
                                + Integer.toUnsignedString(chosen)
                                + ".");
            }
            return targets[chosen];
        };
    }

    private static @Nullable Segment quit(GuestThread thread) {
        thread.end();
        return null;
    }

    private static Ending stop(Meetings meeting, Segment next) {
        return (thread, slots) -> {
            meeting.come(thread, slots);
            thread.stop(next);
            return null;
        };
    }
}
