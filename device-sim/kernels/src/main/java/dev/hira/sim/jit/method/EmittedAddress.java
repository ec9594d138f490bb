package dev.hira.sim.jit.method;

import dev.hira.sim.code.Address;
import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Value;
import java.lang.classfile.CodeBuilder;

/**
 * The address of an access while its code is emitted. An address that is not simply a register is
 * computed once and kept in {@link MethodBody#address}.
 */
public final class EmittedAddress {
    private final MethodBody body;
    private final CodeBuilder code;
    private final ValueEmitter values;
    private final Address address;
    private final boolean kept;

    private EmittedAddress(MethodBody body, ValueEmitter values, Address address, boolean kept) {
        this.body = body;
        this.code = body.code;
        this.values = values;
        this.address = address;
        this.kept = kept;
    }

    /** Returns the address, computed as far as necessary. */
    public static EmittedAddress of(MethodBody body, ValueEmitter values, Address address) {
        return isSimple(body, address.base())
                ? new EmittedAddress(body, values, address, false)
                : kept(body, values, address);
    }

    /** Returns the address, computed and kept. */
    public static EmittedAddress kept(MethodBody body, ValueEmitter values, Address address) {
        values.pushAddress(address.base(), address.offset());
        body.code.lstore(body.address);
        return new EmittedAddress(body, values, address, true);
    }

    private static boolean isSimple(MethodBody body, Value base) {
        return base instanceof Value.Constant
                || (base instanceof Register register && body.folding.of(register) == null);
    }

    /** Pushes the address plus some bytes. */
    public void pushLong(long more) {
        if (kept) {
            code.lload(body.address);
            add(more);
        } else {
            values.pushAddress(address.base(), address.offset() + more);
        }
    }

    /** Pushes the low half of the address plus some bytes. */
    public void pushInt(long more) {
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

    /** Returns whether the address has 32 bits. */
    public boolean isInt() {
        return !kept && address.base().carrier() == Carrier.INT;
    }

    private void add(long more) {
        if (more != 0) {
            code.loadConstant(more).ladd();
        }
    }
}
