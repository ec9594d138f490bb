/**
 * The arithmetic of PTX: every instruction that only turns registers into registers, as one static
 * method, and the table that finds the method for an instruction's text. Entry: {@link
 * dev.hira.sim.ops.Operations#find}.
 *
 * <p>Values travel as the JVM's own types. A predicate is a boolean. Integers and raw bits of 8, 16
 * and 32 bits, halves (f16, bf16) and packed pairs (also of fp8) are ints; those narrower than 32
 * bits have zeros above, also the signed ones. 64 bits are a long, f32 and tf32 a float, f64 a
 * double.
 *
 * <p>NaN: PTX leaves the bits of an f32 NaN that arithmetic makes unspecified, and keeps payloads
 * of f64; both are what the host's processor gives. Where PTX promises the canonical NaN (min, max,
 * tanh, conversions) it is 0x7fffffff for f32; every NaN that an operation on halves makes is
 * 0x7fff. Moving, negating and selecting keep all bits.
 *
 * <p>Flushing of denormal f32 values (.ftz) and clamping of f32 and f64 results to [0, 1] (.sat)
 * are not in the methods: an {@link dev.hira.sim.ops.Operation} says whether its caller must wrap
 * the call so, with {@link dev.hira.sim.ops.floating.Floats32#flushF32}, {@link
 * dev.hira.sim.ops.floating.Floats32#saturateF32} and {@link
 * dev.hira.sim.ops.floating.Floats64#saturateF64}. For halves and integers these modifiers lead to
 * methods of their own.
 *
 * <p>Names follow the text: opcode, modifiers, types; {@code mul.hi.s64} is {@code mulHiS64},
 * {@code cvt.rzi.s32.f32} is {@code cvtRziS32F32}. Left out are .ftz and .sat where the caller does
 * them, the rounding of arithmetic to the nearest, and the rounding of conversions that are exact.
 * Where signedness does not matter the type is B ({@code addB32}, {@code cvtB64U32}).
 *
 * <p>Not in the table: combinations of a predicate with {@code set} of pairs, clamping of f16
 * behind a rounding, and video instructions. Lowering makes them of several operations.
 */
@NullMarked
package dev.hira.sim.ops;

import org.jspecify.annotations.NullMarked;
