package dev.hira.sim.jit.method;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.SpecialRegister;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.jit.runtime.ConstantNumbers;
import dev.hira.sim.ops.Operation;
import dev.hira.sim.ops.floating.Floats32;
import dev.hira.sim.ops.floating.Floats64;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Emits code that pushes values, or branches by a predicate. */
public final class ValueEmitter {
    private static final ClassDesc FLOATS_32 = GeneratedTypes.of(Floats32.class);
    private static final ClassDesc FLOATS_64 = GeneratedTypes.of(Floats64.class);

    private final MethodBody body;
    private final CodeBuilder code;

    public ValueEmitter(MethodBody body) {
        this.body = body;
        this.code = body.code;
    }

    /** Pushes a value. */
    public void push(Value value) {
        switch (value) {
            case Register register -> {
                Step.@Nullable Compute compute = body.folding.of(register);
                if (compute == null) {
                    body.load(register);
                } else {
                    compute(compute);
                }
            }
            case Value.Constant(long bits, Carrier carrier) -> constant(bits, carrier);
            case Value.Special(SpecialRegister register) -> special(register);
            case Value.SymbolAddress(int symbol, long offset, Carrier carrier) -> {
                body.push(WorkspaceField.SYMBOLS).loadConstant(symbol).laload();
                add(offset);
                cut(carrier);
            }
            case Value.FrameAddress(long offset, Carrier carrier) -> frameAddress(offset, carrier);
        }
    }

    /** Pushes a value as a long: its bits, zero-extended. */
    public void pushBits(Value value) {
        push(value);
        toBits(value.carrier());
    }

    /** Converts a value on the stack to a long with its bits. */
    public void toBits(Carrier carrier) {
        switch (carrier) {
            case BOOLEAN -> code.i2l();
            case INT -> widen();
            case LONG -> {}
            case FLOAT -> {
                code.invokestatic(
                        GeneratedTypes.FLOAT,
                        "floatToRawIntBits",
                        GeneratedTypes.method(GeneratedTypes.I, GeneratedTypes.F));
                widen();
            }
            case DOUBLE ->
                    code.invokestatic(
                            GeneratedTypes.DOUBLE,
                            "doubleToRawLongBits",
                            GeneratedTypes.method(GeneratedTypes.J, GeneratedTypes.D));
        }
    }

    /** Converts the bits of a value, pushed as a long, to the value. */
    public void fromBits(Carrier carrier) {
        switch (carrier) {
            case BOOLEAN, INT -> code.l2i();
            case LONG -> {}
            case FLOAT -> {
                code.l2i();
                code.invokestatic(
                        GeneratedTypes.FLOAT,
                        "intBitsToFloat",
                        GeneratedTypes.method(GeneratedTypes.F, GeneratedTypes.I));
            }
            case DOUBLE ->
                    code.invokestatic(
                            GeneratedTypes.DOUBLE,
                            "longBitsToDouble",
                            GeneratedTypes.method(GeneratedTypes.D, GeneratedTypes.J));
        }
    }

    /** Converts the bits of a value of at most 32 bits, pushed as an int, to the value. */
    public void fromInt(Carrier carrier) {
        if (carrier == Carrier.FLOAT) {
            code.invokestatic(
                    GeneratedTypes.FLOAT,
                    "intBitsToFloat",
                    GeneratedTypes.method(GeneratedTypes.F, GeneratedTypes.I));
        }
    }

    /** Pushes an address as a long; one of 32 bits wraps around. */
    public void pushAddress(Value base, long offset) {
        if (base instanceof Value.Constant(long bits, Carrier _)) {
            code.loadConstant(bits + offset);
            return;
        }
        push(base);
        if (base.carrier() == Carrier.INT) {
            if (offset != 0) {
                code.loadConstant((int) offset).iadd();
            }
            widen();
        } else {
            add(offset);
        }
    }

    /** Pushes the result of a computation. */
    public void compute(Step.Compute compute) {
        Operation operation = compute.operation();
        List<Value> arguments = compute.arguments();
        @Nullable Consumer<CodeBuilder> known =
                ConstantOperandEmitter.of(operation.method(), arguments.getLast());
        if (known == null) {
            arguments.forEach(argument -> push(argument, operation));
            apply(operation);
        } else {
            arguments.subList(0, arguments.size() - 1).forEach(this::push);
            known.accept(code);
        }
        finish(operation);
    }

    private void push(Value argument, Operation operation) {
        push(argument);
        if (operation.flush() && argument.carrier() == Carrier.FLOAT) {
            around(FLOATS_32, "flushF32", GeneratedTypes.F);
        }
    }

    /** Replaces the operands on the stack by the result. */
    private void apply(Operation operation) {
        BranchComparisons.@Nullable Comparison comparison =
                BranchComparisons.of(operation.method());
        @Nullable Consumer<CodeBuilder> inline = EmitterMap.of(operation.method());
        if (comparison != null) {
            comparison.push(code);
        } else if (inline != null) {
            inline.accept(code);
        } else {
            code.invokestatic(
                    GeneratedTypes.of(operation.owner()),
                    operation.method(),
                    MethodTypeDesc.ofDescriptor(operation.type().toMethodDescriptorString()));
        }
    }

