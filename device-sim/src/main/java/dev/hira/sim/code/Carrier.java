package dev.hira.sim.code;

/** What holds a register's value in Java. */
public enum Carrier {
    /** A predicate. */
    BOOLEAN,
    /** Up to 32 bits that are not a floating-point number; 8 and 16 bits have zeros above. */
    INT,
    LONG,
    FLOAT,
    DOUBLE
}
