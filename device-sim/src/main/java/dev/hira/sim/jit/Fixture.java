package dev.hira.sim.jit;

import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;

/**
 * A value that a generated method takes from the workspace once and keeps in a local variable. The
 * names of the fields are those of the constants.
 */
enum Fixture {
    BASE("base", ConstantDescs.CD_long),
    DELTA("delta", ConstantDescs.CD_long),
    VARIABLES_BASE("variablesBase", ConstantDescs.CD_long),
    VARIABLES_DELTA("variablesDelta", ConstantDescs.CD_long),
    SHARED("shared", ConstantDescs.CD_byte.arrayType()),
    PARAMETERS("parameters", ConstantDescs.CD_byte.arrayType()),
    /** That of the thread, which the workspace does not have. */
    LOCAL("", ConstantDescs.CD_byte.arrayType()),
    SYMBOLS("symbols", ConstantDescs.CD_long.arrayType()),
    GRID("grid", Names.GRID),
    PHASE("phase", ConstantDescs.CD_byte.arrayType()),
    SITE("site", ConstantDescs.CD_int.arrayType());

    private final String field;
    private final ClassDesc type;

    Fixture(String field, ClassDesc type) {
        this.field = field;
        this.type = type;
    }

    String field() {
        return field;
    }

    ClassDesc type() {
        return type;
    }

    TypeKind kind() {
        return TypeKind.from(type);
    }
}
