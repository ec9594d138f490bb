package dev.hira.sim.ops.convert;

import static dev.hira.sim.ops.floating.F8.E4M3;
import static dev.hira.sim.ops.floating.F8.E5M2;

import dev.hira.sim.ops.floating.F16;
import dev.hira.sim.ops.floating.Halves;

/**
 * {@code cvt} between pairs of e4m3 or e5m2 and f32 or f16x2: .rn.satfinite to the pairs, exact
 * from them, with or without .relu.
 */
public final class PairsOfF8 {
    private PairsOfF8() {}

    public static int cvtRnSatfiniteE4M3X2F32(float high, float low) {
        return E4M3.pair(high, low, false);
    }

    public static int cvtRnSatfiniteReluE4M3X2F32(float high, float low) {
        return E4M3.pair(high, low, true);
    }

    public static int cvtRnSatfiniteE5M2X2F32(float high, float low) {
        return E5M2.pair(high, low, false);
    }

    public static int cvtRnSatfiniteReluE5M2X2F32(float high, float low) {
        return E5M2.pair(high, low, true);
    }

    public static int cvtRnSatfiniteE4M3X2F16X2(int a) {
        return E4M3.pair(F16.wide(Halves.high(a)), F16.wide(Halves.low(a)), false);
    }

    public static int cvtRnSatfiniteReluE4M3X2F16X2(int a) {
        return E4M3.pair(F16.wide(Halves.high(a)), F16.wide(Halves.low(a)), true);
    }

    public static int cvtRnSatfiniteE5M2X2F16X2(int a) {
        return E5M2.pair(F16.wide(Halves.high(a)), F16.wide(Halves.low(a)), false);
    }

    public static int cvtRnSatfiniteReluE5M2X2F16X2(int a) {
        return E5M2.pair(F16.wide(Halves.high(a)), F16.wide(Halves.low(a)), true);
    }

    public static int cvtRnF16X2E4M3X2(int a) {
        return E4M3.halves(a, false);
    }

    public static int cvtRnReluF16X2E4M3X2(int a) {
        return E4M3.halves(a, true);
    }

    public static int cvtRnF16X2E5M2X2(int a) {
        return E5M2.halves(a, false);
    }

    public static int cvtRnReluF16X2E5M2X2(int a) {
        return E5M2.halves(a, true);
    }
}
