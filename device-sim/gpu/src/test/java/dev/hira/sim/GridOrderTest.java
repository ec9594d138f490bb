package dev.hira.sim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.sim.launch.GridOrder;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.URI;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** A device whose blocks run in a fixed order. */
final class GridOrderTest extends SimFixture {
    private static final int BLOCKS = 2000;
    private static final int THREADS = 32;

    /** Adds 1 / (i + 1) of each thread i to one float: the sum depends on the order. */
    private static final String SUM =
            """
            .version 8.0
            .target sm_75
            .address_size 64
            .visible .entry sum(.param .u64 out) {
              .reg .b32 %r<6>; .reg .b64 %rd<2>; .reg .f32 %f<3>;
              ld.param.u64 %rd1, [out];
              mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;
              mad.lo.u32 %r4, %r1, %r2, %r3; add.u32 %r4, %r4, 1;
              cvt.rn.f32.u32 %f1, %r4; rcp.rn.f32 %f2, %f1;
              red.global.add.f32 [%rd1], %f2; ret;
            }
            """;

    @Override
    protected SimConfig config() {
        return SimUri.parse(URI.create("sim:?profile=small&devices=2&blocks=fixed"));
    }

    @RepeatedTest(5)
    void shouldAddFloatsInTheOrderOfTheThreads() {
        long sum = upload(new byte[4]);
        long function = cuda.cuModuleGetFunction(cuda.cuModuleLoadData(text(SUM)), "sum");
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment packed = arena.allocate(8);
            packed.set(ValueLayout.JAVA_LONG, 0, sum);
            cuda.cuLaunchKernel(function, BLOCKS, 1, 1, THREADS, 1, 1, 0, 0, packed);
        }
        float expected = 0;
        for (int i = 1; i <= BLOCKS * THREADS; i++) {
            expected += 1f / i;
        }
        MemorySegment result = MemorySegment.ofArray(read(sum, 4));
        assertThat(result.get(ValueLayout.JAVA_FLOAT_UNALIGNED, 0)).isEqualTo(expected);
    }

    private static MemorySegment text(String ptx) {
        return MemorySegment.ofArray((ptx + "\0").getBytes(UTF_8));
    }

    @Test
    void shouldListAllSettingsOfAUriInPlaceOfAWrongOne() {
        assertThatThrownBy(() -> SimUri.parse(URI.create("sim:?devces=2")))
                .hasMessageStartingWith(
                        "the URI of simulated devices has no setting 'devces'; it has devices,"
                                + " clock, default-stream, shared-bus, kernel-limit-ms, tier,"
                                + " blocks, check, profile, name, memory,");
    }

    @Test
    void shouldReadTheOrder() {
        assertThat(GridOrder.parse("any")).isEqualTo(GridOrder.ANY);
        assertThat(GridOrder.parse("Fixed")).isEqualTo(GridOrder.FIXED);
        assertThatThrownBy(() -> GridOrder.parse("random"))
                .hasMessageContaining("the order of blocks is 'random'");
        assertThatThrownBy(() -> SimUri.parse(URI.create("sim:?blocks=fixed&tier=simt")))
                .hasMessageContaining("exclude each other");
    }
}
