package dev.hira.sim.jit.method;

import dev.hira.sim.run.Grid;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;

/**
 * A value that a generated method loads from the workspace once and keeps in a local variable. The
 * workspace fields have the names given by the constants.
 */
public enum WorkspaceField {
    BASE("base", long.class),
    DELTA("delta", long.class),
    VARIABLES_BASE("variablesBase", long.class),
    VARIABLES_DELTA("variablesDelta", long.class),
    SHARED("shared", byte[].class),
    PARAMETERS("parameters", byte[].class),
    /** The thread's local memory, which is not in the workspace. */
    LOCAL("", byte[].class),
    SYMBOLS("symbols", long[].class),
    GRID("grid", Grid.class),
    PHASE("phase", byte[].class),
    SITE("site", int[].class);

    private final String field;
    private final Class<?> type;

    WorkspaceField(String field, Class<?> type) {
        this.field = field;
        this.type = type;
    }

    public String field() {
        return field;
    }

    public ClassDesc type() {
        return GeneratedTypes.of(type);
    }

    public TypeKind kind() {
        return TypeKind.from(type);
    }
}
