package dev.hira.sim.jit;

import dev.hira.sim.run.BlockState;
import dev.hira.sim.run.DeviceFault;
import dev.hira.sim.run.Grid;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/** Classes and types of methods that generated code mentions. */
final class Names {
    static final ClassDesc WORKSPACE = of(Workspace.class);
    static final ClassDesc BLOCK = of(BlockState.class);
    static final ClassDesc GRID = of(Grid.class);
    static final ClassDesc FAULT = of(DeviceFault.class);
    static final ClassDesc RAW = of(Raw.class);
    static final ClassDesc SLOW = of(Slow.class);
    static final ClassDesc SEGMENT = of(MemorySegment.class);
    static final ClassDesc VAR_HANDLE = of(VarHandle.class);
    static final ClassDesc FLOAT = of(Float.class);
    static final ClassDesc DOUBLE = of(Double.class);
    static final ClassDesc INTEGER = of(Integer.class);
    static final ClassDesc LONG = of(Long.class);
    static final ClassDesc MATH = of(Math.class);
    static final ClassDesc I = ConstantDescs.CD_int;
    static final ClassDesc J = ConstantDescs.CD_long;
    static final ClassDesc F = ConstantDescs.CD_float;
    static final ClassDesc D = ConstantDescs.CD_double;
    static final ClassDesc Z = ConstantDescs.CD_boolean;
    static final ClassDesc BYTES = ConstantDescs.CD_byte.arrayType();
    static final ClassDesc V = ConstantDescs.CD_void;

    private Names() {}

    static ClassDesc of(Class<?> type) {
        return ClassDesc.ofDescriptor(type.descriptorString());
    }

    static MethodTypeDesc method(ClassDesc result, ClassDesc... parameters) {
        return MethodTypeDesc.of(result, parameters);
    }
}
