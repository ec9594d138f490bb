package dev.hira.bench.programs;

import dev.hira.bench.programs.Shrinker.Failure;
import java.util.List;

/** Prints programs as Java. */
final class ProgramText {
    private ProgramText() {}

    /** Returns a program that fails as the source of a Java method. */
    static <D, M, S> String of(Failure<D, M, S> failure) {
        StringBuilder text = new StringBuilder();
        Point point = failure.point();
        List<Call<M, S>> calls = failure.program().calls();
        boolean threads = failure.program().threads() > 1;
        if (failure.program().together()) {
            text.append("    // the threads make their calls at the same time\n");
        }
        for (int i = 0; i <= calls.size(); i++) {
            if (point != null && point.before() == i) {
                text.append("    // here ").append(point.disturbance().text());
                text.append(point.beside() ? ", while the program goes on\n" : "\n");
            }
            if (i == calls.size()) {
                break;
            }
            text.append("    ").append(calls.get(i).java());
            if (threads) {
                text.append("  // on thread ").append(calls.get(i).thread());
            }
            text.append('\n');
        }
        text.append("    // ").append(failure.difference()).append('\n');
        return failure.program().api().frame(text.toString());
    }
}
