package dev.hira.sim.lower.pass;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.code.analysis.Effects;
import dev.hira.sim.code.analysis.Substitution;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Renumbers registers and drops the unused ones. */
final class Compaction {
    private final Routine routine;
    private final @Nullable Register[] renamed;
    private final List<Register> kept = new ArrayList<>();

    private Compaction(Routine routine) {
        this.routine = routine;
        this.renamed = new Register[routine.registers().size()];
    }

    static Routine apply(Routine routine) {
        return new Compaction(routine).apply();
    }

    private Routine apply() {
        boolean[] used = used();
        for (Register register : routine.registers()) {
            if (used[register.index()]) {
                Register now =
                        new Register(
                                kept.size(), register.carrier(), register.bits(), register.name());
                renamed[register.index()] = now;
                kept.add(now);
            }
        }
        Substitution renaming = new Substitution(this::value, this::register);
        List<BasicBlock> blocks = new ArrayList<>();
        for (BasicBlock block : routine.blocks()) {
            List<Step> steps = block.steps().stream().map(renaming::apply).toList();
            blocks.add(new BasicBlock(block.index(), steps, renaming.apply(block.exit())));
        }
        return new Routine(
                routine.name(),
                routine.index(),
                routine.address(),
                List.copyOf(kept),
                List.copyOf(blocks),
                places(routine.parameters()),
                places(routine.results()),
                routine.frameBytes());
    }

    private boolean[] used() {
        boolean[] used = new boolean[routine.registers().size()];
        Consumer<Value> note =
                value -> {
                    if (value instanceof Register register) {
                        used[register.index()] = true;
                    }
                };
        for (BasicBlock block : routine.blocks()) {
            for (Step step : block.steps()) {
                Effects.reads(step, note);
                Effects.writes(step, note);
            }
            Effects.reads(block.exit(), note);
            Effects.writes(block.exit(), note);
        }
        for (Routine.Place place : routine.parameters()) {
            noteIfRegister(place, note);
        }
        for (Routine.Place place : routine.results()) {
            noteIfRegister(place, note);
        }
        return used;
    }

    private static void noteIfRegister(Routine.Place place, Consumer<Value> note) {
        if (place instanceof Routine.Place.InRegister(Register register)) {
            note.accept(register);
        }
    }

    private List<Routine.Place> places(List<Routine.Place> places) {
        return places.stream().map(this::place).toList();
    }

    private Routine.Place place(Routine.Place place) {
        return switch (place) {
            case Routine.Place.InRegister(Register old) ->
                    new Routine.Place.InRegister(register(old));
            case Routine.Place.InFrame frame -> frame;
        };
    }

    private Value value(Value value) {
        return value instanceof Register register ? register(register) : value;
    }

    private Register register(Register old) {
        Register now = renamed[old.index()];
        if (now == null) {
            throw new IllegalStateException("The register " + old + " was not seen in use.");
        }
        return now;
    }
}
