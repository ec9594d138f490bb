package dev.hira.sim.jit;

import dev.hira.sim.code.Space;
import java.lang.classfile.CodeBuilder;

/** Memory of which generated code knows where it lies: an array, or a range of device memory. */
public enum Window {
    ALLOCATIONS(Fixture.BASE, Fixture.DELTA, "size"),
    VARIABLES(Fixture.VARIABLES_BASE, Fixture.VARIABLES_DELTA, "variablesSize"),
    SHARED(Fixture.SHARED, Fixture.SHARED, "sharedBytes"),
    LOCAL(Fixture.LOCAL, Fixture.LOCAL, "localBytes"),
    PARAMETERS(Fixture.PARAMETERS, Fixture.PARAMETERS, "parameterBytes");

    private final Fixture base;
    private final Fixture delta;
    private final String size;

    Window(Fixture base, Fixture delta, String size) {
        this.base = base;
        this.delta = delta;
        this.size = size;
    }

    /**
     * The window that accesses usually mean.
     *
     * @param symbolic whether the address is made from that of a module's variable
     */
    public static Window of(Space space, boolean symbolic) {
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
    public Fixture base() {
        return base;
    }

    /** What leads from addresses to those of the host; of an array, the array. */
    public Fixture delta() {
        return delta;
    }

    /** Pushes its bytes as a long. */
    public void pushSize(CodeBuilder code) {
        code.aload(Body.WORKSPACE).getfield(Names.WORKSPACE, size, Names.J);
    }
}
