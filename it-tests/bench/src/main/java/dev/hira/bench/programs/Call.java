package dev.hira.bench.programs;

/**
 * A call of a program. Objects have numbers, and no number means two objects.
 *
 * @param thread the number of the program's thread that makes the call
 * @param number the number of the call, and of the object that it creates
 * @param first the number of the first object that it uses
 * @param second the number of the second object that it uses
 * @param value what it writes, adds or chooses
 */
public record Call<M, S>(
        Operation<M, S> operation, int thread, int number, int first, int second, int value) {
    /** Returns the same call on another thread. */
    Call<M, S> on(int other) {
        return new Call<>(operation, other, number, first, second, value);
    }

    /** Returns the same call with another value. */
    Call<M, S> with(int other) {
        return new Call<>(operation, thread, number, first, second, other);
    }

    /** Returns the call as a statement in Java. */
    String java() {
        return operation.java(this);
    }
}
