package dev.hira.sim.code;

/**
 * A register of a routine.
 *
 * @param index its number in its routine
 * @param carrier what holds its value
 * @param bits of its value: 1, 8, 16, 32 or 64
 * @param name as PTX spells it, for people
 */
public record Register(int index, Carrier carrier, int bits, String name) implements Value {}
