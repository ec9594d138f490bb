package dev.hira.sim.interpret;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Meeting;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Value;
import dev.hira.sim.run.BlockState;
import org.jspecify.annotations.Nullable;

/**
 * The operands that a thread brings to a meeting and the results that it takes.
 *
 * @param value the slot of the value; {@link #NONE} when there is none, as for the other slots
 * @param target the slot for the result
 * @param resultIsFlag whether the result is a predicate
 * @param flag the slot for the predicate besides the result
 */
record Meetings(
        int site,
        int value,
        int second,
        int third,
        int mask,
        int target,
        boolean resultIsFlag,
        int flag) {
    static final int NONE = -1;

    static Meetings of(Exit.Stop stop, Instructions instructions) {
        Builder of = new Builder(stop.site(), instructions);
        return switch (stop.meeting()) {
            case Meeting.Barrier(var number, var count, _, _, var predicate, var target) ->
                    of.brings(predicate, number, count, null).takes(target, null);
            case Meeting.WarpBarrier(var mask) ->
                    of.brings(null, null, null, mask).takes(null, null);
            case Meeting.Shuffle(
                            _,
                            var target,
                            var inRange,
                            var value,
                            var lane,
                            var c,
                            var mask) ->
                    of.brings(value, lane, c, mask).takes(target, inRange);
            case Meeting.Vote(_, var target, var predicate, _, var mask) ->
                    of.brings(predicate, null, null, mask).takes(target, null);
            case Meeting.Match(_, var target, var allSame, var value, var mask) ->
                    of.brings(value, null, null, mask).takes(target, allSame);
            case Meeting.InStep _ -> of.brings(null, null, null, null).takes(null, null);
            case Meeting.ActiveMask(var target) ->
                    of.brings(null, null, null, null).takes(target, null);
            case Meeting.Reduce(_, _, var target, var value, var mask) ->
                    of.brings(value, null, null, mask).takes(target, null);
            case Meeting.Elect(var target, var chosen, var mask) ->
                    of.brings(null, null, null, mask).takes(target, chosen);
        };
    }

    private record Builder(int site, Instructions instructions) {
        Bringing brings(
                @Nullable Value value,
                @Nullable Value second,
                @Nullable Value third,
                @Nullable Value mask) {
            return new Bringing(site, slot(value), slot(second), slot(third), slot(mask));
        }

        private int slot(@Nullable Value value) {
            return value == null ? NONE : instructions.slot(value);
        }
    }

    private record Bringing(int site, int value, int second, int third, int mask) {
        Meetings takes(@Nullable Register target, @Nullable Register flag) {
            return new Meetings(
                    site,
                    value,
                    second,
                    third,
                    mask,
                    target == null ? NONE : target.index(),
                    target != null && target.carrier() == Carrier.BOOLEAN,
                    flag == null ? NONE : flag.index());
        }
    }

    /** Stores a thread's operands in the block; the thread then waits. */
    void come(GuestThread thread, long[] slots) {
        BlockState block = thread.block;
        int index = thread.index;
        block.value[index] = value == NONE ? 0 : slots[value];
        block.second[index] = second == NONE ? 0 : (int) slots[second];
        block.third[index] = third == NONE ? 0 : (int) slots[third];
        block.mask[index] = mask == NONE ? 0 : (int) slots[mask];
        block.stop(index, site);
    }

    /** Takes the results of the meeting. */
    void leave(GuestThread thread, long[] slots) {
        BlockState block = thread.block;
        if (target != NONE) {
            slots[target] =
                    resultIsFlag ? Bits.of(block.flag[thread.index]) : block.result[thread.index];
        }
        if (flag != NONE) {
            slots[flag] = Bits.of(block.flag[thread.index]);
        }
    }
}
