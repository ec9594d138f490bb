package dev.hira.sim.jit;

import dev.hira.sim.code.Address;
import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Value;
import java.lang.classfile.CodeBuilder;

/**
 * The address of an access while its code is emitted. What is not simply a register is computed
 * once and kept in {@link Body#address}.
 */
final class Spot {
    private final Body body;
    private final CodeBuilder code;
    private final ValueEmitter values;
    private final Address address;
    private final boolean kept;

    private Spot(Body body, ValueEmitter values, Address address, boolean kept) {
        this.body = body;
        this.code = body.code;
        this.values = values;
        this.address = address;
        this.kept = kept;
    }

    /** The address, computed as far as necessary. */
    static Spot of(Body body, ValueEmitter values, Address address) {
        return isSimple(body, address.base())
                ? new Spot(body, values, address, false)
                : kept(body, values, address);
    }

    /** The address, computed and kept. */
    static Spot kept(Body body, ValueEmitter values, Address address) {
        values.pushAddress(address.base(), address.offset());
        body.code.lstore(body.address);
        return new Spot(body, values, address, true);
    }

    private static boolean isSimple(Body body, Value base) {
        return base instanceof Value.Constant
                || (base instanceof Register register && body.folding.of(register) == null);
    }

    /** Pushes the address and some bytes more. */
    void pushLong(long more) {
        if (kept) {
            code.lload(body.address);
            add(more);
        } else {
            values.pushAddress(address.base(), address.offset() + more);
        }
    }

    /** Pushes the low half of the same. */
    void pushInt(long more) {
        Value base = address.base();
        if (kept || base.carrier() == Carrier.LONG) {
            pushLong(more);
            code.l2i();
            return;
        }
        if (base instanceof Value.Constant(long bits, _)) {
            code.loadConstant((int) (bits + address.offset() + more));
            return;
        }
        values.push(base);
        int offset = (int) (address.offset() + more);
        if (offset != 0) {
            code.loadConstant(offset).iadd();
        }
    }

    /** Whether the address has 32 bits. */
    boolean isInt() {
        return !kept && address.base().carrier() == Carrier.INT;
    }

    private void add(long more) {
        if (more != 0) {
            code.loadConstant(more).ladd();
        }
    }
}
