package dev.hira.sim.lower.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hira.sim.lower.Lowering;
import dev.hira.sim.lower.Texts;
import dev.hira.sim.ptx.InstructionUse.Unsupported;
import dev.hira.sim.ptx.PtxModule;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that refused instructions are reported by name and line. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class LoweringRefusalTest {
    private static LoweringException refusal(String text) {
        LoweringException refused =
                catchThrowableOfType(LoweringException.class, () -> Texts.program(text));
        assertThat(refused).as("refusal of " + text).isNotNull();
        return refused;
    }

    @Test
    void shouldNameEachUnsupportedInstructionOnceWithFunctionAndLine() {
        LoweringException refused =
                refusal(
                        """
                        .version 9.0
                        .target sm_90
                        .address_size 64
                        .func far() {
                        .reg .b32 r;
                        ldmatrix.sync.aligned.m8n8.x1.shared.b16 {r}, [r];
                        ret; }
                        .entry k() {
                        .reg .b32 r; .reg .b64 d;
                        mapa.shared::cluster.u32 r, r, 1;
                        @p mapa.shared::cluster.u32 r, r, 2;
                        call far;
                        ret; }
                        """
                                .replace(".reg .b32 r; .reg", ".reg .pred p; .reg .b32 r; .reg"));
        assertThat(refused.unsupported())
                .containsExactly(
                        new Unsupported("k", "mapa.shared::cluster.u32", 10),
                        new Unsupported("far", "ldmatrix.sync.aligned.m8n8.x1.shared.b16", 6));
        assertThat(refused)
                .hasMessage(
                        "The kernel 'k' needs features that this device does not support:"
                                + " mapa.shared::cluster.u32 in k, line 10;"
                                + " ldmatrix.sync.aligned.m8n8.x1.shared.b16 in far, line 6.");
    }

    @Test
    void shouldNotRefuseInstructionsThatAKernelCannotReach() {
        PtxModule module =
                PtxModule.parse(
                        """
                        .version 9.0
                        .target sm_90
                        .address_size 64
                        .entry one() { .reg .b32 r; mapa.shared::cluster.u32 r, r, 1; ret; }
                        .entry other() { ret; }
                        """);
        assertThat(module.kernels())
                .extracting(kernel -> Lowering.unsupported(module, kernel).size())
                .containsExactly(1, 0);
    }

    @Test
    void shouldNameUndefinedFunctions() {
        String text =
                Texts.around("call cudaDeviceSynchronize;")
                        .replace(".global", ".extern .func cudaDeviceSynchronize();\n.global");
        assertThat(refusal(text).unsupported())
                .extracting(Unsupported::name)
                .containsExactly("call of 'cudaDeviceSynchronize'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f1, %f2}];
                    ld.global.wrap.u32 %r1, [%rd1];
                    st.async.shared::cluster.u32 [%r1], %r2, [%r3];
                    atom.global.wrap.u32 %r1, [%rd1], 1;
                    cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1, {%r2}], [%r3];
                    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%r1], [%rd1], 16, [%r3], %rs1;
                    cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r1], [%r2], 16, [%r3];
                    cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd1], [%r1], 16;
                    mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r1];
                    mbarrier.arrive.strange.b64 %rd1, [%rd1];
                    mbarrier.b64 %rd1, [%rd1];
                    redux.sync.min.f32 %f1, %f2, -1;
                    shfl.sync.wrap.b32 %r1, %r2, 1, 31, -1;
                    barrier.cluster.arrive;
                    prefetch.tensormap [%rd1];
                    mapa.u64 %rd1, %rd2, 0;
                    """)
    void shouldRefuseByName(String instruction) {
        String name = instruction.split(" ")[0].replace(";", "");
        assertThat(refusal(Texts.around(instruction)).unsupported())
                .extracting(Unsupported::name)
                .containsExactly(name);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    mov.b32 %rs1, %r1; | The register '%rs1' has 16 bits, too few
                    st.param.u32 [p], 1; | The parameters of a kernel can only be read.
                    bra %r1; | There is no label '%r1' in this block or one around it.
                    { inner: ret; } bra inner; | There is no label 'inner'
                    ld.global.v2.u32 %r1, [%rd1]; | The instruction accesses 2 elements but names 1.
                    call twice, (1); | has 1 results, but the call has 0.
                    call (%r1), %rd1, (1); | needs a prototype or a list of functions
                    brx.idx %r1, word; | must name a list of .branchtargets
                    mov.b32 {%rs1, %rs2, %rs3}, %r1; | cannot be divided into 3 parts
                    st.global.u32 [%rs1], 1; | too narrow for an address
                    atom.global.cas.b32 %r1, [%rd1], 1; | The instruction takes 2 values after the address.
                    mbarrier.init.shared.b64 [%r1], 0; | counts 1 to 1048575 arrivals, not 0.
                    mbarrier.expect_tx.b64 [%rd1], 1048576; | counts 0 to 1048575 bytes, not 1048576.
                    mbarrier.arrive.noComplete.b64 %rd1, [%rd1]; | The instruction takes 3 operands but has 2.
                    mbarrier.test_wait.b64 %p1, [%rd1], %rd2, 5; | The instruction takes 3 operands but has 4.
                    mbarrier.arrive.release.b64 %rd1, [%rd1]; | it needs a scope, .cta or .cluster.
                    mbarrier.inval.global.b64 [%rd1]; | An mbarrier must be in shared memory.
                    mbarrier.inval.b32 [%rd1]; | An mbarrier must be of type .b64.
                    ld.global.b128 %rd1, [%rd1]; | A value of type .b128 needs a register of that type
                    st.global.b128 [%rd1], 0; | A value of type .b128 needs a register of that type
                    .reg .b128 q; mov.b128 q, {%rd1}; | has 2 parts of 64 bits, not 1.
                    .reg .b128 q; mov.b128 {%r1, %rd1}, q; | has 32 bits, too few for a result
                    .reg .b128 q; mov.b64 %rd1, q; | 'q' has 128 bits, too many for this type.
                    .reg .b128 q; atom.global.add.b128 q, [%rd1], q; | it can be .exch or .cas only.
                    .reg .b128 q; ld.v2.b128 {q, q}, [%rd1]; | elements of a vector cannot have 128
                    vadd2.u32.u32.u32 %r1.h2, %r1, %r2, %r3; | '.h2' selects no valid halves
                    vadd2.u32.u32.u32 %r1.h01, %r1, %r2, %r3; | '.h01' selects no valid halves
                    vadd2.u32.u32.u32 %r1, %r1.h1, %r2, %r3; | '.h1' selects no valid halves
                    vadd4.u32.u32.u32 %r1, %r1.b8000, %r2, %r3; | '.b8000' selects no valid bytes
                    vset4.u32.u32.eq %r1.h0, %r1, %r2, %r3; | '.h0' selects no valid bytes
                    cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r1], 20; | multiples of 16 bytes, not 20.
                    cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r1]; | The instruction takes 3 operands
                    lop3.or.b32 %r1, %r2, %r3, %r4, 1, %p1; | it needs two results
                    shfl.sync.idx.b32 %r1, %r2, 0, 31; | it needs a mask of lanes
                    mov.u32 %laneid, 1; | is not a register that can be written
                    mov.u32 word, 1; | is not a register that can be written
                    mov.f32 %f1, word; | An address does not fit the type .f32.
                    mov.u32 %r1, %v; | A part has 16 bits, but the register '%v.x' has 32.
                    mov.v2.f32 {%f1, %f2}, {%f1, %f2, %f3}; | moves between vectors
                    """)
    void shouldDescribeTheMistake(String body, String sentence) {
        LoweringException refused = refusal(Texts.around(body));
        assertThat(refused.unsupported()).isEmpty();
        assertThat(refused.getMessage()).contains("Line 24 of k").contains(sentence);
    }

    @Test
    void shouldRefuseAddressesOfHalfTheSize() {
        String text = ".version 9.0\n.target sm_50\n.address_size 32\n.entry k() { ret; }\n";
        assertThat(refusal(text)).hasMessageContaining(".address_size 64 only");
    }

    @Test
    void shouldRefuseSharedMemoryBeyondAllBounds() {
        String text =
                """
                .version 9.0
                .target sm_50
                .address_size 64
                .entry k() { .shared .b8 much[5000000000]; ret; }
                """;
        assertThat(refusal(text)).hasMessageContaining("5000000000 bytes of shared memory");
    }

    @Test
    void shouldRefuseACacheHintThatPtxDoesNotHave() {
        LoweringException refused =
                refusal(
                        """
                        .version 9.0
                        .target sm_90
                        .address_size 64
                        .entry k() {
                        .reg .b32 r; .reg .b64 d;
                        ld.global.L1::evict_last.L2::128B.b32 r, [d];
                        ld.global.L2::sometimes.b32 r, [d];
                        ret; }
                        """);
        assertThat(refused.unsupported())
                .containsExactly(new Unsupported("k", "ld.global.L2::sometimes.b32", 7));
    }
}
