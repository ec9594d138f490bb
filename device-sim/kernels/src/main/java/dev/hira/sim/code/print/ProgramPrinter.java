package dev.hira.sim.code.print;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Program;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Routine;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Prints listings of programs for people. Each line begins with its source line in the text. */
public final class ProgramPrinter {
    private final Program program;
    private final Map<Register, String> names = new HashMap<>();
    private final StringBuilder out = new StringBuilder();

    private ProgramPrinter(Program program) {
        this.program = program;
    }

    /** Returns the listing of a program. */
    public static String print(Program program) {
        ProgramPrinter printer = new ProgramPrinter(program);
        printer.head();
        program.routines().forEach(printer::routine);
        return printer.out.toString();
    }

    private void head() {
        out.append("program ").append(program.kernel().name());
        out.append(": ").append(program.parameterBytes()).append(" bytes of parameters, ");
        out.append(program.staticSharedBytes()).append(" of shared memory, dynamic from ");
        out.append(program.dynamicSharedStart()).append(", ");
        out.append(program.stops().size()).append(" stops\n");
        if (!program.symbols().isEmpty()) {
            out.append("symbols ").append(String.join(", ", program.symbols())).append('\n');
        }
    }

    private void routine(Routine routine) {
        nameRegisters(routine);
        out.append("\nroutine ").append(routine.index()).append(' ').append(routine.name());
        out.append(" at ").append(routine.address());
        out.append(", ").append(routine.registers().size()).append(" registers");
        out.append(", ").append(routine.frameBytes()).append(" bytes of frame\n");
        places("takes", routine.parameters());
        places("gives", routine.results());
        ValuePrinter values = new ValuePrinter(program, names);
        StepPrinter steps = new StepPrinter(program, values);
        for (BasicBlock block : routine.blocks()) {
            out.append("block ").append(block.index()).append(":\n");
            block.steps().forEach(step -> line(step.at(), steps.print(step)));
            line(block.exit().at(), new ExitPrinter(values).print(block.exit()));
        }
    }

    private void line(int at, String text) {
        out.append(String.format("%6d  %s%n", program.line(at), text));
    }

    private void places(String what, List<Routine.Place> places) {
        for (Routine.Place place : places) {
            String where =
                    switch (place) {
                        case Routine.Place.InRegister(Register register) -> nameOf(register);
                        case Routine.Place.InFrame(long offset, long bytes) ->
                                bytes + " bytes at frame+" + offset;
                    };
            out.append("  ").append(what).append(' ').append(where).append('\n');
        }
    }

    /** Registers of different scopes may share a name; all but the first get a number as well. */
    private void nameRegisters(Routine routine) {
        Set<String> used = new HashSet<>();
        names.clear();
        for (Register register : routine.registers()) {
            boolean first = used.add(register.name());
            names.put(register, first ? register.name() : register.name() + "'" + register.index());
        }
    }

    private String nameOf(Register register) {
        @Nullable String name = names.get(register);
        return name == null ? register.name() : name;
    }
}
