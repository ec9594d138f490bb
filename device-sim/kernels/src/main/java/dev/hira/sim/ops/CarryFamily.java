package dev.hira.sim.ops;

import dev.hira.sim.ptx.model.ScalarType;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The naming rules for the parts of wider sums, differences and products. */
final class CarryFamily {
    private static final Map<String, Integer> FACTORS_AND_TERMS =
            Map.of("add", 2, "addc", 2, "sub", 2, "subc", 2, "mad", 3, "madc", 3);

    private CarryFamily() {}

    static @Nullable Operation value(Spelling spelling) {
        return isKnown(spelling)
                ? Families.named(spelling, signature(spelling, spelling.type(0)))
                : null;
    }

    static @Nullable Operation carryOut(Spelling spelling) {
        List<String> flags = Stream.concat(spelling.flags().stream(), Stream.of("carry")).toList();
        return isKnown(spelling)
                ? Families.named(
                        new Spelling(spelling.opcode(), flags, spelling.types()),
                        signature(spelling, ScalarType.PRED))
                : null;
    }

    private static boolean isKnown(Spelling spelling) {
        return FACTORS_AND_TERMS.containsKey(spelling.opcode()) && spelling.types().size() == 1;
    }

    private static Signature signature(Spelling spelling, ScalarType result) {
        int operands = FACTORS_AND_TERMS.getOrDefault(spelling.opcode(), 0);
        Stream<ScalarType> sources = Collections.nCopies(operands, spelling.type(0)).stream();
        Stream<ScalarType> carry =
                spelling.opcode().endsWith("c") ? Stream.of(ScalarType.PRED) : Stream.of();
        return new Signature(Stream.concat(sources, carry).toList(), result);
    }
}
