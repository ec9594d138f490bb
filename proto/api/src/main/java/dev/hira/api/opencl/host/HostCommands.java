package dev.hira.api.opencl.host;

import dev.hira.api.opencl.ClCommandType;
import dev.hira.api.opencl.ClEventInfo;
import dev.hira.api.opencl.OpenClDriver;
import dev.hira.api.opencl.OpenClException;
import java.util.function.LongConsumer;

/** Commands for which a process waits although they travel without waiting. */
final class HostCommands {
    /** The state of a command that has ended well. */
    static final int COMPLETE = 0;

    private HostCommands() {}

    /** Enqueues a command with the event that stands for it, and waits for it if it is blocking. */
    static void run(
            OpenClDriver cl,
            long queue,
            boolean blocking,
            ClCommandType type,
            long event,
            LongConsumer enqueue) {
        if (!blocking) {
            enqueue.accept(event);
            return;
        }
        long standing = event == 0 ? cl.clCreateEventHIRA(queue, type) : event;
        try {
            enqueue.accept(standing);
            cl.clWaitForEvents(new long[] {standing});
        } catch (OpenClException failure) {
            abandon(cl, standing, event);
            throw failure;
        }
        if (event == 0) {
            cl.clReleaseEvent(standing);
        }
    }

    /** Releases the event of a command that has failed, unless the program has given it. */
    static void abandon(OpenClDriver cl, long standing, long given) {
        if (given == 0 && isEvent(cl, standing)) {
            cl.clReleaseEvent(standing);
        }
    }

    /** Whether an event was created; in a guest, its creation may have failed without a word. */
    private static boolean isEvent(OpenClDriver cl, long event) {
        try {
            return cl.clGetEventInfo(event, ClEventInfo.CL_EVENT_CONTEXT, 0, null) > 0;
        } catch (OpenClException none) {
            return false;
        }
    }
}
