package dev.hira.sim.state;

import dev.hira.api.MemoryRange;
import dev.hira.api.StateException;
import dev.hira.sim.driver.object.CudaFailures;
import dev.hira.sim.driver.object.ProcessState;
import dev.hira.sim.driver.object.SimContext;
import dev.hira.sim.engine.ChannelOperation;
import dev.hira.sim.memory.ContentIntake;
import dev.hira.sim.memory.Range;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Puts memory where the repeated calls have allocated it, and keeps account of what was missed. */
final class MemoryIntake {
    /** The most ranges that were dropped and not told. */
    private static final int MOST_DROPPED = 1 << 20;

    private final ProcessState process;
    private final Map<SimContext, ContentIntake<ChannelOperation>> spaces = new HashMap<>();
    private final List<MemoryRange> dropped = new ArrayList<>();

    MemoryIntake(ProcessState process) {
        this.process = process;
    }

    /** Makes all memory zero. */
    void clear() {
        process.contexts().forEach(context -> of(context).clear());
    }

    /**
     * Takes content, or zeros. If calls are still being repeated, a part that has no place is
     * missed, and with it the range; the other parts are taken nevertheless, because a sender that
     * only kept the content cannot send it again.
     *
     * @param ahead whether calls are still being repeated
     * @throws StateException when the memory has no place, and no call is to come
     */
    void take(boolean ahead, Range range, @Nullable MemorySegment content) {
        @Nullable SimContext owner = process.ownerOf(range.start());
        if (owner != null && write(of(owner), range, content)) {
            return;
        }
        if (!ahead || dropped.size() == MOST_DROPPED) {
            throw new StateException(
                    "the state has "
                            + range.bytes()
                            + " bytes at "
                            + CudaFailures.hex(range.start())
                            + ", where the repeated calls have not allocated so many");
        }
        if (owner != null) {
            takeParts(of(owner), range, content);
        }
        dropped.add(new MemoryRange(range.start(), range.bytes()));
    }

    private static void takeParts(
            ContentIntake<ChannelOperation> to, Range range, @Nullable MemorySegment content) {
        for (Range part : to.partsOf(range)) {
            long from = part.start() - range.start();
            boolean ignored =
                    write(to, part, content == null ? null : content.asSlice(from, part.bytes()));
        }
    }

    private static boolean write(
            ContentIntake<ChannelOperation> to, Range range, @Nullable MemorySegment content) {
        return content == null
                ? to.zero(range.start(), range.bytes())
                : to.write(range.start(), content);
    }

    private ContentIntake<ChannelOperation> of(SimContext context) {
        return spaces.computeIfAbsent(context, c -> new ContentIntake<>(c.memory()));
    }

    /** Returns what was dropped or lost, and forgets it. */
    List<MemoryRange> missed() {
        List<MemoryRange> missed = new ArrayList<>(dropped);
        dropped.clear();
        for (ContentIntake<ChannelOperation> space : spaces.values()) {
            for (Range range : space.lost()) {
                missed.add(new MemoryRange(range.start(), range.bytes()));
            }
        }
        spaces.keySet().retainAll(process.contexts());
        return missed;
    }

    /**
     * Requires that the sender has heard of everything that was missed.
     *
     * @throws StateException when it has not
     */
    void requireTold() {
        List<MemoryRange> untold = missed();
        if (!untold.isEmpty()) {
            throw new StateException(
                    "the sender was not told that memory was missed here, such as "
                            + untold.getFirst().bytes()
                            + " bytes at "
                            + CudaFailures.hex(untold.getFirst().address()));
        }
    }
}
