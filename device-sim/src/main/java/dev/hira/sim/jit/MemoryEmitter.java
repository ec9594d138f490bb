package dev.hira.sim.jit;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.Address;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.ptx.ScalarType;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Emits loads and stores. Each checks its address, and goes the short way when that lies where
 * accesses through such an address usually lie, and the slow way otherwise. The slow way knows all
 * windows and ends the kernel when it has to.
 */
final class MemoryEmitter {
    private final Body body;
    private final CodeBuilder code;
    private final ValueEmitter values;
    private final Symbolic symbolic;

    MemoryEmitter(Body body, ValueEmitter values, Symbolic symbolic) {
        this.body = body;
        this.code = body.code;
        this.values = values;
        this.symbolic = symbolic;
    }

    /** One element of an access on its way. */
    @FunctionalInterface
    private interface Elements {
        void emit(Place place);
    }

    void load(Step.Load load) {
        List<@Nullable Register> targets = load.targets();
        emit(
                load.access(),
                load.address(),
                place -> {
                    for (int i = 0; i < targets.size(); i++) {
                        @Nullable Register target = targets.get(i);
                        if (target != null) {
                            load(place, i, target, load.access().type());
                        }
                    }
                });
        fence(load.access().order(), Access.Order.ACQUIRE);
    }

    private void load(Place place, int element, Register target, ScalarType type) {
        Cell cell = place.load(element, Cell.of(type, target.carrier()));
        switch (target.carrier()) {
            case FLOAT -> {
                if (cell != Cell.FLOAT) {
                    code.invokestatic(
                            Names.FLOAT, "intBitsToFloat", Names.method(Names.F, Names.I));
                }
            }
            case DOUBLE -> {
                if (cell != Cell.DOUBLE) {
                    code.invokestatic(
                            Names.DOUBLE, "longBitsToDouble", Names.method(Names.D, Names.J));
                }
            }
            case BOOLEAN, INT, LONG -> cell.widen(code, type, target.carrier(), target.bits());
        }
        body.store(target);
    }

    void store(Step.Store store) {
        fence(store.access().order(), Access.Order.RELEASE);
        List<Value> stored = store.values();
        emit(
                store.access(),
                store.address(),
                place -> {
                    for (int i = 0; i < stored.size(); i++) {
                        Value value = stored.get(i);
                        place.store(
                                i,
                                Cell.of(store.access().type(), value.carrier()),
                                value.carrier(),
                                () -> values.push(value));
                    }
                });
    }

    private void emit(Access access, Address address, Elements elements) {
        Label slow = code.newLabel();
        Label done = code.newLabel();
        Place fast =
                switch (access.space()) {
                    case GLOBAL, GENERIC -> {
                        boolean variables = symbolic.isSymbolic(address.base());
                        yield new WindowPlace(body, access, variables);
                    }
                    case SHARED, LOCAL, PARAM -> new ArrayPlace(body, access);
                };
        values.pushAddress(address.base(), address.offset());
        code.lstore(body.address);
        fast.check(slow);
        elements.emit(fast);
        code.goto_(done);
        code.labelBinding(slow);
        SlowPlace other = new SlowPlace(body, access);
        other.check(slow);
        elements.emit(other);
        code.labelBinding(done);
    }

    private void fence(Access.Order order, Access.Order half) {
        if (order == half || order == Access.Order.ACQUIRE_RELEASE) {
            ClassDesc owner = Names.VAR_HANDLE;
            code.invokestatic(
                    owner,
                    half == Access.Order.ACQUIRE ? "acquireFence" : "releaseFence",
                    Names.method(Names.V));
        }
    }
}
