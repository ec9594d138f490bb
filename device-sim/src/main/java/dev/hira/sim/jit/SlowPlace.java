package dev.hira.sim.jit;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.Carrier;
import java.lang.classfile.CodeBuilder;

/** Any memory, by way of {@link Slow}, word by word. */
final class SlowPlace implements Place {
    private final Body body;
    private final CodeBuilder code;
    private final Spot spot;
    private final Access access;

    SlowPlace(Body body, Spot spot, Access access) {
        this.body = body;
        this.code = body.code;
        this.spot = spot;
        this.access = access;
    }

    /** Checks what single elements do not. */
    void check() {
        if (access.elements() > 1) {
            body.pushPlace();
            spot.pushLong(0);
            code.loadConstant(Numbers.of(access.space())).loadConstant(access.bytes());
            code.invokestatic(
                    Names.SLOW,
                    "requireAligned",
                    Names.method(Names.V, Names.WORKSPACE, Names.I, Names.J, Names.I, Names.I));
        }
    }

    @Override
    public Cell load(int element, Cell wanted) {
        Cell cell = wanted.whole();
        address(element);
        code.loadConstant(Numbers.of(access.space()));
        code.invokestatic(
                Names.SLOW,
                "load" + 8 * cell.bytes(),
                Names.method(cell.type(), Names.WORKSPACE, Names.I, Names.J, Names.I));
        return cell;
    }

    @Override
    public boolean checks() {
        return true;
    }

    @Override
    public void store(int element, Cell wanted, Carrier carrier, Runnable push) {
        Cell cell = wanted.whole();
        address(element);
        push.run();
        if (carrier == Carrier.FLOAT) {
            code.invokestatic(Names.FLOAT, "floatToRawIntBits", Names.method(Names.I, Names.F));
        } else if (carrier == Carrier.DOUBLE) {
            code.invokestatic(Names.DOUBLE, "doubleToRawLongBits", Names.method(Names.J, Names.D));
        } else {
            cell.narrow(code, carrier);
        }
        code.loadConstant(Numbers.of(access.space()));
        code.invokestatic(
                Names.SLOW,
                "store" + 8 * cell.bytes(),
                Names.method(
                        Names.V,
                        Names.WORKSPACE,
                        Names.I,
                        Names.J,
                        cell == Cell.LONG ? Names.J : Names.I,
                        Names.I));
    }

    private void address(int word) {
        body.pushPlace();
        spot.pushLong((long) word * access.wordBytes());
    }
}
