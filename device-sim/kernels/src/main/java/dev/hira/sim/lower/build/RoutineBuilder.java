package dev.hira.sim.lower.build;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Meeting;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.ptx.ScalarType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A routine that is being made: its registers, its blocks and its frame. */
public final class RoutineBuilder {
    private static final int FRAME_ALIGN = 16;

    /** What names of registers begin with that the text does not have; no name in PTX does. */
    private static final String TEMPORARY = "#";

    /** The site of a stop until all are numbered. */
    static final int NO_SITE = -1;

    private final List<Register> registers = new ArrayList<>();
    private final List<Draft> drafts = new ArrayList<>();
    private Draft current;
    private int at;
    private long frameTop;
    private long frameBytes;

    /** A block in the making. */
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

    /** The place in the text that what follows comes from. */
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

    /** A register that the text does not have. */
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

    /** Makes a block that nothing leads to yet. */
    public int newBlock() {
        drafts.add(new Draft(drafts.size()));
        return drafts.size() - 1;
    }

    /** Goes on with this block, which what came before falls into. */
    public void enter(int block) {
        if (current.exit == null) {
            current.exit = new Exit.Jump(block, at);
        }
        current = drafts.get(block);
    }

    /** Ends the block; what is added next, without entering a block, is never reached. */
    public void end(Exit exit) {
        if (current.exit != null) {
            current = drafts.get(newBlock());
        }
        current.exit = exit;
    }

    /** Whether something can still be added that is reached from what came before. */
    public boolean open() {
        return current.exit == null;
    }

    /** Meets other threads and goes on behind that. */
    public void meet(Meeting meeting) {
        int next = newBlock();
        end(new Exit.Stop(NO_SITE, meeting, next, at));
        enter(next);
    }

    /** Begins what is done only when a predicate says so; returns the block to enter behind it. */
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

    /** The steps of the current block from an earlier size on, taken out of it. */
    public List<Step> cutFrom(int size) {
        List<Step> tail = current.steps.subList(size, current.steps.size());
        List<Step> cut = List.copyOf(tail);
        tail.clear();
        return cut;
    }

    /** How many steps the current block has; none when what follows begins another. */
    public int size() {
        if (current.exit != null) {
            current = drafts.get(newBlock());
        }
        return current.steps.size();
    }

    /** Reserves room in the frame. */
    public long frame(long bytes, int align) {
        long start = (frameTop + align - 1) & -align;
        frameTop = start + bytes;
        frameBytes = Math.max(frameBytes, frameTop);
        return start;
    }

    /** How much of the frame is in use. */
    long frameTop() {
        return frameTop;
    }

    /** Gives back what was reserved since the frame was that full. */
    void releaseFrame(long top) {
        frameTop = top;
    }

    public long frameBytes() {
        return (frameBytes + FRAME_ALIGN - 1) & -FRAME_ALIGN;
    }

    public List<Register> registers() {
        return List.copyOf(registers);
    }

    /** All blocks; one that was never ended returns. */
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
