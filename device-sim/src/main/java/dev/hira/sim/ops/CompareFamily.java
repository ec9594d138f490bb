package dev.hira.sim.ops;

import dev.hira.sim.ptx.ScalarType;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rules for comparisons. */
final class CompareFamily {
    /** Names of comparisons that only unsigned integers have. */
    private static final Map<String, String> UNSIGNED =
            Map.of("lo", "lt", "ls", "le", "hi", "gt", "hs", "ge");

    private CompareFamily() {}

    static @Nullable Operation compare(Spelling spelling, int sources) {
        Spelling plain = named(spelling.without("and", "or", "xor"));
        if (plain.types().size() != 1) {
            return null;
        }
        ScalarType type = plain.type(0);
        return Families.named(plain, Signature.of(ScalarType.PRED, type, type));
    }

    private static Spelling named(Spelling spelling) {
        return new Spelling(
                spelling.opcode(),
                spelling.flags().stream().map(flag -> UNSIGNED.getOrDefault(flag, flag)).toList(),
                spelling.types());
    }
}
