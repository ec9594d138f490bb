package dev.hira.sim.launch;

import dev.hira.base.CountText;
import dev.hira.sim.code.Program;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.Windows;
import dev.hira.sim.kernel.FaultKind;
import dev.hira.sim.kernel.KernelContext;
import dev.hira.sim.kernel.KernelFault;
import dev.hira.sim.kernel.LaunchShape;
import dev.hira.sim.ptx.text.CppName;
import dev.hira.sim.run.DeviceFault;
import org.jspecify.annotations.Nullable;

/**
 * Describes a kernel's failure to its author: the cause, the thread, the line of the text, and the
 * allocation next to the address.
 */
final class FaultReport {
    /** Addresses below are those of a member of a structure whose pointer is null. */
    private static final long NULL_PAGE = 4096;

    private final Program program;
    private final LaunchShape shape;
    private final KernelContext context;
    private final boolean missedBarrier;

    /**
     * Creates reports of a launch.
     *
     * @param missedBarrier whether a thread has asked for a barrier of the grid, without one
     */
    FaultReport(Program program, LaunchShape shape, KernelContext context, boolean missedBarrier) {
        this.missedBarrier = missedBarrier;
        this.program = program;
        this.shape = shape;
        this.context = context;
    }

    /** Returns the fault that the driver reports for a failure. */
    KernelFault of(GridRun.Failure failure) {
        DeviceFault fault = failure.fault();
        String text =
                "The kernel '"
                        + CppName.readable(program.kernel().name())
                        + "' has failed: "
                        + fault.getMessage()
                        + "\n  in block "
                        + shape.block(failure.block())
                        + ", thread "
                        + shape.thread(failure.thread())
                        + line(fault)
                        + nearest(fault);
        return new KernelFault(fault.kind(), text);
    }

    /** Returns the fault for a stray write that was found after it happened. */
    KernelFault ofStray(long address) {
        return new KernelFault(
                FaultKind.ILLEGAL_ADDRESS,
                "The kernel '"
                        + CppName.readable(program.kernel().name())
                        + "', or another one of its context, has written to the global address 0x"
                        + Long.toHexString(address)
                        + ", where nothing is allocated; HIRA_SIM_CHECK=memory finds the"
                        + " instruction."
                        + nearest(address));
    }

    private String line(DeviceFault fault) {
        int line = fault.line() > 0 ? fault.line() : lineOfCode(fault);
        return line == 0 ? "" : "\n  " + program.source().place(line);
    }

    /** Returns the line in the line table of the generated code. */
    private static int lineOfCode(DeviceFault fault) {
        for (StackTraceElement element : fault.getStackTrace()) {
            String file = element.getFileName();
            if (file != null && file.endsWith(".ptx")) {
                return Math.max(0, element.getLineNumber());
            }
        }
        return 0;
    }

    private String nearest(DeviceFault fault) {
        if (fault.why() != null) {
            return "\n  " + fault.why();
        }
        boolean astray = fault.kind() == FaultKind.ILLEGAL_ADDRESS;
        if (missedBarrier && (astray ? inNullPage(fault) : trapped(fault))) {
            return "\n  the kernel has asked for the barrier of its grid, which only cooperative"
                    + " launches have (Kernel.launchCooperative, cuLaunchCooperativeKernel)";
        }
        if (!astray) {
            return "";
        }
        if (inNullPage(fault)) {
            return fault.address() == 0
                    ? "\n  the pointer is null"
                    : "\n  the address is "
                            + CountText.of(fault.address(), "byte")
                            + " after a null pointer";
        }
        String window = beforeAWindow(fault.address());
        return window.isEmpty() ? nearest(fault.address()) : "\n  the address is " + window;
    }

    /** Tells of an address that is slightly below those of a space; empty: it is not. */
    private static String beforeAWindow(long address) {
        if (Windows.spaceOf(address + Windows.BYTES) == Space.LOCAL) {
            return CountText.of(Windows.LOCAL - address, "byte")
                    + " before the thread's local memory";
        }
        return Windows.spaceOf(address + Windows.BYTES) == Space.SHARED
                ? CountText.of(Windows.SHARED - address, "byte")
                        + " before the block's shared memory"
                : "";
    }

    private static boolean inNullPage(DeviceFault fault) {
        return fault.address() >= 0 && fault.address() < NULL_PAGE;
    }

    /** A trap is what nvcc's code does without a barrier. */
    private static boolean trapped(DeviceFault fault) {
        return fault.kind() == FaultKind.LAUNCH_FAILED;
    }

    private String nearest(long address) {
        KernelContext.@Nullable Extent nearest = context.nearest(address);
        if (nearest == null) {
            return "\n  the context has no allocations";
        }
        return "\n  the nearest allocation has "
                + CountText.of(nearest.bytes(), "byte")
                + " at 0x"
                + Long.toHexString(nearest.address())
                + ", "
                + distance(nearest, address);
    }

    private static String distance(KernelContext.Extent extent, long address) {
        long end = extent.address() + extent.bytes();
        if (address < extent.address()) {
            return "which begins "
                    + CountText.of(extent.address() - address, "byte")
                    + " after the address";
        }
        return address < end
                ? "which ends " + CountText.of(end - address, "byte") + " after the address"
                : "which ends " + CountText.of(address - end, "byte") + " before the address";
    }
}
