package dev.hira.bench.programs;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes a program that fails smaller, as long as it fails in the same way. */
final class Shrinker {
    private static final int MOST_RUNS = 400;
    private static final Duration MOST_TIME = Duration.ofSeconds(90);
    private static final Pattern NUMBER = Pattern.compile("-?\\b(0x)?[0-9a-f]*\\d[0-9a-f]*\\b");

    private final ProgramRunner runner;
    private final long end = System.nanoTime() + MOST_TIME.toNanos();
    private int runs;

    Shrinker(ProgramRunner runner) {
        this.runner = runner;
    }

    /** A program that fails. */
    record Failure<D, M, S>(Program<D, M, S> program, @Nullable Point point, String difference) {
        /** Whether another failure is the same one, as far as texts without numbers can tell. */
        boolean isLike(String other) {
            return withoutNumbers(difference).equals(withoutNumbers(other));
        }

        private static String withoutNumbers(String text) {
            return NUMBER.matcher(text).replaceAll("#");
        }
    }

    /** Removes calls, then threads, then simplifies values, until nothing can go. */
    <D, M, S> Failure<D, M, S> shrink(Failure<D, M, S> failure) {
        Failure<D, M, S> smallest = failure;
        boolean smaller = true;
        while (smaller && !isOver()) {
            Failure<D, M, S> before = smallest;
            smallest = withoutCalls(smallest);
            smallest = withoutThreads(smallest);
            smallest = withSimpleValues(smallest);
            smaller = !smallest.equals(before);
        }
        return smallest;
    }

    private boolean isOver() {
        return runs >= MOST_RUNS || System.nanoTime() > end;
    }

    private <D, M, S> Failure<D, M, S> withoutCalls(Failure<D, M, S> failure) {
        Failure<D, M, S> smallest = failure;
        for (int part = Math.max(1, failure.program().calls().size() / 2); part > 0; part /= 2) {
            for (int from = smallest.program().calls().size() - part; from >= 0; from -= part) {
                smallest = tried(smallest, without(smallest, from, part));
            }
        }
        return smallest;
    }

    /** Returns a failure without some calls, and without those that need them. */
    private static <D, M, S> Failure<D, M, S> without(
            Failure<D, M, S> failure, int from, int count) {
        List<Call<M, S>> calls = new ArrayList<>(failure.program().calls());
        int end = Math.min(calls.size(), from + count);
        if (from < end) {
            calls.subList(from, end).clear();
        }
        Program<D, M, S> program = failure.program().with(calls);
        return new Failure<>(program, moved(failure, program), failure.difference());
    }

    /** Returns the point before the first remaining call at or after it. */
    private static <D, M, S> @Nullable Point moved(
            Failure<D, M, S> failure, Program<D, M, S> program) {
        Point point = failure.point();
        if (point == null) {
            return null;
        }
        List<Call<M, S>> old = failure.program().calls();
        int number =
                point.before() < old.size() ? old.get(point.before()).number() : Integer.MAX_VALUE;
        int before = (int) program.calls().stream().filter(call -> call.number() < number).count();
        return new Point(point.disturbance(), before, point.beside());
    }

    private <D, M, S> Failure<D, M, S> withoutThreads(Failure<D, M, S> failure) {
        Program<D, M, S> alone = failure.program().oneAfterTheOther();
        Failure<D, M, S> smallest =
                tried(failure, new Failure<>(alone, moved(failure, alone), failure.difference()));
        for (int i = 0; i < 4 && smallest.program().threads() > 1; i++) {
            int thread = i;
            smallest =
                    tried(
                            smallest,
                            mapped(smallest, call -> call.thread() == thread ? call.on(0) : call));
        }
        return smallest;
    }

    private <D, M, S> Failure<D, M, S> withSimpleValues(Failure<D, M, S> failure) {
        Failure<D, M, S> smallest = failure;
        for (int i = 0; i < smallest.program().calls().size(); i++) {
            Call<M, S> call = smallest.program().calls().get(i);
            if (call.value() > 0) {
                smallest = tried(smallest, mapped(smallest, c -> c.equals(call) ? c.with(0) : c));
            }
        }
        return smallest;
    }

    private static <D, M, S> Failure<D, M, S> mapped(
            Failure<D, M, S> failure, UnaryOperator<Call<M, S>> change) {
        Program<D, M, S> program =
                failure.program().with(failure.program().calls().stream().map(change).toList());
        return new Failure<>(program, moved(failure, program), failure.difference());
    }

    /** Returns the smaller one if it fails in the same way. */
    private <D, M, S> Failure<D, M, S> tried(Failure<D, M, S> failure, Failure<D, M, S> smaller) {
        if (smaller.program().equals(failure.program()) || isOver()) {
            return failure;
        }
        runs++;
        String difference = runner.run(smaller.program(), smaller.point());
        return difference == null || !failure.isLike(difference)
                ? failure
                : new Failure<>(smaller.program(), smaller.point(), difference);
    }
}