    private void finish(Operation operation) {
        Class<?> result = operation.type().returnType();
        if (result == float.class && operation.flush()) {
            around(FLOATS_32, "flushF32", GeneratedTypes.F);
        }
        if (operation.saturate()) {
            boolean single = result == float.class;
            around(
                    single ? FLOATS_32 : FLOATS_64,
                    single ? "saturateF32" : "saturateF64",
                    single ? GeneratedTypes.F : GeneratedTypes.D);
        }
    }

    private void around(ClassDesc owner, String method, ClassDesc type) {
        code.invokestatic(owner, method, GeneratedTypes.method(type, type));
    }

    /** Jumps to {@code target} when a predicate has the wanted value. */
    public void branch(Value predicate, boolean wanted, Label target) {
        Step.@Nullable Compute compute =
                predicate instanceof Register register ? body.folding.of(register) : null;
        BranchComparisons.@Nullable Comparison comparison =
                compute == null || compute.operation().flush()
                        ? null
                        : BranchComparisons.of(compute.operation().method());
        if (compute != null && comparison != null) {
            compute.arguments().forEach(this::push);
            comparison.branch(code, wanted, target);
            return;
        }
        push(predicate);
        if (wanted) {
            code.ifne(target);
        } else {
            code.ifeq(target);
        }
    }

    private void constant(long bits, Carrier carrier) {
        switch (carrier) {
            case BOOLEAN, INT -> code.loadConstant((int) bits);
            case LONG -> code.loadConstant(bits);
            case FLOAT -> {
                float value = Float.intBitsToFloat((int) bits);
                if (Float.isNaN(value)) {
                    code.loadConstant((int) bits);
                    code.invokestatic(
                            GeneratedTypes.FLOAT,
                            "intBitsToFloat",
                            GeneratedTypes.method(GeneratedTypes.F, GeneratedTypes.I));
                } else {
                    code.loadConstant(value);
                }
            }
            case DOUBLE -> {
                double value = Double.longBitsToDouble(bits);
                if (Double.isNaN(value)) {
                    code.loadConstant(bits);
                    fromBits(Carrier.DOUBLE);
                } else {
                    code.loadConstant(value);
                }
            }
        }
    }

    private void special(SpecialRegister register) {
        switch (register) {
            case TID_X -> coordinate(body.tidX, register);
            case TID_Y -> coordinate(body.tidY, register);
            case TID_Z -> coordinate(body.tidZ, register);
            case NTID_X -> field("ntidX");
            case NTID_Y -> field("ntidY");
            case NTID_Z -> field("ntidZ");
            case NCTAID_X -> field("nctaX");
            case NCTAID_Y -> field("nctaY");
            case NCTAID_Z -> field("nctaZ");
            case CTAID_X -> blockField("ctaX");
            case CTAID_Y -> blockField("ctaY");
            case CTAID_Z -> blockField("ctaZ");
            case LANEID -> code.iload(body.thread).loadConstant(31).iand();
            case WARPID -> code.iload(body.thread).loadConstant(5).iushr();
            case ZERO -> code.iconst_0();
            default -> read(register);
        }
    }

    private void coordinate(int slot, SpecialRegister register) {
        if (slot == MethodBody.NONE) {
            read(register);
        } else {
            code.iload(slot);
        }
    }

    private void field(String name) {
        code.aload(MethodBody.WORKSPACE).getfield(GeneratedTypes.WORKSPACE, name, GeneratedTypes.I);
    }

    private void blockField(String name) {
        code.aload(MethodBody.WORKSPACE)
                .getfield(GeneratedTypes.WORKSPACE, "block", GeneratedTypes.BLOCK)
                .getfield(GeneratedTypes.BLOCK, name, GeneratedTypes.I);
    }

    private void read(SpecialRegister register) {
        body.pushPlace().loadConstant(ConstantNumbers.of(register));
        code.invokestatic(
                GeneratedTypes.SLOW,
                "special",
                GeneratedTypes.method(
                        GeneratedTypes.J,
                        GeneratedTypes.WORKSPACE,
                        GeneratedTypes.I,
                        GeneratedTypes.I));
        cut(register.carrier());
    }

    private void frameAddress(long offset, Carrier carrier) {
        if (body.frame == MethodBody.NONE) {
            constant(offset, carrier);
            return;
        }
        code.iload(body.frame);
        if (carrier == Carrier.LONG) {
            code.i2l();
            add(offset);
        } else {
            code.loadConstant((int) offset).iadd();
        }
    }

    private void add(long offset) {
        if (offset != 0) {
            code.loadConstant(offset).ladd();
        }
    }

    private void widen() {
        code.i2l().loadConstant(0xffff_ffffL).land();
    }

    private void cut(Carrier carrier) {
        if (carrier == Carrier.INT) {
            code.l2i();
        }
    }
}
