package dev.hira.cava.type;

/** The types of fields with a single value. */
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

    /** Returns the Java type; the one of {@link #BYTES} needs an import. */
    public String java() {
        return java;
    }

    /** Returns whether expressions can compute with it. */
    public boolean isInteger() {
        return java.equals("int") || java.equals("long");
    }
}
