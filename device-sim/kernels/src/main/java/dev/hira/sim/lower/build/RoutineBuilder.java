package dev.hira.sim.lower.build;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Meeting;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.ptx.model.ScalarType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A routine under construction: its registers, blocks and frame. */
public final class RoutineBuilder {
    private static final int FRAME_ALIGN = 16;

    /** The prefix of the names of temporary registers; no name in PTX begins with it. */
    private static final String TEMPORARY = "#";

    /** The site of a stop before the sites are numbered. */
    static final int NO_SITE = -1;

    private final List<Register> registers = new ArrayList<>();
    private final List<Draft> drafts = new ArrayList<>();
    private Draft current;
    private int at;
    private long frameTop;
    private long frameBytes;

    /** A block under construction. */
    private static final class Draft {
        final int index;
        final List<Step> steps = new ArrayList<>();
        @Nullable Exit exit;

        Draft(int index) {
            this.index = index;
        }
    }

    RoutineBuilder() {
        newBlock();
        current = drafts.getFirst();
    }

    /** Sets the text offset of the following steps. */
    public void at(int offset) {
        at = offset;
    }

    public int at() {
        return at;
    }

    Register register(Carrier carrier, int bits, String name) {
        Register register = new Register(registers.size(), carrier, bits, name);
        registers.add(register);
        return register;
    }

    /** Creates a register that the text does not have. */
    public Register temporary(ScalarType type) {
        return register(Carrier.of(type), type.bits(), TEMPORARY + registers.size());
    }

    public static boolean isTemporary(Register register) {
        return register.name().startsWith(TEMPORARY);
    }

    public void add(Step step) {
        if (current.exit != null) {
            current = drafts.get(newBlock());
        }
        current.steps.add(step);
    }

    /** Creates a block without predecessors. */
    public int newBlock() {
        drafts.add(new Draft(drafts.size()));
        return drafts.size() - 1;
    }

    /** Continues with this block; the preceding block falls through to it. */
    public void enter(int block) {
        if (current.exit == null) {
            current.exit = new Exit.Jump(block, at);
        }
        current = drafts.get(block);
    }

    /** Ends the block; steps added before the next {@link #enter} are unreachable. */
    public void end(Exit exit) {
        if (current.exit != null) {
            current = drafts.get(newBlock());
        }
        current.exit = exit;
    }

    /** Whether the next added step is reachable from the preceding ones. */
    public boolean open() {
        return current.exit == null;
    }

    /** Meets other threads and continues after the meeting. */
    public void meet(Meeting meeting) {
        int next = newBlock();
        end(new Exit.Stop(NO_SITE, meeting, next, at));
        enter(next);
    }

    /**
     * Starts a part that runs only when a predicate says so; returns the block to enter after it.
     */
    public int branchAround(Value predicate, boolean negated) {
        int inside = newBlock();
        int behind = newBlock();
        end(
                negated
                        ? new Exit.Branch(predicate, behind, inside, at)
                        : new Exit.Branch(predicate, inside, behind, at));
        enter(inside);
        return behind;
    }

    /** Removes and returns the steps of the current block after an earlier size. */
    public List<Step> cutFrom(int size) {
        List<Step> tail = current.steps.subList(size, current.steps.size());
        List<Step> cut = List.copyOf(tail);
        tail.clear();
        return cut;
    }

    /** The number of steps of the current block; 0 when the next step begins another block. */
    public int size() {
        if (current.exit != null) {
            current = drafts.get(newBlock());
        }
        return current.steps.size();
    }

    /** Reserves bytes in the frame. */
    public long frame(long bytes, int align) {
        long start = (frameTop + align - 1) & -align;
        frameTop = start + bytes;
        frameBytes = Math.max(frameBytes, frameTop);
        return start;
    }

    /** The number of frame bytes in use. */
    long frameTop() {
        return frameTop;
    }

    /** Releases the bytes reserved since the frame had this top. */
    void releaseFrame(long top) {
        frameTop = top;
    }

    public long frameBytes() {
        return (frameBytes + FRAME_ALIGN - 1) & -FRAME_ALIGN;
    }

    public List<Register> registers() {
        return List.copyOf(registers);
    }

    /** Returns all blocks; a block without an exit returns. */
    public List<BasicBlock> blocks() {
        return drafts.stream()
                .map(draft ->
                        new BasicBlock(
                                draft.index,
                                List.copyOf(draft.steps),
                                draft.exit == null ? new Exit.Return(at) : draft.exit))
                .toList();
    }
}
