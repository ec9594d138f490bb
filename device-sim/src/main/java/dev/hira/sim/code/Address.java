package dev.hira.sim.code;

/**
 * A place in memory.
 *
 * @param base an INT or LONG value; an INT counts as unsigned
 * @param offset added to it; 0 unless the base is a register
 */
public record Address(Value base, long offset) {}
