package dev.hira.sim.jit.method;

import dev.hira.sim.code.Space;
import java.lang.classfile.CodeBuilder;

/** Memory whose place generated code knows: an array, or a range of device memory. */
public enum MemoryWindow {
    ALLOCATIONS(WorkspaceField.BASE, WorkspaceField.DELTA, "size"),
    VARIABLES(WorkspaceField.VARIABLES_BASE, WorkspaceField.VARIABLES_DELTA, "variablesSize"),
    SHARED(WorkspaceField.SHARED, WorkspaceField.SHARED, "sharedBytes"),
    LOCAL(WorkspaceField.LOCAL, WorkspaceField.LOCAL, "localBytes"),
    PARAMETERS(WorkspaceField.PARAMETERS, WorkspaceField.PARAMETERS, "parameterBytes");

    private final WorkspaceField base;
    private final WorkspaceField delta;
    private final String size;

    MemoryWindow(WorkspaceField base, WorkspaceField delta, String size) {
        this.base = base;
        this.delta = delta;
        this.size = size;
    }

    /**
     * Returns the window that accesses usually hit.
     *
     * @param symbolic whether the address is derived from that of a module's variable
     */
    public static MemoryWindow of(Space space, boolean symbolic) {
        return switch (space) {
            case GLOBAL, GENERIC -> symbolic ? VARIABLES : ALLOCATIONS;
            case SHARED -> SHARED;
            case LOCAL -> LOCAL;
            case PARAM -> PARAMETERS;
        };
    }

    /** Returns whether the window is an array of bytes, whose addresses begin at 0. */
    public boolean isArray() {
        return base == delta;
    }

    /** Returns the field with the first address; for an array, the array. */
    public WorkspaceField base() {
        return base;
    }

    /**
     * Returns the field with the distance from device to host addresses; for an array, the array.
     */
    public WorkspaceField delta() {
        return delta;
    }

    /** Pushes the window's size in bytes as a long. */
    public void pushSize(CodeBuilder code) {
        code.aload(MethodBody.WORKSPACE).getfield(GeneratedTypes.WORKSPACE, size, GeneratedTypes.J);
    }
}
