package dev.hira.cava.type;

/** The types of fields that are one value. */
public enum Scalar implements Type {
    INT32("int"),
    UINT32("int"),
    INT64("long"),
    UINT64("long"),
    BOOL("boolean"),
    FLOAT("float"),
    DOUBLE("double"),
    STRING("String"),
    BYTES("MemorySegment");

    private final String java;

    Scalar(String java) {
        this.java = java;
    }

    /** The Java type; for {@link #BYTES} one that needs an import. */
    public String java() {
        return java;
    }

    /** Whether expressions can compute with it. */
    public boolean isInteger() {
        return java.equals("int") || java.equals("long");
    }
}
