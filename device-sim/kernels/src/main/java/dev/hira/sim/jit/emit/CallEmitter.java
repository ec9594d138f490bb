package dev.hira.sim.jit.emit;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.jit.method.GeneratedTypes;
import dev.hira.sim.jit.method.MethodBody;
import dev.hira.sim.jit.method.ValueEmitter;
import dev.hira.sim.jit.plan.CarrierTypes;
import dev.hira.sim.jit.runtime.ConstantNumbers;
import dev.hira.sim.run.CallStack;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Emits calls. */
final class CallEmitter {
    private final MethodBody body;
    private final CodeBuilder code;
    private final ValueEmitter values;
    private final ObservationEmitter observations;

    CallEmitter(MethodBody body, ValueEmitter values, ObservationEmitter observations) {
        this.body = body;
        this.code = body.code;
        this.values = values;
        this.observations = observations;
    }

    /** Returns the name of a routine's method. */
    static String name(Routine routine) {
        return PieceEmitter.javaName(routine.name()) + "$" + routine.index();
    }

    /**
     * Returns the method's type: workspace, thread, start of its frame and the scalar parameters.
     */
    static MethodTypeDesc type(Routine routine) {
        List<ClassDesc> parameters =
                new ArrayList<>(
                        List.of(GeneratedTypes.WORKSPACE, GeneratedTypes.I, GeneratedTypes.I));
        for (Register parameter : Routine.registers(routine.parameters())) {
            parameters.add(CarrierTypes.type(parameter.carrier()));
        }
        List<Register> results = Routine.registers(routine.results());
        return MethodTypeDesc.of(
                results.isEmpty()
                        ? GeneratedTypes.V
                        : CarrierTypes.type(results.getFirst().carrier()),
                parameters);
    }

    void emit(Step.Call call) {
        call(body.program.routines().get(call.routine()), call.arguments(), call.results());
    }

    void emit(Step.IndirectCall call) {
        Label done = code.newLabel();
        for (int candidate : call.candidates()) {
            Routine callee = body.program.routines().get(candidate);
            Label other = code.newLabel();
            values.pushAddress(call.target(), 0);
            code.loadConstant(callee.address()).lcmp().ifne(other);
            call(callee, call.arguments(), call.results());
            code.goto_(done);
            code.labelBinding(other);
        }
        body.pushPlace();
        values.pushAddress(call.target(), 0);
        code.invokestatic(
                        GeneratedTypes.SLOW,
                        "noRoutine",
                        GeneratedTypes.method(
                                GeneratedTypes.FAULT,
                                GeneratedTypes.WORKSPACE,
                                GeneratedTypes.I,
                                GeneratedTypes.J))
                .athrow();
        code.labelBinding(done);
    }

    void emit(Step.BuiltinCall call) {
        body.pushPlace().loadConstant(ConstantNumbers.of(call.builtin()));
        List<Value> arguments = call.arguments();
        code.loadConstant(arguments.size()).newarray(java.lang.classfile.TypeKind.LONG);
        for (int i = 0; i < arguments.size(); i++) {
            code.dup().loadConstant(i);
            values.pushBits(arguments.get(i));
            code.lastore();
        }
        code.invokestatic(
                observations.helpers(),
                "builtin",
                GeneratedTypes.method(
                        GeneratedTypes.J,
                        GeneratedTypes.WORKSPACE,
                        GeneratedTypes.I,
                        GeneratedTypes.I,
                        GeneratedTypes.J.arrayType()));
        @Nullable Register result = call.result();
        if (result == null) {
            code.pop2();
        } else {
            values.fromBits(result.carrier());
            body.store(result);
        }
    }

    private void call(Routine callee, List<Step.Argument> arguments, List<Step.Result> results) {
        enter(callee);
        copyIn(callee, arguments);
        code.aload(MethodBody.WORKSPACE).iload(body.thread);
        pushFrame(distance());
        for (int i = 0; i < callee.parameters().size(); i++) {
            if (callee.parameters().get(i) instanceof Routine.Place.InRegister(Register to)) {
                pushArgument(i < arguments.size() ? arguments.get(i) : null, to.carrier());
            }
        }
        code.invokestatic(body.owner, name(callee), type(callee));
        code.aload(MethodBody.WORKSPACE).loadConstant(hostBytes(callee));
        code.invokestatic(
                GeneratedTypes.SLOW,
                "leave",
                GeneratedTypes.method(
                        GeneratedTypes.V, GeneratedTypes.WORKSPACE, GeneratedTypes.I));
        takeResults(callee, results);
        copyOut(callee, results);
    }

