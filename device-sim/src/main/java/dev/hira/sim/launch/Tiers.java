package dev.hira.sim.launch;

import dev.hira.sim.code.Program;
import dev.hira.sim.run.ThreadEngine;
import java.util.List;

/**
 * The tiers of an engine, the preferred one first; the interpreter is always behind them.
 *
 * @param preferred those that may refuse programs
 */
record Tiers(List<Tier> preferred) {
    /**
     * The tier that runs a program.
     *
     * @param why it and no other
     */
    record Choice(String tier, String why, ThreadEngine engine) {}

    /** Chooses the first tier that can run a program. */
    Choice choose(Program program) {
        StringBuilder refusals = new StringBuilder();
        for (Tier tier : preferred) {
            switch (tier.prepare(program)) {
                case Tier.Attempt.Ready(ThreadEngine engine) -> {
                    return new Choice(tier.name(), why(refusals), engine);
                }
                case Tier.Attempt.Refused(String why) ->
                        refusals.append(refusals.isEmpty() ? "" : "; ")
                                .append("not ")
                                .append(tier.name())
                                .append(", because ")
                                .append(why);
            }
        }
        Tier last = Tier.interpreter();
        if (last.prepare(program) instanceof Tier.Attempt.Ready(ThreadEngine engine)) {
            return new Choice(last.name(), why(refusals), engine);
        }
        throw new IllegalStateException("The interpreter runs everything.");
    }

    private static String why(StringBuilder refusals) {
        return refusals.isEmpty() ? "preferred" : refusals.toString();
    }
}
