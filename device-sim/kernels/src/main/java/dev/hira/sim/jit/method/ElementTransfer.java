package dev.hira.sim.jit.method;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.ptx.ScalarType;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;

/**
 * How generated code moves an element between memory and the operand stack: as a byte, short, int,
 * long, or, where the register wants it so, float or double.
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

    /** The cell for elements of a type and registers or values of a carrier. */
    public static ElementTransfer of(ScalarType type, Carrier carrier) {
        return switch (type.bytes()) {
            case 1 -> BYTE;
            case 2 -> SHORT;
            case 4 -> carrier == Carrier.FLOAT ? FLOAT : INT;
            case 8 -> carrier == Carrier.DOUBLE ? DOUBLE : LONG;
            default ->
                    throw new UnsupportedOperationException(
                            "elements of " + type.bytes() + " bytes are not accessed");
        };
    }

    /** The cell for a whole number of so many bytes. */
    public static ElementTransfer ofBytes(int bytes) {
        return switch (bytes) {
            case 1 -> BYTE;
            case 2 -> SHORT;
            case 4 -> INT;
            case 8 -> LONG;
            default -> throw new IllegalArgumentException("no cell has " + bytes + " bytes");
        };
    }

    public int bytes() {
        return bytes;
    }

    /** Its type in memory. */
    public ClassDesc type() {
        return GeneratedTypes.of(type);
    }

    /** The cell of as many bytes that the slow ways use. */
    public ElementTransfer whole() {
        return this == FLOAT ? INT : this == DOUBLE ? LONG : this;
    }

    /** Drops what was loaded. */
    public void pop(CodeBuilder code) {
        if (bytes == 8) {
            code.pop2();
        } else {
            code.pop();
        }
    }

    /** From what was loaded to what a register of so many bits holds. */
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

    /** From a value to what is stored: the low bits of it. */
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
