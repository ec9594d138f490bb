package dev.hira.sim.ops;

import dev.hira.sim.ptx.model.ScalarType;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The naming rules for comparisons. */
final class CompareFamily {
    /** Names of comparisons that exist only for unsigned integers. */
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

    /** Returns the comparison of one half of two pairs. */
    static @Nullable Operation compareHalf(Spelling spelling, boolean high) {
        Spelling plain = spelling.without("and", "or", "xor");
        ScalarType type = plain.lastType();
        if (plain.types().size() != 1 || type.kind() != ScalarType.Kind.PAIR) {
            return null;
        }
        String stem = plain.stem() + (high ? "High" : "Low");
        return Methods.operation(
                stem + type, Signature.of(ScalarType.PRED, type, type), false, false);
    }

    /** Returns the comparison of pairs that produces a word. */
    static @Nullable Operation set(Spelling spelling, int sources) {
        if (spelling.types().size() != 2) {
            return null;
        }
        ScalarType to = spelling.type(0);
        ScalarType from = spelling.type(1);
        String target = to.kind() == ScalarType.Kind.PAIR ? to.name() : "B" + to.bits();
        return Methods.operation(
                spelling.stem() + target + from, Signature.of(to, from, from), false, false);
    }

    private static Spelling named(Spelling spelling) {
        return new Spelling(
                spelling.opcode(),
                spelling.flags().stream().map(flag -> UNSIGNED.getOrDefault(flag, flag)).toList(),
                spelling.types());
    }
}
