package dev.hira.sim.ops;

/** Halves to integers, by way of f32, which has all their values. */
public final class HalvesToIntegers {
    private HalvesToIntegers() {}

    public static int cvtRniS8F16(int a) {
        return FloatsToNarrowIntegers.cvtRniS8F32(F16.wide(a));
    }

    public static int cvtRziS8F16(int a) {
        return FloatsToNarrowIntegers.cvtRziS8F32(F16.wide(a));
    }

    public static int cvtRmiS8F16(int a) {
        return FloatsToNarrowIntegers.cvtRmiS8F32(F16.wide(a));
    }

    public static int cvtRpiS8F16(int a) {
        return FloatsToNarrowIntegers.cvtRpiS8F32(F16.wide(a));
    }

    public static int cvtRniU8F16(int a) {
        return FloatsToNarrowIntegers.cvtRniU8F32(F16.wide(a));
    }

    public static int cvtRziU8F16(int a) {
        return FloatsToNarrowIntegers.cvtRziU8F32(F16.wide(a));
    }

    public static int cvtRmiU8F16(int a) {
        return FloatsToNarrowIntegers.cvtRmiU8F32(F16.wide(a));
    }

    public static int cvtRpiU8F16(int a) {
        return FloatsToNarrowIntegers.cvtRpiU8F32(F16.wide(a));
    }

    public static int cvtRniS16F16(int a) {
        return FloatsToNarrowIntegers.cvtRniS16F32(F16.wide(a));
    }

    public static int cvtRziS16F16(int a) {
        return FloatsToNarrowIntegers.cvtRziS16F32(F16.wide(a));
    }

    public static int cvtRmiS16F16(int a) {
        return FloatsToNarrowIntegers.cvtRmiS16F32(F16.wide(a));
    }

    public static int cvtRpiS16F16(int a) {
        return FloatsToNarrowIntegers.cvtRpiS16F32(F16.wide(a));
    }

    public static int cvtRniU16F16(int a) {
        return FloatsToNarrowIntegers.cvtRniU16F32(F16.wide(a));
    }

    public static int cvtRziU16F16(int a) {
        return FloatsToNarrowIntegers.cvtRziU16F32(F16.wide(a));
    }

    public static int cvtRmiU16F16(int a) {
        return FloatsToNarrowIntegers.cvtRmiU16F32(F16.wide(a));
    }

    public static int cvtRpiU16F16(int a) {
        return FloatsToNarrowIntegers.cvtRpiU16F32(F16.wide(a));
    }

    public static int cvtRniS32F16(int a) {
        return FloatsToIntegers.cvtRniS32F32(F16.wide(a));
    }

    public static int cvtRziS32F16(int a) {
        return FloatsToIntegers.cvtRziS32F32(F16.wide(a));
    }

    public static int cvtRmiS32F16(int a) {
        return FloatsToIntegers.cvtRmiS32F32(F16.wide(a));
    }

    public static int cvtRpiS32F16(int a) {
        return FloatsToIntegers.cvtRpiS32F32(F16.wide(a));
    }

    public static int cvtRniU32F16(int a) {
        return FloatsToIntegers.cvtRniU32F32(F16.wide(a));
    }

    public static int cvtRziU32F16(int a) {
        return FloatsToIntegers.cvtRziU32F32(F16.wide(a));
    }

    public static int cvtRmiU32F16(int a) {
        return FloatsToIntegers.cvtRmiU32F32(F16.wide(a));
    }

    public static int cvtRpiU32F16(int a) {
        return FloatsToIntegers.cvtRpiU32F32(F16.wide(a));
    }

    public static long cvtRniS64F16(int a) {
        return FloatsToIntegers.cvtRniS64F32(F16.wide(a));
    }

    public static long cvtRziS64F16(int a) {
        return FloatsToIntegers.cvtRziS64F32(F16.wide(a));
    }

    public static long cvtRmiS64F16(int a) {
        return FloatsToIntegers.cvtRmiS64F32(F16.wide(a));
    }

    public static long cvtRpiS64F16(int a) {
        return FloatsToIntegers.cvtRpiS64F32(F16.wide(a));
    }

    public static long cvtRniU64F16(int a) {
        return FloatsToIntegers.cvtRniU64F32(F16.wide(a));
    }

    public static long cvtRziU64F16(int a) {
        return FloatsToIntegers.cvtRziU64F32(F16.wide(a));
    }

    public static long cvtRmiU64F16(int a) {
        return FloatsToIntegers.cvtRmiU64F32(F16.wide(a));
    }

    public static long cvtRpiU64F16(int a) {
        return FloatsToIntegers.cvtRpiU64F32(F16.wide(a));
    }

