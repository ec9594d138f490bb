package dev.hira.sim.interpret;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Program;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Step;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decodes the routines of a program. */
final class Decoder {
    private final Program program;
    private final List<RoutineCode> routines = new ArrayList<>();

    /** The first segment of each block, for each routine. */
    private final List<List<Segment>> segments = new ArrayList<>();

    private final Meetings[] meetings;

    private final boolean watched;

    private Decoder(Program program, Meetings[] meetings, boolean watched) {
        this.watched = watched;
        this.program = program;
        this.meetings = meetings;
    }

    /**
     * Decodes the routines in the order of the program, the kernel first.
     *
     * @param meetings receives the meetings by the numbers of their stops
     * @param watched whether the instructions report their accesses to the observer of the block
     */
    static List<RoutineCode> decode(Program program, Meetings[] meetings, boolean watched) {
        Decoder decoder = new Decoder(program, meetings, watched);
        int number = 0;
        for (Routine routine : program.routines()) {
            List<Segment> first = new ArrayList<>();
            for (int i = 0; i < routine.blocks().size(); i++) {
                first.add(new Segment(number++));
            }
            decoder.segments.add(first);
        }
        program.routines().forEach(decoder::decode);
        return decoder.routines;
    }

    private void decode(Routine routine) {
        Slots slots = new Slots(routine);
        Watching watching = watched ? Watching.of(routine) : null;
        List<Segment> first = segments.get(routine.index());
        for (BasicBlock block : routine.blocks()) {
            decode(slots, watching, first, block);
        }
        routines.add(slots.code(routine, first.getFirst()));
    }

    private void decode(
            Slots slots, @Nullable Watching watching, List<Segment> first, BasicBlock block) {
        Calls calls = new Calls(program, routines);
        Segment segment = first.get(block.index());
        Instructions instructions = new Instructions(slots, watching);
        for (Step step : block.steps()) {
            Segment continuation = new Segment(-1);
            Ending call = calls.decode(step, instructions, continuation);
            if (call == null) {
                instructions.add(step);
            } else {
                segment.fill(instructions, call, step.at());
                segment = continuation;
                instructions = new Instructions(slots, watching);
            }
        }
        Ending ending = Endings.of(block.exit(), first, instructions, meetings);
        segment.fill(instructions, ending, block.exit().at());
    }
}
