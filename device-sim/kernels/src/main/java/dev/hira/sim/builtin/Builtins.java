package dev.hira.sim.builtin;

import dev.hira.sim.code.Step;
import dev.hira.sim.kernel.FaultKind;
import dev.hira.sim.kernel.KernelHeap;
import dev.hira.sim.kernel.KernelOutput;
import dev.hira.sim.run.BlockState;
import dev.hira.sim.run.DeviceFault;

/**
 * The functions that the device offers to the kernel of a grid.
 *
 * @param output receives the text that the kernel prints
 * @param grid the number of the grid
 * @param heap the heap from which kernels allocate
 */
public record Builtins(KernelOutput output, long grid, KernelHeap heap) {
    private static final long NO_FORMAT = 0xffff_ffffL;

    /** The most characters of a format in an error. */
    private static final int MOST_FORMAT = 200;

    /**
     * Calls a function.
     *
     * @param arguments as the bits of their carriers
     * @return its result, 0 when it has none
     * @throws DeviceFault when the call is invalid
     */
    public long call(Step.Builtin builtin, BlockState block, int thread, long[] arguments) {
        GuestStrings memory = new GuestStrings(block, thread);
        return switch (builtin) {
            case VPRINTF -> print(memory, arguments[0], arguments[1]);
            case ASSERT_FAIL -> throw failed(memory, arguments);
            case MALLOC -> heap.allocate(arguments[0]);
            case FREE -> free(arguments[0]);
            case ALLOCA, STACK_SAVE, STACK_RESTORE ->
                    throw new IllegalStateException("An engine keeps the stack itself.");
        };
    }

    /** Prints; returns the number of arguments, or -1 without a format, as CUDA defines it. */
    private long print(GuestStrings memory, long format, long arguments) {
        if (format == 0) {
            return NO_FORMAT;
        }
        String text = memory.text(format);
        Printf.Reader reader =
                arguments == 0
                        ? (_, _) -> {
                            throw noArgument(text);
                        }
                        : memory::load;
        Printf printf = new Printf(reader, memory::text, arguments);
        output.add(new KernelOutput.Text(grid, printf.format(text)));
        return printf.taken();
    }

    private static DeviceFault noArgument(String format) {
        return DeviceFault.of(
                FaultKind.LAUNCH_FAILED,
                "printf has conversions in its format, but no arguments: "
                        + format.substring(0, Math.min(format.length(), MOST_FORMAT)).strip());
    }

    /** Returns the fault of a failed assertion, in CUDA's words. */
    private DeviceFault failed(GuestStrings memory, long[] arguments) {
        BlockState block = memory.block();
        int thread = memory.thread();
        String text =
                memory.text(arguments[1])
                        + ":"
                        + Integer.toUnsignedString((int) arguments[2])
                        + ": "
                        + memory.text(arguments[3])
                        + ": block: ["
                        + block.ctaX
                        + ","
                        + block.ctaY
                        + ","
                        + block.ctaZ
                        + "], thread: ["
                        + block.tidX(thread)
                        + ","
                        + block.tidY(thread)
                        + ","
                        + block.tidZ(thread)
                        + "] Assertion `"
                        + memory.text(arguments[0])
                        + "` failed.";
        output.add(new KernelOutput.Text(grid, text + "\n"));
        return DeviceFault.of(FaultKind.ASSERT, text);
    }

    private long free(long address) {
        if (address != 0 && !heap.free(address)) {
            throw DeviceFault.of(
                    FaultKind.LAUNCH_FAILED,
                    "The address 0x"
                            + Long.toHexString(address)
                            + " cannot be freed: no kernel has allocated it, or it was freed before.");
        }
        return 0;
    }
}
