/**
 * The compiler cava: a protoc plugin that checks the description of an API and generates its four
 * sides. Entry type: {@link dev.hira.cava.Cava}. Descriptors are read into the records of {@code
 * model}, expressions are in {@code expr}, mistakes are found by {@code read} and {@code check},
 * and {@code gen} has one generator per output.
 */
@NullMarked
package dev.hira.cava;

import org.jspecify.annotations.NullMarked;
