package dev.hira.sim.jit.check;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.Carrier;
import dev.hira.sim.jit.method.ElementTransfer;
import dev.hira.sim.jit.method.EmittedAddress;
import dev.hira.sim.jit.method.GeneratedTypes;
import dev.hira.sim.jit.method.MethodBody;
import dev.hira.sim.jit.runtime.ConstantNumbers;
import dev.hira.sim.jit.runtime.RuntimeHelpers;
import java.lang.classfile.CodeBuilder;

/** The path to any memory, through {@link RuntimeHelpers}, word by word. */
public final class GenericAccessPath implements AccessPath {
    private final MethodBody body;
    private final CodeBuilder code;
    private final EmittedAddress spot;
    private final Access access;

    public GenericAccessPath(MethodBody body, EmittedAddress spot, Access access) {
        this.body = body;
        this.code = body.code;
        this.spot = spot;
        this.access = access;
    }

    /**
     * Checks the alignment of a vector as a whole, which accesses to single elements do not check.
     */
    public void check() {
        if (access.elements() > 1) {
            body.pushPlace();
            spot.pushLong(0);
            code.loadConstant(ConstantNumbers.of(access.space())).loadConstant(access.bytes());
            code.invokestatic(
                    GeneratedTypes.SLOW,
                    "requireAligned",
                    GeneratedTypes.method(
                            GeneratedTypes.V,
                            GeneratedTypes.WORKSPACE,
                            GeneratedTypes.I,
                            GeneratedTypes.J,
                            GeneratedTypes.I,
                            GeneratedTypes.I));
        }
    }

    @Override
    public ElementTransfer load(int element, ElementTransfer wanted) {
        ElementTransfer cell = wanted.whole();
        address(element);
        code.loadConstant(ConstantNumbers.of(access.space()));
        code.invokestatic(
                GeneratedTypes.SLOW,
                "load" + 8 * cell.bytes(),
                GeneratedTypes.method(
                        cell.type(),
                        GeneratedTypes.WORKSPACE,
                        GeneratedTypes.I,
                        GeneratedTypes.J,
                        GeneratedTypes.I));
        return cell;
    }

    @Override
    public boolean checks() {
        return true;
    }

    @Override
    public void store(int element, ElementTransfer wanted, Carrier carrier, Runnable push) {
        ElementTransfer cell = wanted.whole();
        address(element);
        push.run();
        if (carrier == Carrier.FLOAT) {
            code.invokestatic(
                    GeneratedTypes.FLOAT,
                    "floatToRawIntBits",
                    GeneratedTypes.method(GeneratedTypes.I, GeneratedTypes.F));
        } else if (carrier == Carrier.DOUBLE) {
            code.invokestatic(
                    GeneratedTypes.DOUBLE,
                    "doubleToRawLongBits",
                    GeneratedTypes.method(GeneratedTypes.J, GeneratedTypes.D));
        } else {
            cell.narrow(code, carrier);
        }
        code.loadConstant(ConstantNumbers.of(access.space()));
        code.invokestatic(
                GeneratedTypes.SLOW,
                "store" + 8 * cell.bytes(),
                GeneratedTypes.method(
                        GeneratedTypes.V,
                        GeneratedTypes.WORKSPACE,
                        GeneratedTypes.I,
                        GeneratedTypes.J,
                        cell == ElementTransfer.LONG ? GeneratedTypes.J : GeneratedTypes.I,
                        GeneratedTypes.I));
    }

    private void address(int word) {
        body.pushPlace();
        spot.pushLong((long) word * access.wordBytes());
    }
}
