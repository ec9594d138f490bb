package dev.hira.sim.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.ptx.model.ParameterLayout;
import dev.hira.sim.ptx.model.PtxFunction;
import dev.hira.sim.ptx.model.Tuning;
import dev.hira.sim.ptx.model.Variable;
import dev.hira.sim.ptx.print.PtxPrinter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parses modules as the compiler produces them. */
@Timeout(value = 240, unit = TimeUnit.SECONDS)
final class PtxModuleTest {
    static List<String> kernels() {
        return Kernels.names();
    }

    private static PtxModule module(String name) {
        return PtxModule.parse(Kernels.text(name));
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void shouldPrintTextThatParsesToTheSameTree(String name) {
        PtxModule module = module(name);
        module.check();
        String printed = PtxPrinter.print(module);
        PtxModule again = PtxModule.parse(printed);
        again.check();
        assertThat(PtxPrinter.print(again)).isEqualTo(printed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"saxpy.sm_75", "globals.sm_75", "calls.sm_90", "print.sm_90"})
    void shouldParseToTheReviewedTree(String name) {
        assertThat(PtxPrinter.print(module(name)))
                .isEqualTo(Kernels.read(Path.of("src/test/golden", name + ".txt")));
    }

    @Test
    void shouldPackParametersByAlignment() {
        PtxModule module = module("structs.sm_75");
        ParameterLayout layout = ParameterLayout.of(module.kernels().getFirst().parameters());
        assertThat(layout.places())
                .extracting(ParameterLayout.Place::offset)
                .containsExactly(0L, 8L, 40L, 48L, 80L, 88L);
        assertThat(layout.bytes()).isEqualTo(96);
        assertThat(layout.align()).isEqualTo(8);
    }

    @Test
    void shouldPlacePointersByTheirOwnAlignment() {
        PtxModule module =
                PtxModule.parse(
                        """
                        .version 8.0
                        .target sm_75
                        .address_size 64
                        .entry k(.param .f32 a, .param .u64 .ptr .global .align 4 x,
                            .param .align 16 .b8 s[4], .param .u64 .ptr .align 1 y) { ret; }
                        """);
        assertThat(ParameterLayout.of(module.kernels().getFirst().parameters()).places())
                .extracting(ParameterLayout.Place::offset)
                .containsExactly(0L, 8L, 16L, 24L);
    }

    @Test
    void shouldReturnSharedMemoryAndBlockSizeWithoutParsingBodies() {
        PtxModule matmul = module("matmul.sm_75");
        PtxFunction kernel = matmul.kernels().getFirst();
        assertThat(matmul.sharedLayout(kernel).bytes()).isEqualTo(2048);
        assertThat(kernel.tuning().threadsPerBlock(1024)).isEqualTo(256);
        PtxModule reduction = module("reduction.sm_90");
        assertThat(reduction.sharedLayout(reduction.kernels().getFirst()).bytes()).isEqualTo(128);
        PtxModule broken = PtxModule.parse(Kernels.around(".shared .b8 x[7]; not PTX at all!"));
        assertThat(broken.sharedLayout(broken.kernels().getFirst()).bytes()).isEqualTo(7);
    }

    @Test
    void shouldCountModuleSharedMemoryForTheKernelsThatNameIt() {
        PtxModule module =
                PtxModule.parse(
                        """
                        .version 9.0
                        .target sm_75
                        .shared .align 4 .b8 used[100];
                        .shared .align 8 .b8 used2[8];
                        .entry a() { .reg .b32 r; mov.b32 r, used; ret; }
                        .entry b() { .reg .b32 r; mov.b32 r, used2; ret; }
                        """);
        module.check();
        assertThat(module.kernels())
                .extracting(kernel -> module.sharedLayout(kernel).bytes())
                .containsExactly(100L, 8L);
    }

    @Test
    void shouldReturnInitialBytesAndRelocations() {
        PtxModule module = module("globals.sm_75");
        VariableImage cells = image(module, "cells");
        assertThat(cells.relocations())
                .extracting(r -> r.at() + " " + r.address().symbol() + "+" + r.address().offset())
                .containsExactly("0 table+24", "8 table+16");
        assertThat(image(module, "narrow").bytes()).containsExactly(-3, -1);
        assertThat(module.variables().get("table").bytes()).isEqualTo(48);
    }

    private static VariableImage image(PtxModule module, String name) {
        return VariableImage.of(module, module.variables().get(name));
    }

    @Test
    void shouldStoreNestedInitialValuesRowByRow() {
        PtxModule module =
                PtxModule.parse(
                        """
                        .version 9.0
                        .target sm_75
                        .global .u16 grid[2][3] = {{1, 2}, {0x0304}};
                        .global .v2 .f32 pair = {1.0, 0f40000000};
                        .global .u8 low = 0xFF(grid);
                        """);
        assertThat(image(module, "grid").bytes()).containsExactly(1, 0, 2, 0, 0, 0, 4, 3);
        assertThat(image(module, "pair").bytes()).containsExactly(0, 0, -128, 63, 0, 0, 0, 64);
        assertThat(image(module, "low").relocations()).hasSize(1);
    }

    @Test
    void shouldNameUnsupportedInstructionsOfTheKernelsThatReachThem() {
        PtxModule module =
                PtxModule.parse(
                        """
                        .version 9.0
                        .target sm_90
                        .func far() { elect.sync _|p, 1; ret; }
                        .func near() { trap; ret; }
                        .global .u64 table[1] = {far};
                        .entry direct() { call near; ret; }
                        .entry indirect() { .reg .b64 t; mov.u64 t, table; ret; }
                        .entry none() { ret; }
                        """
                                .replace("far() {", "far() { .reg .pred p;"));
        module.check();
        assertThat(module.kernels())
                .extracting(kernel ->
                        InstructionUse.unsupported(
                                        module,
                                        kernel,
                                        i ->
                                                !i.opcode().equals("trap")
                                                        && !i.opcode().equals("elect"))
                                .toString())
                .containsExactly(
                        "[Unsupported[function=near, name=trap, line=4]]",
                        "[Unsupported[function=far, name=elect.sync, line=3]]",
                        "[]");
    }

    @Test
    void shouldParseRareCompilerOutput() {
        PtxModule.parse(
                        Kernels.around(
                                """
                                .pragma "nounroll";
                                .loc 1 2 3, function_name $info, inlined_at 1 4 5
                                .local .align 16 .b8 depot[32];
                                table: .branchtargets one, two;
                                brx.idx.uni %r1, table;
                                one: @!%p1 bra two;
                                ld.global.nc.L1::evict_last.v4.f32 {%f1, %f2, _, %f3}, [%rd1+-16];
                                st.volatile.shared.u32 [8], %r1;
                                shfl.sync.down.b32 %r1|%p2, %r2, 16, 31, -1;
                                setp.lt.and.s32 %p1|%p2, %r1, (3 + 4) * 2, !%p3;
                                { .reg .b32 %r1; mov.u32 %r1, %tid.x; mov.u32 %r2, WARP_SZ; }
                                mov.b64 {%r1, %r2}, %rd3;
                                mov.u64 %rd1, depot+8;
                                cp.async.ca.shared.global [%r1], [%rd1], 16;
                                atom.global.cas.b32 %r1, [%rd1], %r2, %r3;
                                two: bar.sync 0;
                                """))
                .check();
    }

    @Test
    void shouldSkipFilesAndDebuggingSections() {
        PtxModule module =
                PtxModule.parse(
                        """
                        .version 9.0
                        .target sm_75, debug
                        .address_size 64
                        .file 1 "a.cu", 12, 34
                        .file 2 "/" "b.cu"
                        .section .debug_abbrev { .b8 1, 2 label: .b32 .debug_str }
                        .weak .func (.param .b32 r) f(.param .b32 x) .noreturn;
                        .extern .shared .align 16 .b8 s[];
                        .entry k() .maxntid 8, 4, 2 .minnctapersm 2 .maxnreg 40 { ret; }
                        """);
        assertThat(module.kernels().getFirst().tuning())
                .extracting(t -> t.threadsPerBlock(1024), Tuning::maxRegisters)
                .containsExactly(64, 40);
        assertThat(module.function("f").tuning().noReturn()).isTrue();
        assertThat(module.architecture()).isEqualTo(75);
    }

    @Test
    void shouldFindSharedMemoryThatIsDeclaredBehindALocation() {
        PtxModule module =
                PtxModule.parse(
                        """
                        .version 7.8
                        .target sm_75
                        .address_size 64
                        .entry k()
                        {
                            .reg .b32 %r<3>;
                            .loc 1 3 0
                            .shared .align 4 .b8 first[16];
                            mov.u32 %r1, first;
                            .loc 1 4 2, function_name $L__info_string0+4, inlined_at 1 5 1
                            .shared .align 4 .b8 second[16];
                            .loc 1 6 0
                            ld.shared.u32 %r2, [%r1];
                            .loc 1 7 0
                            ret;
                        }
                        """);
        assertThat(module.kernels().getFirst().memory())
                .extracting(Variable::name)
                .containsExactly("first", "second");
    }
}
