package dev.hira.sim.ptx.model;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * The modifiers of instructions. They distinguish misspelled modifiers from those that a device
 * does not support.
 */
public final class Modifiers {
    private static final Set<String> NAMES =
            Set.of(
                    """
                    lo hi wide sat satfinite cc rn rz rm rp rna rs rni rzi rmi rpi ftz noftz approx
                    full relu NaN xorsign abs oob scaled eq ne lt le gt ge ls hs equ neu ltu leu gtu
                    geu num nan and or xor not popc finite infinite number notanumber normal subnormal
                    l r wrap clamp shiftamt f4e b4e rc8 ecl ecr rc16 up down bfly idx sync uni to const
                    global local param shared generic weak volatile relaxed acquire release acq_rel sc
                    mmio cta cluster gpu sys gl ca cg cs lu cv wb wt nc v2 v3 v4 v8 unified add sub min
                    max inc dec cas exch all any ballot aligned arrive red warp po shr7 shr15 async
                    trap shared_cta\
                    """
                            .split("\\s+"));

    /** Types, lanes of video instructions, and qualified modifiers such as .L2::cache_hint. */
    private static final Pattern SHAPES =
            Pattern.compile(
                    ".*::.*|[bh]\\d+|(u?e|s)\\d[mf]\\d(x\\d+)?|[usf]\\d{1,2}x\\d|bf16(x2)?|tf32");

    /** Instructions with too many modifiers to list; each architecture adds more. */
    private static final Set<String> OPEN =
            Set.of(
                    """
                    cp mbarrier fence membar tensormap multimem wmma mma wgmma tcgen05 ldmatrix stmatrix
                    movmatrix clusterlaunchcontrol tex tld4 txq suld sust sured suq istypep createpolicy
                    applypriority discard prefetch prefetchu griddepcontrol setmaxnreg barrier bar mapa
                    getctarank isspacep cvta\
                    """
                            .split("\\s+"));

    private Modifiers() {}

    /**
     * Returns whether some version of PTX allows the modifier, given with its dot, on an
     * instruction.
     */
    public static boolean isKnown(String opcode, String modifier) {
        String name = modifier.substring(1);
        return OPEN.contains(opcode)
                || NAMES.contains(name)
                || ScalarType.of(modifier) != null
                || SHAPES.matcher(name).matches();
    }
}
