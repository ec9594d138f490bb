package dev.hira.sim.jit.plan;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Program;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.run.CallStack;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Inlines routines into the kernel. Their frames follow each other, as those of calls would. If the
 * kernel contains the same stop more than once, each gets its own site.
 */
public final class Inliner {
    private static final int FRAME_ALIGNMENT = 16;

    private final Program program;
    private final BitSet wanted;
    private final List<Register> registers;
    private final List<BasicBlock> blocks;
    private final List<Exit.Stop> stops;
    private final BitSet sites = new BitSet();

    /** By block, the frame that its code uses. */
    private final List<Frame> frames = new ArrayList<>();

    private long frameEnd;

    /**
     * A frame within the kernel's frame.
     *
     * @param start its first byte
     * @param bytes its size
     */
    record Frame(long start, long bytes) {
        /** Returns the start of the frames of routines that are called from there. */
        long end() {
            return start + bytes + CallStack.CALL_BYTES;
        }
    }

    private Inliner(Program program, BitSet wanted) {
        Routine kernel = program.kernel();
        this.program = program;
        this.wanted = wanted;
        this.registers = new ArrayList<>(kernel.registers());
        this.blocks = new ArrayList<>(kernel.blocks());
        this.stops = new ArrayList<>(program.stops());
        this.frameEnd = kernel.frameBytes();
        Frame frame = new Frame(0, kernel.frameBytes());
        for (BasicBlock block : blocks) {
            frames.add(frame);
            if (block.exit() instanceof Exit.Stop stop) {
                sites.set(stop.site());
            }
        }
    }

    /**
     * Returns the program with some routines inlined into the kernel.
     *
     * @param wanted the routines; they must not be recursive
     */
    public static Program inline(Program program, BitSet wanted) {
        if (wanted.isEmpty()) {
            return program;
        }
        Inliner inliner = new Inliner(program, wanted);
        for (int i = 0; i < inliner.blocks.size(); i++) {
            inliner.inlineFirstCall(i);
        }
        return inliner.result();
    }

    private Program result() {
        Routine kernel = program.kernel();
        List<Routine> routines = new ArrayList<>(program.routines());
        routines.set(
                0,
                new Routine(
                        kernel.name(),
                        kernel.index(),
                        kernel.address(),
                        List.copyOf(registers),
                        List.copyOf(blocks),
                        kernel.parameters(),
                        kernel.results(),
                        (frameEnd + FRAME_ALIGNMENT - 1) & -FRAME_ALIGNMENT));
        return new Program(
                routines,
                program.symbols(),
                stops,
                program.parameterBytes(),
                program.staticSharedBytes(),
                program.dynamicSharedStart(),
                program.source());
    }

    private void inlineFirstCall(int index) {
        BasicBlock block = blocks.get(index);
        for (int i = 0; i < block.steps().size(); i++) {
            if (block.steps().get(i) instanceof Step.Call call && wanted.get(call.routine())) {
                inline(block, i, call);
                return;
            }
        }
    }

    private void inline(BasicBlock block, int place, Step.Call call) {
        Routine callee = program.routines().get(call.routine());
        Frame caller = frames.get(block.index());
        Frame frame = new Frame(caller.end(), callee.frameBytes());
        frameEnd = Math.max(frameEnd, frame.start() + frame.bytes());
        int after = blocks.size();
        List<Step> rest = block.steps().subList(place + 1, block.steps().size());
        add(new BasicBlock(after, List.copyOf(rest), block.exit()), caller);
        InlinedBody body = new InlinedBody(callee, call, frame, registers);
        List<Step> before = new ArrayList<>(block.steps().subList(0, place));
        before.addAll(body.enter());
        int first = blocks.size();
        blocks.set(
                block.index(),
                new BasicBlock(
                        block.index(), List.copyOf(before), new Exit.Jump(first, call.at())));
        for (BasicBlock copied : callee.blocks()) {
            List<Step> steps = new ArrayList<>(body.steps(copied));
            Exit exit = body.exit(copied).retarget(target -> target + first);
            if (exit instanceof Exit.Return leave) {
                steps.addAll(body.leave());
                exit = new Exit.Jump(after, leave.at());
            }
            add(new BasicBlock(blocks.size(), List.copyOf(steps), own(exit)), frame);
        }
    }

    private void add(BasicBlock block, Frame frame) {
        blocks.add(block);
        frames.add(frame);
    }

    /** Returns a stop with a site that no other stop of the kernel has. */
    private Exit own(Exit exit) {
        if (!(exit instanceof Exit.Stop stop)) {
            return exit;
        }
        boolean taken = sites.get(stop.site());
        int site = taken ? stops.size() : stop.site();
        Exit.Stop owned = new Exit.Stop(site, stop.meeting(), stop.next(), stop.at());
        sites.set(site);
        if (taken) {
            stops.add(owned);
        } else {
            stops.set(site, owned);
        }
        return owned;
    }

    /** Returns the zero of a register's carrier. */
    static Value zero(Register register) {
        return new Value.Constant(0, register.carrier());
    }
}
