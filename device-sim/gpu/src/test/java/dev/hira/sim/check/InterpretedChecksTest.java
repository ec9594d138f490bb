package dev.hira.sim.check;

import dev.hira.sim.kernel.KernelLoader;
import dev.hira.sim.launch.KernelCompiler;

/** The same findings in the interpreter, which lets threads take turns more often. */
final class InterpretedChecksTest extends CheckedKernelsTest {
    @Override
    KernelLoader kernels() {
        return KernelCompiler.of();
    }

    @Override
    String tier() {
        return "interpreter";
    }

    /** How many threads race depends on their turns. */
    @Override
    String comparable(String report) {
        return report.replaceAll("and \\d+ more", "and more");
    }
}
