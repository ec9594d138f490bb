package dev.hira.sim.code;

/**
 * A register of a routine.
 *
 * @param index its number in its routine
 * @param carrier the Java type that holds its value
 * @param bits width of its value: 1, 8, 16, 32 or 64
 * @param name its PTX spelling, for listings
 */
public record Register(int index, Carrier carrier, int bits, String name) implements Value {}
