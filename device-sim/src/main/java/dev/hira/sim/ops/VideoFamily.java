package dev.hira.sim.ops;

import dev.hira.sim.ptx.ScalarType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rules for video instructions on whole words, halves and bytes. */
final class VideoFamily {
    private VideoFamily() {}

    static @Nullable Operation resolve(Spelling spelling) {
        boolean comparison = spelling.opcode().startsWith("vset");
        if (spelling.types().size() != (comparison ? 2 : 3)) {
            return null;
        }
        List<ScalarType> types = spelling.types();
        StringBuilder name = new StringBuilder(spelling.stem());
        types.forEach(name::append);
        ScalarType result = comparison ? ScalarType.U32 : types.get(0);
        ScalarType a = types.get(types.size() - 2);
        ScalarType b = types.getLast();
        Signature signature =
                hasThird(spelling)
                        ? Signature.of(result, a, b, result)
                        : Signature.of(result, a, b);
        return Methods.operation(name.toString(), signature, false, false);
    }

    /** Whether there is a third source: to be added or compared, or to be merged with. */
    private static boolean hasThird(Spelling spelling) {
        String opcode = spelling.opcode();
        return opcode.endsWith("2")
                || opcode.endsWith("4")
                || spelling.has("add")
                || spelling.has("min")
                || spelling.has("max");
    }
}
