package dev.hira.sim.jit.emit;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.jit.check.AccessGroup;
import dev.hira.sim.jit.check.AccessGroups;
import dev.hira.sim.jit.check.CheckEmitter;
import dev.hira.sim.jit.check.WindowAccessPath;
import dev.hira.sim.jit.method.EmittedAddress;
import dev.hira.sim.jit.method.GeneratedTypes;
import dev.hira.sim.jit.method.MethodBody;
import dev.hira.sim.jit.method.ValueEmitter;
import dev.hira.sim.jit.plan.CarrierTypes;
import dev.hira.sim.jit.runtime.AtomicMethod;
import dev.hira.sim.jit.runtime.ConstantNumbers;
import dev.hira.sim.jit.runtime.DeviceAtomics;
import dev.hira.sim.jit.runtime.SharedAtomics;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Emits atomic updates. Common updates have methods of their own, in {@link DeviceAtomics} for
 * device memory and in {@link SharedAtomics} for shared memory, which are called after the address
 * check; the others take the slow path.
 */
final class AtomicEmitter {
    /** Operands of a conditional exchange of two elements. */
    private static final int MOST_OPERANDS = 4;

    private static final MethodTypeDesc PAIR =
            GeneratedTypes.method(
                    GeneratedTypes.J,
                    GeneratedTypes.WORKSPACE,
                    GeneratedTypes.I,
                    GeneratedTypes.J,
                    GeneratedTypes.J,
                    GeneratedTypes.J,
                    GeneratedTypes.J,
                    GeneratedTypes.J,
                    GeneratedTypes.I,
                    GeneratedTypes.I);

    private final MethodBody body;
    private final CodeBuilder code;
    private final ValueEmitter values;
    private final AccessGroups groups;
    private final CheckEmitter checks;
    private final ObservationEmitter observations;

    AtomicEmitter(
            MethodBody body,
            ValueEmitter values,
            AccessGroups groups,
            CheckEmitter checks,
            ObservationEmitter observations) {
        this.body = body;
        this.code = body.code;
        this.values = values;
        this.groups = groups;
        this.checks = checks;
        this.observations = observations;
    }

    void emit(Step.Atomic atomic) {
        EmittedAddress spot =
                observations.on()
                        ? EmittedAddress.kept(body, values, atomic.address())
                        : EmittedAddress.of(body, values, atomic.address());
        observations.before(atomic, spot);
        update(atomic, spot);
        observations.after(atomic, spot);
    }

    private void update(Step.Atomic atomic, EmittedAddress spot) {
        if (atomic.access().elements() > 1) {
            pair(atomic, spot);
            return;
        }
        AccessGroup group = groups.of(atomic);
        @Nullable AtomicMethod method = AtomicMethod.of(atomic);
        if (method == null) {
            slow(atomic, spot);
            return;
        }
        checks.emit(
                group,
                spot,
                () -> {
                    WindowAccessPath.of(body, spot, group, atomic.access().bytes()).pushAtomic();
                    call(atomic, method, group.window().isArray());
                },
                () -> slow(atomic, spot));
    }

    /** Calls the method for an update, with the place on the stack. */
    private void call(Step.Atomic atomic, AtomicMethod method, boolean shared) {
        List<ClassDesc> parameters = new ArrayList<>();
        if (shared) {
            parameters.add(GeneratedTypes.BYTES);
            parameters.add(GeneratedTypes.I);
        } else {
            parameters.add(GeneratedTypes.J);
        }
        for (Value operand : atomic.operands()) {
            push(operand, method.carrier());
            parameters.add(CarrierTypes.type(method.carrier()));
        }
        code.invokestatic(
                GeneratedTypes.of(shared ? SharedAtomics.class : DeviceAtomics.class),
                method.name(),
                GeneratedTypes.method(
                        CarrierTypes.type(method.carrier()), parameters.toArray(ClassDesc[]::new)));
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

    private void slow(Step.Atomic atomic, EmittedAddress spot) {
        Access access = atomic.access();
        body.pushPlace();
        spot.pushLong(0);
        values.pushBits(atomic.operands().getFirst());
        values.pushBits(atomic.operands().getLast());
        code.loadConstant(ConstantNumbers.of(access.space()))
                .loadConstant(ConstantNumbers.of(atomic.update()))
                .loadConstant(ConstantNumbers.of(access.type()));
        code.invokestatic(
                GeneratedTypes.SLOW,
                "atomic",
                GeneratedTypes.method(
                        GeneratedTypes.J,
                        GeneratedTypes.WORKSPACE,
                        GeneratedTypes.I,
                        GeneratedTypes.J,
                        GeneratedTypes.J,
                        GeneratedTypes.J,
                        GeneratedTypes.I,
                        GeneratedTypes.I,
                        GeneratedTypes.I));
        @Nullable Register target = atomic.target();
        if (target == null) {
            code.pop2();
        } else {
            extend(access, target);
            values.fromBits(target.carrier());
            body.store(target);
        }
    }

    /** Updates two elements at once; the old value of the second is left in the workspace. */
    private void pair(Step.Atomic atomic, EmittedAddress spot) {
        body.pushPlace();
        spot.pushLong(0);
        for (int i = 0; i < MOST_OPERANDS; i++) {
            if (i < atomic.operands().size()) {
                values.pushBits(atomic.operands().get(i));
            } else {
                code.lconst_0();
            }
        }
        code.loadConstant(ConstantNumbers.of(atomic.access().space()))
                .loadConstant(ConstantNumbers.of(atomic.update()));
        code.invokestatic(GeneratedTypes.SLOW, "atomicPair", PAIR);
        take(atomic.targets().getFirst());
        code.aload(MethodBody.WORKSPACE)
                .getfield(GeneratedTypes.WORKSPACE, "high", GeneratedTypes.J);
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

    /** Sign-extends a number from memory in a wider register with zeros above it. */
    private void extend(Access access, Register target) {
        int bits = access.type().bits();
        if (access.type().kind() == dev.hira.sim.ptx.model.ScalarType.Kind.SIGNED
                && bits < target.bits()) {
            code.loadConstant(64 - bits).lshl().loadConstant(64 - bits).lshr();
            if (target.bits() < 64) {
                code.loadConstant((1L << target.bits()) - 1).land();
            }
        }
    }
}
