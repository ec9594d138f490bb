package dev.hira.sim.jit.method;

import dev.hira.sim.jit.runtime.Observations;
import dev.hira.sim.jit.runtime.RuntimeHelpers;
import dev.hira.sim.jit.runtime.UncheckedMemory;
import dev.hira.sim.jit.runtime.Workspace;
import dev.hira.sim.run.BlockState;
import dev.hira.sim.run.DeviceFault;
import dev.hira.sim.run.Grid;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/** The classes and method types that generated code names. */
public final class GeneratedTypes {
    public static final ClassDesc WORKSPACE = of(Workspace.class);
    public static final ClassDesc BLOCK = of(BlockState.class);
    public static final ClassDesc GRID = of(Grid.class);
    public static final ClassDesc FAULT = of(DeviceFault.class);
    public static final ClassDesc RAW = of(UncheckedMemory.class);
    public static final ClassDesc SLOW = of(RuntimeHelpers.class);
    public static final ClassDesc OBSERVATIONS = of(Observations.class);
    public static final ClassDesc SEGMENT = of(MemorySegment.class);
    public static final ClassDesc VAR_HANDLE = of(VarHandle.class);
    public static final ClassDesc FLOAT = of(Float.class);
    public static final ClassDesc DOUBLE = of(Double.class);
    public static final ClassDesc INTEGER = of(Integer.class);
    public static final ClassDesc LONG = of(Long.class);
    public static final ClassDesc MATH = of(Math.class);
    public static final ClassDesc I = ConstantDescs.CD_int;
    public static final ClassDesc J = ConstantDescs.CD_long;
    public static final ClassDesc F = ConstantDescs.CD_float;
    public static final ClassDesc D = ConstantDescs.CD_double;
    public static final ClassDesc Z = ConstantDescs.CD_boolean;
    public static final ClassDesc BYTES = ConstantDescs.CD_byte.arrayType();
    public static final ClassDesc V = ConstantDescs.CD_void;

    private GeneratedTypes() {}

    public static ClassDesc of(Class<?> type) {
        return ClassDesc.ofDescriptor(type.descriptorString());
    }

    public static MethodTypeDesc method(ClassDesc result, ClassDesc... parameters) {
        return MethodTypeDesc.of(result, parameters);
    }
}
