package dev.hira.bench.soak;

import dev.hira.api.cuda.CudaDriver;
import java.util.List;
import java.util.function.Function;

/**
 * Does something to a VM before random calls of its program, which a seed chooses.
 *
 * <p>Belongs to the program's thread.
 */
interface Disturber extends AutoCloseable {
    /** Runs the program with a driver whose calls count, and returns its result. */
    <T> T run(CudaDriver cuda, Function<CudaDriver, T> program);

    /** Returns how often something happened. */
    int events();

    /** Returns what went wrong besides the program, in sentences. */
    List<String> failures();

    /** Returns what happened, in words. */
    String text();

    @Override
    void close();
}
