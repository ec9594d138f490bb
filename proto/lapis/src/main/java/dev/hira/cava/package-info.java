/**
 * The compiler cava: a protoc plugin that checks an API's description and generates its four sides.
 * Entry type: {@link dev.hira.cava.Cava}. {@code read} turns descriptors into the records of {@code
 * model}, with types from {@code type} and expressions from {@code expr}; {@code check} finds
 * mistakes; {@code gen} has one generator per output.
 */
@NullMarked
package dev.hira.cava;

import org.jspecify.annotations.NullMarked;
