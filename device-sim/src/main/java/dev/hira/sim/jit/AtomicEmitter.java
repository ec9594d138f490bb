package dev.hira.sim.jit;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Emits atomic updates. The common ones have methods of their own, in {@link DeviceAtomics} for
 * device memory and in {@link SharedAtomics} for shared memory, which are called behind the check
 * of the address; the others go the slow way.
 */
final class AtomicEmitter {
    /** Operands of a conditional exchange of two elements. */
    private static final int MOST_OPERANDS = 4;

    private static final MethodTypeDesc PAIR =
            Names.method(
                    Names.J,
                    Names.WORKSPACE,
                    Names.I,
                    Names.J,
                    Names.J,
                    Names.J,
                    Names.J,
                    Names.J,
                    Names.I,
                    Names.I);

    private final Body body;
    private final CodeBuilder code;
    private final ValueEmitter values;
    private final Groups groups;
    private final CheckEmitter checks;

    AtomicEmitter(Body body, ValueEmitter values, Groups groups, CheckEmitter checks) {
        this.body = body;
        this.code = body.code;
        this.values = values;
        this.groups = groups;
        this.checks = checks;
    }

    void emit(Step.Atomic atomic) {
        Spot spot = Spot.of(body, values, atomic.address());
        if (atomic.access().elements() > 1) {
            pair(atomic, spot);
            return;
        }
        Group group = groups.of(atomic);
        @Nullable AtomicMethod method = AtomicMethod.of(atomic);
        if (method == null) {
            slow(atomic, spot);
            return;
        }
        checks.emit(
                group,
                spot,
                () -> {
                    FastPlace.of(body, spot, group, atomic.access().bytes()).pushAtomic();
                    call(atomic, method, group.window().isArray());
                },
                () -> slow(atomic, spot));
    }

    /** Calls the method for an update, with the place on the stack. */
    private void call(Step.Atomic atomic, AtomicMethod method, boolean shared) {
        List<ClassDesc> parameters = new ArrayList<>();
        if (shared) {
            parameters.add(Names.BYTES);
            parameters.add(Names.I);
        } else {
            parameters.add(Names.J);
        }
        for (Value operand : atomic.operands()) {
            push(operand, method.carrier());
            parameters.add(Carriers.type(method.carrier()));
        }
        code.invokestatic(
                Names.of(shared ? SharedAtomics.class : DeviceAtomics.class),
                method.name(),
                Names.method(
                        Carriers.type(method.carrier()), parameters.toArray(ClassDesc[]::new)));
        @Nullable Register target = atomic.target();
        if (target == null) {
            drop(method.carrier());
        } else {
            convert(method.carrier(), target.carrier());
            body.store(target);
        }
    }

    private void push(Value operand, Carrier wanted) {
        if (operand.carrier() == wanted) {
            values.push(operand);
        } else {
            values.pushBits(operand);
            values.fromBits(wanted);
        }
    }

    private void convert(Carrier from, Carrier to) {
        if (from == to) {
            return;
        }
        values.toBits(from);
        values.fromBits(to);
    }

    private void drop(Carrier carrier) {
        if (carrier == Carrier.LONG || carrier == Carrier.DOUBLE) {
            code.pop2();
        } else {
            code.pop();
        }
    }

    private void slow(Step.Atomic atomic, Spot spot) {
        Access access = atomic.access();
        body.pushPlace();
        spot.pushLong(0);
        values.pushBits(atomic.operands().getFirst());
        values.pushBits(atomic.operands().getLast());
        code.loadConstant(Numbers.of(access.space()))
                .loadConstant(Numbers.of(atomic.update()))
                .loadConstant(Numbers.of(access.type()));
        code.invokestatic(
                Names.SLOW,
                "atomic",
                Names.method(
                        Names.J,
                        Names.WORKSPACE,
                        Names.I,
                        Names.J,
                        Names.J,
                        Names.J,
                        Names.I,
                        Names.I,
                        Names.I));
        @Nullable Register target = atomic.target();
        if (target == null) {
            code.pop2();
        } else {
            extend(access, target);
            values.fromBits(target.carrier());
            body.store(target);
        }
    }

    /** Updates two elements at once; the old one of the second is left in the workspace. */
    private void pair(Step.Atomic atomic, Spot spot) {
        body.pushPlace();
        spot.pushLong(0);
        for (int i = 0; i < MOST_OPERANDS; i++) {
            if (i < atomic.operands().size()) {
                values.pushBits(atomic.operands().get(i));
            } else {
                code.lconst_0();
            }
        }
        code.loadConstant(Numbers.of(atomic.access().space()))
                .loadConstant(Numbers.of(atomic.update()));
        code.invokestatic(Names.SLOW, "atomicPair", PAIR);
        take(atomic.targets().getFirst());
        code.aload(Body.WORKSPACE).getfield(Names.WORKSPACE, "high", Names.J);
        take(atomic.targets().getLast());
    }

    private void take(@Nullable Register target) {
        if (target == null) {
            code.pop2();
        } else {
            values.fromBits(target.carrier());
            body.store(target);
        }
    }

    /** Spreads the sign of a number from memory in a wider register, zeros above it. */
    private void extend(Access access, Register target) {
        int bits = access.type().bits();
        if (access.type().kind() == dev.hira.sim.ptx.ScalarType.Kind.SIGNED
                && bits < target.bits()) {
            code.loadConstant(64 - bits).lshl().loadConstant(64 - bits).lshr();
            if (target.bits() < 64) {
                code.loadConstant((1L << target.bits()) - 1).land();
            }
        }
    }
}
