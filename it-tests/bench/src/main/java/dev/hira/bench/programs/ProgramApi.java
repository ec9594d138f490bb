package dev.hira.bench.programs;

import dev.hira.bench.programs.cuda.CudaPrograms;
import dev.hira.bench.programs.opencl.OpenClPrograms;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What generated programs need of an API.
 *
 * @param <D> its driver
 * @param <M> the model of its objects
 * @param <S> the objects of a run
 */
public interface ProgramApi<D, M, S> {
    /** Returns all APIs. */
    static List<ProgramApi<?, ?, ?>> all() {
        return List.of(new CudaPrograms(), new OpenClPrograms());
    }

    /** Returns the class of the driver. */
    Class<D> driver();

    /** Returns a model in which nothing exists. */
    M model();

    /** Returns the objects of a run, which closes the driver when it is closed. */
    S objects(D driver);

    /**
     * Returns a random call, which the model may not admit.
     *
     * @param number the number of the call
     */
    Call<M, S> propose(SplittableRandom random, M model, int threads, int number);

    /**
     * Returns calls that show everything that the program has left: contents of memory, callbacks.
     *
     * @param number the number of the first one
     */
    List<Call<M, S>> last(M model, int number);

    /** Makes a blocking call that changes nothing, and returns what it gives to the program. */
    String touch(S objects);

    /** Returns what the blocking call gives when the program is told that memory was lost. */
    String loss();

    /** Returns what a call gives when the session has ended with its server. */
    String end();

    /** Changes the model when all contents of device memory are lost. */
    void lose(M model);

    /**
     * Whether the program may have work that cannot end without the program. The VM cannot be
     * suspended before such work has ended, and it cannot move unless the work can travel. The
     * operator's command then fails within its bound, and the program goes on where it was.
     *
     * @param travels whether work that can travel does not count
     */
    boolean keepsWork(M model, boolean travels);

    /** Waits until all work has ended, so that a loss of memory has a determined effect. */
    void settle(M model, S objects);

    /** Returns the Java text before and after the statements. */
    String frame(String statements);

    /** Ends the session. */
    void close(S objects);
}
