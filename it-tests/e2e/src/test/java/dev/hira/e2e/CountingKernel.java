package dev.hira.e2e;

/** A kernel {@code count} that adds 1 to a number for each of its threads. */
public final class CountingKernel {
    public static final String PTX =
            """
            .version 7.0
            .target sm_70
            .address_size 64
            .visible .entry count(.param .u64 cell) {
              .reg .b32 %r<2>; .reg .b64 %d<2>;
              ld.param.u64 %d1, [cell];
              atom.global.add.u32 %r1, [%d1], 1;
              ret;
            }
            """;

    private CountingKernel() {}
}
