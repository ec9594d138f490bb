package dev.hira.sim.jit.runtime;

import dev.hira.sim.run.DeviceFault;
import java.util.Set;

/**
 * Adds the line of the kernel's text to faults. The JVM leaves the frames of hidden classes out of
 * stack traces, but not out of stack walks that ask for them.
 */
final class LineTable {
    private static final StackWalker WALKER =
            StackWalker.getInstance(
                    Set.of(
                            StackWalker.Option.SHOW_HIDDEN_FRAMES,
                            StackWalker.Option.RETAIN_CLASS_REFERENCE));

    private LineTable() {}

    /** Returns the fault with the line of the generated code that called this method. */
    static DeviceFault located(DeviceFault fault) {
        WALKER.walk(frames ->
                        frames.filter(frame -> GeneratedClasses.contains(frame.getDeclaringClass()))
                                .findFirst())
                .ifPresent(frame -> fault.locate(frame.getLineNumber()));
        return fault;
    }
}
