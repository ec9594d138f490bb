package dev.hira.sim.code;

/**
 * A location in memory.
 *
 * @param base an INT or LONG value; an INT counts as unsigned, and the sum wraps to 32 bits
 * @param offset added to the base; 0 unless the base is a register
 */
public record Address(Value base, long offset) {
    /** Returns an address; a base other than a register absorbs the offset. */
    public static Address of(Value base, long offset) {
        return switch (base) {
            case Register _, Value.Special _ -> new Address(base, offset);
            case Value.Constant(long bits, Carrier carrier) ->
                    new Address(
                            new Value.Constant(
                                    carrier == Carrier.INT
                                            ? Integer.toUnsignedLong((int) (bits + offset))
                                            : bits + offset,
                                    Carrier.LONG),
                            0);
            case Value.SymbolAddress(int symbol, long start, Carrier carrier) ->
                    new Address(new Value.SymbolAddress(symbol, start + offset, carrier), 0);
            case Value.FrameAddress(long start, Carrier carrier) ->
                    new Address(new Value.FrameAddress(start + offset, carrier), 0);
        };
    }
}
