package dev.hira.sim.ops;

import dev.hira.sim.ptx.model.ScalarType;
import java.util.Collections;
import java.util.List;

/** The source and result types of an instruction. */
record Signature(List<ScalarType> sources, ScalarType result) {
    Signature {
        sources = List.copyOf(sources);
    }

    static Signature of(ScalarType result, ScalarType... sources) {
        return new Signature(List.of(sources), result);
    }

    /** Returns a signature with a single type. */
    static Signature alike(ScalarType type, int sources) {
        return new Signature(Collections.nCopies(sources, type), type);
    }

    boolean hasSource(ScalarType type) {
        return sources.contains(type);
    }

    boolean uses(ScalarType type) {
        return result == type || hasSource(type);
    }
}
