package dev.hira.api;

/**
 * Receives what devices execute for one process while the process is traced. The threads that
 * execute the work call it, several at a time; it must not wait, lock or allocate.
 */
public interface WorkTrace {
    /**
     * A device has executed a piece of work.
     *
     * @param call the call that caused it
     * @param device the device, as the process counts
     * @param engine the device's engine that did it; the first one, 0, runs kernels
     * @param stream the stream's number in its process; 0: the default stream; -1 - n: the default
     *     stream of the thread n
     * @param what the name of the kernel, or a word for other work
     * @param bytes the bytes moved; 0 for a kernel
     * @param begin the time at which it began, on the driver's clock
     * @param end the time at which it ended
     */
    void executed(
            long call,
            int device,
            int engine,
            long stream,
            String what,
            long bytes,
            long begin,
            long end);
}
