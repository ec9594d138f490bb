package dev.hira.sim.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.source.SourceKernel;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The sizes of groups that kernels require, as PTX declares them. */
final class RequiredSizesTest {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static String ptx(int kernels) {
        StringBuilder text = new StringBuilder(".version 7.8\n");
        for (int i = 0; i < kernels; i++) {
            text.append(".visible .entry k")
                    .append(i)
                    .append("(\n\t.param .u64 p\n)\n{\n\tret;\n}\n");
        }
        return text.toString();
    }

    private static List<SourceKernel> kernels(int count) {
        List<SourceKernel> kernels = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<Integer> sizes = i % 2 == 0 ? List.of(i + 1, 1, 2) : List.of(0, 0, 0);
            kernels.add(new SourceKernel("k" + i, List.of(), sizes, ""));
        }
        return kernels;
    }

    @Test
    void shouldDeclareTheSizesOfTheKernelsThatRequireThem() {
        String declared = RequiredSizes.declare(ptx(12), kernels(12));
        assertThat(declared)
                .contains(".entry k0(\n\t.param .u64 p\n)\n.reqntid 1, 1, 2\n{")
                .contains(".entry k1(\n\t.param .u64 p\n)\n{")
                .contains(".entry k10(\n\t.param .u64 p\n)\n.reqntid 11, 1, 2\n{");
        assertThat(declared.replaceAll("\\.reqntid .*\n", "")).isEqualTo(ptx(12));
        assertThat(RequiredSizes.declare(ptx(12), List.of())).isEqualTo(ptx(12));
    }

    @Test
    void shouldTakeTimeInProportionToTheNumberOfKernels() {
        int few = 3000;
        cpu(few);
        double ratio = Double.MAX_VALUE;
        for (int attempt = 0; attempt < 5 && ratio > 9; attempt++) {
            long one = cpu(few);
            ratio = Math.min(ratio, (double) cpu(4 * few) / one);
        }
        assertThat(ratio).as("processor time of 4 times as many kernels").isLessThan(9);
    }

    private static long cpu(int kernels) {
        String text = ptx(kernels);
        List<SourceKernel> declared = kernels(kernels);
        long begin = THREADS.getCurrentThreadCpuTime();
        assertThat(RequiredSizes.declare(text, declared)).isNotEqualTo(text);
        return THREADS.getCurrentThreadCpuTime() - begin;
    }
}