    public static int cvtRniS8BF16(int a) {
        return FloatsToNarrowIntegers.cvtRniS8F32(BF16.wide(a));
    }

    public static int cvtRziS8BF16(int a) {
        return FloatsToNarrowIntegers.cvtRziS8F32(BF16.wide(a));
    }

    public static int cvtRmiS8BF16(int a) {
        return FloatsToNarrowIntegers.cvtRmiS8F32(BF16.wide(a));
    }

    public static int cvtRpiS8BF16(int a) {
        return FloatsToNarrowIntegers.cvtRpiS8F32(BF16.wide(a));
    }

    public static int cvtRniU8BF16(int a) {
        return FloatsToNarrowIntegers.cvtRniU8F32(BF16.wide(a));
    }

    public static int cvtRziU8BF16(int a) {
        return FloatsToNarrowIntegers.cvtRziU8F32(BF16.wide(a));
    }

    public static int cvtRmiU8BF16(int a) {
        return FloatsToNarrowIntegers.cvtRmiU8F32(BF16.wide(a));
    }

    public static int cvtRpiU8BF16(int a) {
        return FloatsToNarrowIntegers.cvtRpiU8F32(BF16.wide(a));
    }

    public static int cvtRniS16BF16(int a) {
        return FloatsToNarrowIntegers.cvtRniS16F32(BF16.wide(a));
    }

    public static int cvtRziS16BF16(int a) {
        return FloatsToNarrowIntegers.cvtRziS16F32(BF16.wide(a));
    }

    public static int cvtRmiS16BF16(int a) {
        return FloatsToNarrowIntegers.cvtRmiS16F32(BF16.wide(a));
    }

    public static int cvtRpiS16BF16(int a) {
        return FloatsToNarrowIntegers.cvtRpiS16F32(BF16.wide(a));
    }

    public static int cvtRniU16BF16(int a) {
        return FloatsToNarrowIntegers.cvtRniU16F32(BF16.wide(a));
    }

    public static int cvtRziU16BF16(int a) {
        return FloatsToNarrowIntegers.cvtRziU16F32(BF16.wide(a));
    }

    public static int cvtRmiU16BF16(int a) {
        return FloatsToNarrowIntegers.cvtRmiU16F32(BF16.wide(a));
    }

    public static int cvtRpiU16BF16(int a) {
        return FloatsToNarrowIntegers.cvtRpiU16F32(BF16.wide(a));
    }

    public static int cvtRniS32BF16(int a) {
        return FloatsToIntegers.cvtRniS32F32(BF16.wide(a));
    }

    public static int cvtRziS32BF16(int a) {
        return FloatsToIntegers.cvtRziS32F32(BF16.wide(a));
    }

    public static int cvtRmiS32BF16(int a) {
        return FloatsToIntegers.cvtRmiS32F32(BF16.wide(a));
    }

    public static int cvtRpiS32BF16(int a) {
        return FloatsToIntegers.cvtRpiS32F32(BF16.wide(a));
    }

    public static int cvtRniU32BF16(int a) {
        return FloatsToIntegers.cvtRniU32F32(BF16.wide(a));
    }

    public static int cvtRziU32BF16(int a) {
        return FloatsToIntegers.cvtRziU32F32(BF16.wide(a));
    }

    public static int cvtRmiU32BF16(int a) {
        return FloatsToIntegers.cvtRmiU32F32(BF16.wide(a));
    }

    public static int cvtRpiU32BF16(int a) {
        return FloatsToIntegers.cvtRpiU32F32(BF16.wide(a));
    }

    public static long cvtRniS64BF16(int a) {
        return FloatsToIntegers.cvtRniS64F32(BF16.wide(a));
    }

    public static long cvtRziS64BF16(int a) {
        return FloatsToIntegers.cvtRziS64F32(BF16.wide(a));
    }

    public static long cvtRmiS64BF16(int a) {
        return FloatsToIntegers.cvtRmiS64F32(BF16.wide(a));
    }

    public static long cvtRpiS64BF16(int a) {
        return FloatsToIntegers.cvtRpiS64F32(BF16.wide(a));
    }

    public static long cvtRniU64BF16(int a) {
        return FloatsToIntegers.cvtRniU64F32(BF16.wide(a));
    }

    public static long cvtRziU64BF16(int a) {
        return FloatsToIntegers.cvtRziU64F32(BF16.wide(a));
    }

    public static long cvtRmiU64BF16(int a) {
        return FloatsToIntegers.cvtRmiU64F32(BF16.wide(a));
    }

    public static long cvtRpiU64BF16(int a) {
        return FloatsToIntegers.cvtRpiU64F32(BF16.wide(a));
    }
}
