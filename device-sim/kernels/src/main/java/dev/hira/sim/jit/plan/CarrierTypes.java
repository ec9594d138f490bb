package dev.hira.sim.jit.plan;

import dev.hira.sim.code.Carrier;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;

/** The bytecode types of carriers. */
public final class CarrierTypes {
    private CarrierTypes() {}

    /** Returns the kind of local variable that holds a carrier. */
    public static TypeKind kind(Carrier carrier) {
        return switch (carrier) {
            case BOOLEAN, INT -> TypeKind.INT;
            case LONG -> TypeKind.LONG;
            case FLOAT -> TypeKind.FLOAT;
            case DOUBLE -> TypeKind.DOUBLE;
        };
    }

    /** Returns the type of a parameter or result. */
    public static ClassDesc type(Carrier carrier) {
        return switch (carrier) {
            case BOOLEAN -> ConstantDescs.CD_boolean;
            case INT -> ConstantDescs.CD_int;
            case LONG -> ConstantDescs.CD_long;
            case FLOAT -> ConstantDescs.CD_float;
            case DOUBLE -> ConstantDescs.CD_double;
        };
    }
}
