package dev.hira.sim.jit.method;

import dev.hira.sim.code.Space;
import java.lang.classfile.CodeBuilder;

/** Memory of which generated code knows where it lies: an array, or a range of device memory. */
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
     * The window that accesses usually mean.
     *
     * @param symbolic whether the address is made from that of a module's variable
     */
    public static MemoryWindow of(Space space, boolean symbolic) {
        return switch (space) {
            case GLOBAL, GENERIC -> symbolic ? VARIABLES : ALLOCATIONS;
            case SHARED -> SHARED;
            case LOCAL -> LOCAL;
            case PARAM -> PARAMETERS;
        };
    }

    /** Whether it is an array of bytes, whose addresses begin at 0. */
    public boolean isArray() {
        return base == delta;
    }

    /** The first address; of an array, the array. */
    public WorkspaceField base() {
        return base;
    }

    /** What leads from addresses to those of the host; of an array, the array. */
    public WorkspaceField delta() {
        return delta;
    }

    /** Pushes its bytes as a long. */
    public void pushSize(CodeBuilder code) {
        code.aload(MethodBody.WORKSPACE).getfield(GeneratedTypes.WORKSPACE, size, GeneratedTypes.J);
    }
}
