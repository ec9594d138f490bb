package dev.hira.sim.jit.method;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.ptx.model.ScalarType;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;

/**
 * The type in which generated code moves an element between memory and the operand stack: byte,
 * short, int, long, or, for a register of that kind, float or double.
 */
public enum ElementTransfer {
    BYTE(1, byte.class),
    SHORT(2, short.class),
    INT(4, int.class),
    LONG(8, long.class),
    FLOAT(4, float.class),
    DOUBLE(8, double.class);

    private final int bytes;
    private final Class<?> type;

    ElementTransfer(int bytes, Class<?> type) {
        this.bytes = bytes;
        this.type = type;
    }

    /** Returns the transfer for elements of a type and registers or values of a carrier. */
    public static ElementTransfer of(ScalarType type, Carrier carrier) {
        return switch (type.bytes()) {
            case 1 -> BYTE;
            case 2 -> SHORT;
            case 4 -> carrier == Carrier.FLOAT ? FLOAT : INT;
            case 8 -> carrier == Carrier.DOUBLE ? DOUBLE : LONG;
            default ->
                    throw new UnsupportedOperationException(
                            "No transfer moves elements of " + type.bytes() + " bytes.");
        };
    }

    /** Returns the transfer of a whole number of this many bytes. */
    public static ElementTransfer ofBytes(int bytes) {
        return switch (bytes) {
            case 1 -> BYTE;
            case 2 -> SHORT;
            case 4 -> INT;
            case 8 -> LONG;
            default -> throw new IllegalArgumentException("No transfer moves " + bytes + " bytes.");
        };
    }

    public int bytes() {
        return bytes;
    }

    /** Returns its type in memory. */
    public ClassDesc type() {
        return GeneratedTypes.of(type);
    }

    /** Returns the transfer of the same size that the slow paths use. */
    public ElementTransfer whole() {
        return this == FLOAT ? INT : this == DOUBLE ? LONG : this;
    }

    /** Pops a loaded element. */
    public void pop(CodeBuilder code) {
        if (bytes == 8) {
            code.pop2();
        } else {
            code.pop();
        }
    }

    /** Converts a loaded element to the contents of a register of this many bits. */
    public void widen(CodeBuilder code, ScalarType type, Carrier carrier, int bits) {
        boolean signed = type.kind() == ScalarType.Kind.SIGNED;
        switch (this) {
            case BYTE, SHORT -> {
                int kept = !signed ? type.bits() : Math.min(bits, 32);
                if (kept < 32) {
                    code.loadConstant((1 << kept) - 1).iand();
                }
                extend(code, carrier);
            }
            case INT -> {
                if (carrier == Carrier.LONG || carrier == Carrier.DOUBLE) {
                    code.i2l();
                    if (!signed) {
                        code.loadConstant(0xffff_ffffL).land();
                    }
                }
            }
            case LONG -> {
                if (carrier == Carrier.INT) {
                    code.l2i();
                }
            }
            case FLOAT, DOUBLE -> {}
        }
    }

    private static void extend(CodeBuilder code, Carrier carrier) {
        if (carrier == Carrier.LONG) {
            code.i2l();
        }
    }

    /** Converts a value to the stored element: its low bits. */
    public void narrow(CodeBuilder code, Carrier carrier) {
        switch (carrier) {
            case LONG -> {
                if (this != LONG) {
                    code.l2i();
                }
            }
            case BOOLEAN, INT -> {
                if (this == LONG) {
                    code.i2l().loadConstant(0xffff_ffffL).land();
                }
            }
            case FLOAT, DOUBLE -> {}
        }
        if (this == BYTE) {
            code.i2b();
        } else if (this == SHORT) {
            code.i2s();
        }
    }
}
