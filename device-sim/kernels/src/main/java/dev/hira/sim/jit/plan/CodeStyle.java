package dev.hira.sim.jit.plan;

import java.util.Set;

/**
 * How the code of a program differs from the usual.
 *
 * @param omitted the safety features that it leaves out
 * @param observed whether it reports all accesses to the observer of its block
 */
public record CodeStyle(Set<OmittedFeature> omitted, boolean observed) {
    /** The usual code. */
    public static final CodeStyle USUAL = new CodeStyle(Set.of(), false);

    /** Code that reports all accesses to the observer of its block. */
    public static final CodeStyle OBSERVED = new CodeStyle(Set.of(), true);

    /** Returns code that leaves out a safety feature, to measure its cost. */
    public static CodeStyle without(OmittedFeature omitted) {
        return new CodeStyle(Set.of(omitted), false);
    }

    /** Returns whether the code leaves out a feature. */
    public boolean omits(OmittedFeature feature) {
        return omitted.contains(feature);
    }
}
