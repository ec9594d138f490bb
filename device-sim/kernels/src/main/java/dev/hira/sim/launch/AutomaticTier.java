package dev.hira.sim.launch;

import dev.hira.sim.code.Program;
import dev.hira.sim.cores.HelperThreads;
import dev.hira.sim.jit.CompiledProgram;
import dev.hira.sim.run.ThreadEngine;
import dev.hira.sim.simt.AutomaticPieces;
import java.util.function.LongSupplier;

/** The tier that starts with scalar code and changes to lane groups where these are faster. */
final class AutomaticTier implements Tier {
    private final Tier scalar = Tier.scalar();
    private final LongSupplier nanos;

    AutomaticTier(LongSupplier nanos) {
        this.nanos = nanos;
    }

    @Override
    public String name() {
        return scalar.name();
    }

    @Override
    public Attempt prepare(Program program) {
        return switch (scalar.prepare(program)) {
            case Attempt.Ready(ThreadEngine engine, _)
                    when engine instanceof CompiledProgram compiled ->
                    begin(compiled);
            case Attempt other -> other;
        };
    }

    private Attempt begin(CompiledProgram compiled) {
        AutomaticPieces.Entry entry =
                AutomaticPieces.of(compiled, HelperThreads.ofHost()::run, nanos);
        return new Attempt.Ready(entry.program(), () -> standing(entry.pieces().standing()));
    }

    private static Standing standing(AutomaticPieces.Standing standing) {
        return new Standing(standing.inGroups() ? "simt" : "scalar", standing.why());
    }
}
