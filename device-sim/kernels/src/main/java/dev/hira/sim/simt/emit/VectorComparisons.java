package dev.hira.sim.simt.emit;

import java.lang.constant.ClassDesc;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The comparisons that vectors can do. */
final class VectorComparisons {
    private static final Map<String, VectorOperations.Emitter> ALL = new HashMap<>();

    static {
        for (String type : new String[] {"B32", "B16"}) {
            put("Eq" + type, VectorCalls.INTS, "EQ", false);
            put("Ne" + type, VectorCalls.INTS, "NE", false);
        }
        for (String type : new String[] {"S32", "U16"}) {
            ordered(type, VectorCalls.INTS, "");
        }
        ordered("U32", VectorCalls.INTS, "U");
        ordered("F32", VectorCalls.FLOATS, "");
        put("EqF32", VectorCalls.FLOATS, "EQ", false);
        put("NeuF32", VectorCalls.FLOATS, "NE", false);
        put("LtuF32", VectorCalls.FLOATS, "GE", true);
        put("LeuF32", VectorCalls.FLOATS, "GT", true);
        put("GtuF32", VectorCalls.FLOATS, "LE", true);
        put("GeuF32", VectorCalls.FLOATS, "LT", true);
    }

    private VectorComparisons() {}

    /** Returns the emitter for an operation, or null. */
    static VectorOperations.@Nullable Emitter of(String method) {
        return ALL.get(method);
    }

    private static void ordered(String type, ClassDesc vector, String prefix) {
        put("Lt" + type, vector, prefix + "LT", false);
        put("Le" + type, vector, prefix + "LE", false);
        put("Gt" + type, vector, prefix + "GT", false);
        put("Ge" + type, vector, prefix + "GE", false);
    }

    /** Adds a comparison that holds when the vectors' one does or, if negated, does not. */
    private static void put(String name, ClassDesc vector, String comparison, boolean negated) {
        ALL.put(
                "setp" + name,
                (lanes, arguments) -> {
                    lanes.pushVector(arguments.get(0));
                    lanes.vectors.compare(
                            vector, comparison, () -> lanes.pushVector(arguments.get(1)));
                    if (negated) {
                        lanes.code.invokevirtual(
                                VectorCalls.MASK,
                                "not",
                                dev.hira.sim.jit.method.GeneratedTypes.method(VectorCalls.MASK));
                    }
                });
    }
}
