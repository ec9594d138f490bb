/**
 * The arithmetic of PTX: every instruction that only computes registers from registers, as one
 * static method, and the table that finds the method for an instruction's text. Entry type: {@link
 * dev.hira.sim.ops.Operations}. Integer methods are in {@code ops.integer}, floating-point methods
 * in {@code ops.floating}, conversions in {@code ops.convert}; {@link dev.hira.sim.ops.Composition}
 * composes those of halves.
 *
 * <p>Values have Java's own types. A predicate is a boolean. Integers and raw bits of 8, 16 and 32
 * bits, halves (f16, bf16) and packed pairs (also of fp8) are ints; those narrower than 32 bits
 * have zeros above, also the signed ones. 64 bits are a long, f32 and tf32 a float, f64 a double.
 *
 * <p>NaN: PTX does not specify the bits of an f32 NaN from arithmetic, and keeps payloads of f64;
 * both are the bits that the host's processor gives. Where PTX promises the canonical NaN (min,
 * max, tanh, conversions) it is 0x7fffffff for f32; every NaN from an operation on halves is
 * 0x7fff. Moves, negations and selections keep all bits.
 *
 * <p>The methods do not flush denormal f32 values (.ftz) or clamp f32 and f64 results to [0, 1]
 * (.sat): an {@link dev.hira.sim.ops.Operation} says whether its caller must wrap the call in
 * {@link dev.hira.sim.ops.floating.Floats32#flushF32}, {@link
 * dev.hira.sim.ops.floating.Floats32#saturateF32} and {@link
 * dev.hira.sim.ops.floating.Floats64#saturateF64}. For halves and integers these modifiers lead to
 * methods of their own.
 *
 * <p>Names follow the text: opcode, modifiers, types; {@code mul.hi.s64} is {@code mulHiS64},
 * {@code cvt.rzi.s32.f32} is {@code cvtRziS32F32}. Names leave out .ftz and .sat where the caller
 * handles them, the rounding of arithmetic to the nearest, and the rounding of exact conversions.
 * Where signedness does not matter the type is B ({@code addB32}, {@code cvtB64U32}).
 *
 * <p>The table lacks combinations of a predicate with {@code set} of pairs, clamping of f16 after a
 * rounding, and video instructions. Lowering builds them from several operations.
 *
 * <p>Reading order: Operations, Operation, Spelling, Families, one family such as CompareFamily,
 * Methods; then Composition with HalfMethods.
 */
@NullMarked
package dev.hira.sim.ops;

import org.jspecify.annotations.NullMarked;