    /** Checks that the frame fits. */
    private void enter(Routine callee) {
        if (body.frame == MethodBody.NONE) {
            code.aload(MethodBody.WORKSPACE).loadConstant(0);
            code.putfield(GeneratedTypes.WORKSPACE, "nested", GeneratedTypes.I);
        }
        body.pushPlace();
        pushFrame(distance());
        code.loadConstant((int) callee.frameBytes());
        code.loadConstant(hostBytes(callee));
        code.invokestatic(
                observations.helpers(),
                "enter",
                GeneratedTypes.method(
                        GeneratedTypes.V,
                        GeneratedTypes.WORKSPACE,
                        GeneratedTypes.I,
                        GeneratedTypes.I,
                        GeneratedTypes.I,
                        GeneratedTypes.I));
    }

    /** Returns the most bytes that a call takes of the host thread's stack. */
    private static int hostBytes(Routine callee) {
        return 256 + 16 * Math.min(callee.registers().size(), 1 << 16);
    }

    private void pushArgument(Step.@Nullable Argument argument, Carrier wanted) {
        if (!(argument instanceof Step.Argument.Scalar(Value value))) {
            code.lconst_0();
            values.fromBits(wanted);
        } else if (value.carrier() == wanted) {
            values.push(value);
        } else {
            values.pushBits(value);
            values.fromBits(wanted);
        }
    }

    /** Takes the results: the first register is on the stack, the others are in the workspace. */
    private void takeResults(Routine callee, List<Step.Result> results) {
        int taken = 0;
        for (int i = 0; i < callee.results().size(); i++) {
            if (!(callee.results().get(i) instanceof Routine.Place.InRegister(Register from))) {
                continue;
            }
            @Nullable Register target =
                    i < results.size() && results.get(i) instanceof Step.Result.Scalar(Register to)
                            ? to
                            : null;
            if (taken == 0) {
                values.toBits(from.carrier());
            } else {
                code.aload(MethodBody.WORKSPACE)
                        .getfield(GeneratedTypes.WORKSPACE, "results", GeneratedTypes.J.arrayType())
                        .loadConstant(taken)
                        .laload();
            }
            if (target == null) {
                code.pop2();
            } else {
                values.fromBits(target.carrier());
                body.store(target);
            }
            taken++;
        }
    }

    private void copyIn(Routine callee, List<Step.Argument> arguments) {
        int count = Math.min(arguments.size(), callee.parameters().size());
        for (int i = 0; i < count; i++) {
            if (arguments.get(i) instanceof Step.Argument.Area(long from, long bytes)
                    && callee.parameters().get(i)
                            instanceof Routine.Place.InFrame(long to, long room)) {
                copy(from, distance() + to, Math.min(bytes, room));
            }
        }
    }

    private void copyOut(Routine callee, List<Step.Result> results) {
        int count = Math.min(results.size(), callee.results().size());
        for (int i = 0; i < count; i++) {
            if (results.get(i) instanceof Step.Result.Area(long to, long bytes)
                    && callee.results().get(i)
                            instanceof Routine.Place.InFrame(long from, long room)) {
                copy(distance() + from, to, Math.min(bytes, room));
            }
        }
    }

    /** Copies bytes of local memory; the offsets count from the caller's frame. */
    private void copy(long from, long to, long bytes) {
        body.pushPlace();
        pushFrame(from);
        pushFrame(to);
        code.loadConstant((int) bytes);
        code.invokestatic(
                observations.helpers(),
                "copy",
                GeneratedTypes.method(
                        GeneratedTypes.V,
                        GeneratedTypes.WORKSPACE,
                        GeneratedTypes.I,
                        GeneratedTypes.I,
                        GeneratedTypes.I,
                        GeneratedTypes.I));
    }

    /** Pushes an offset from the caller's frame as one of local memory. */
    private void pushFrame(long offset) {
        if (body.frame == MethodBody.NONE) {
            code.loadConstant((int) offset);
        } else {
            code.iload(body.frame).loadConstant((int) offset).iadd();
        }
    }

    /** Returns the distance from the start of the caller's frame to that of its callees' frames. */
    private long distance() {
        return body.routine.frameBytes() + CallStack.CALL_BYTES;
    }
}
