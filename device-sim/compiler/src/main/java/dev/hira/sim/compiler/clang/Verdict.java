package dev.hira.sim.compiler.clang;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells outputs from failures, and says why a run failed where the compiler could not. */
record Verdict(CompilerLimits limits) {
    private static final int SIGNALS = 128;
    private static final int XCPU = 24;
    private static final int KILL = 9;

    /** What a crashed compiler prints about itself. */
    private static final Pattern CRASH =
            Pattern.compile(
                    "(?m)^(?:PLEASE submit a bug report|Stack dump|LLVM ERROR|terminate called|fatal"
                            + " error: error in backend).*",
                    Pattern.DOTALL);

    private static final Pattern MEMORY =
            Pattern.compile(
                    "out of memory|bad_alloc|[Aa]llocation failed|[Cc]annot allocate memory|allocate stack");

    BuildCache.Output on(CompilerRun.Result result) throws BuildFailedException {
        if (result.ending() == CompilerRun.Ending.BY_ITSELF && result.exit() == 0) {
            return new BuildCache.Output(result.output(), result.log());
        }
        String why = reason(result);
        Matcher crash = CRASH.matcher(result.log());
        String log = why.isEmpty() ? result.log() : crash.replaceFirst("");
        throw new BuildFailedException(
                log + (log.isEmpty() || log.endsWith("\n") ? "" : "\n") + why);
    }

    /** Returns a sentence about a run that did not end with the compiler's own errors. */
    private String reason(CompilerRun.Result result) {
        return switch (result.ending()) {
            case AFTER_THE_TIME_LIMIT ->
                    "error: the compiler ran for "
                            + limits.wall().toSeconds()
                            + " s, the longest time that it may take";
            case AFTER_THE_OUTPUT_LIMIT ->
                    "error: the output exceeds the limit of "
                            + (limits.outputBytes() >> 10)
                            + " KiB";
            case AFTER_THE_LOG_LIMIT ->
                    "error: the errors and warnings exceed the limit of "
                            + (limits.logBytes() >> 10)
                            + " KiB";
            case BY_ITSELF -> ended(result);
        };
    }

    private String ended(CompilerRun.Result result) {
        int signal = result.exit() - SIGNALS;
        if (signal == XCPU || signal == KILL) {
            return "error: the compiler used "
                    + limits.cpu().toSeconds()
                    + " s of processor time, the most that it may use";
        }
        if (MEMORY.matcher(result.log()).find()) {
            return "error: the compiler needs more memory than the limit of "
                    + (limits.memoryBytes() >> 20)
                    + " MiB";
        }
        return signal > 0 || CRASH.matcher(result.log()).find()
                ? "error: the compiler crashed on this program (exit status " + result.exit() + ")"
                : "";
    }
}
