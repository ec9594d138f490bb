package dev.hira.sim.jit.method;

import dev.hira.sim.run.Grid;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;

/**
 * A value that a generated method takes from the workspace once and keeps in a local variable. The
 * names of the fields are those of the constants.
 */
public enum WorkspaceField {
    BASE("base", long.class),
    DELTA("delta", long.class),
    VARIABLES_BASE("variablesBase", long.class),
    VARIABLES_DELTA("variablesDelta", long.class),
    SHARED("shared", byte[].class),
    PARAMETERS("parameters", byte[].class),
    /** That of the thread, which the workspace does not have. */
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
