package dev.hira.sim.launch;

import dev.hira.sim.code.Program;
import dev.hira.sim.run.ThreadEngine;
import java.util.List;
import java.util.function.Supplier;

/**
 * The tiers of an engine in order of preference, followed by the interpreter.
 *
 * @param preferred tiers that may refuse programs
 */
record Tiers(List<Tier> preferred) {
    /**
     * The tier that runs a program.
     *
     * @param refusals the reasons why the preferred tiers do not run it
     */
    record Choice(ThreadEngine engine, Supplier<Tier.Standing> standing, String refusals) {
        /** Returns the name of the tier that runs it now. */
        String tier() {
            return standing.get().tier();
        }

        /** Returns the reason why this tier runs it and no other. */
        String why() {
            String own = standing.get().why();
            if (refusals.isEmpty()) {
                return own.isEmpty() ? "preferred" : own;
            }
            return own.isEmpty() ? refusals : refusals + "; " + own;
        }
    }

    /** Chooses the first tier that can run a program. */
    Choice choose(Program program) {
        return choose(program, preferred, Tier.interpreter());
    }

    /** Chooses the first tier that can run a program under observation. */
    Choice chooseObserved(Program program) {
        List<Tier> observed = preferred.stream().map(Tier::observed).distinct().toList();
        Choice choice = choose(program, observed, Tier.interpreter().observed());
        String why = choice.refusals().isEmpty() ? "" : "; " + choice.refusals();
        return new Choice(choice.engine(), choice.standing(), "kernels are checked" + why);
    }

    private static Choice choose(Program program, List<Tier> preferred, Tier last) {
        StringBuilder refusals = new StringBuilder();
        for (Tier tier : preferred) {
            switch (tier.prepare(program)) {
                case Tier.Attempt.Ready(ThreadEngine engine, var standing) -> {
                    return new Choice(engine, standing, refusals.toString());
                }
                case Tier.Attempt.Refused(String why) ->
                        refusals.append(refusals.isEmpty() ? "" : "; ")
                                .append("not ")
                                .append(tier.name())
                                .append(", because ")
                                .append(why);
            }
        }
        if (last.prepare(program)
                instanceof Tier.Attempt.Ready(ThreadEngine engine, var standing)) {
            return new Choice(engine, standing, refusals.toString());
        }
        throw new IllegalStateException("The interpreter runs everything.");
    }
}
