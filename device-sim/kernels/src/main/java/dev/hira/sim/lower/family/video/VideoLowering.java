package dev.hira.sim.lower.family.video;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Value;
import dev.hira.sim.lower.build.Coercions;
import dev.hira.sim.lower.build.LoweringContext;
import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.model.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * Reads sources and writes targets of video instructions, which may be bytes or halves of
 * registers.
 */
public final class VideoLowering {
    private VideoLowering() {}

    /**
     * A part of a register.
     *
     * @param position index of its lowest bit
     */
    record Part(String name, int offset, int position, int bits) {}

    /** Returns the part of a register that an operand names, or null. */
    static @Nullable Part part(Operand operand) {
        if (!(operand instanceof Operand.Component(String name, String part, int offset))
                || !part.matches("\\.(b[0-3]|h[01])")) {
            return null;
        }
        int bits = part.charAt(1) == 'b' ? 8 : 16;
        return new Part(name, offset, bits * (part.charAt(2) - '0'), bits);
    }

    /** Reads a source: a word, or a byte or half of one, extended according to its type. */
    static Value read(Operand operand, ScalarType type, LoweringContext context) {
        Part part = part(operand);
        if (part == null) {
            return context.values().read(operand, type);
        }
        return context.conversions()
                .compute(
                        Coercions.operation("bfe", type.suffix()),
                        context.values().read(new Operand.Name(part.name(), part.offset()), type),
                        new Value.Constant(part.position(), Carrier.INT),
                        new Value.Constant(part.bits(), Carrier.INT));
    }
}
