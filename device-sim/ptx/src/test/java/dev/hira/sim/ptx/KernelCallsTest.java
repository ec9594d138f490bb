package dev.hira.sim.ptx;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.sim.ptx.text.PtxException;
import org.junit.jupiter.api.Test;

/** Calls of kernels, which PTX does not have. */
final class KernelCallsTest {
    private static PtxModule module(String body) {
        return PtxModule.parse(
                """
                .version 7.8
                .target sm_75
                .address_size 64
                .entry other(.param .u32 p) { ret; }
                .func helper(.param .u32 p) { ret; }
                .entry f(.param .u32 p) {
                    .reg .b64 %rd<3>;
                    .param .b32 q;
                """
                        + body
                        + " ret; }");
    }

    private static void assertRefused(String body, String called) {
        assertThatThrownBy(module(body)::check)
                .isInstanceOf(PtxException.class)
                .hasMessageContaining("Line 9, column ")
                .hasMessageContaining(
                        "'f' calls '"
                                + called
                                + "', which is a kernel; PTX calls functions only: move the body of '"
                                + called
                                + "' into a .func, which both can call.");
    }

    @Test
    void shouldRefuseAKernelThatCallsAKernel() {
        assertRefused("call f, (q);", "f");
        assertRefused("call.uni other, (q);", "other");
        assertRefused("targets: .calltargets helper, other;", "other");
    }

    @Test
    void shouldAllowCallsOfFunctionsAndAddressesOfKernels() {
        module("call helper, (q);").check();
        module("mov.u64 %rd1, other;").check();
        module("targets: .calltargets helper; mov.u64 %rd1, helper; call %rd1, (q), targets;")
                .check();
        module(
                        "{ .reg .b64 other; other: .callprototype _ (.param .u32 _);"
                                + " call %rd1, (q), other; }")
                .check();
    }
}
