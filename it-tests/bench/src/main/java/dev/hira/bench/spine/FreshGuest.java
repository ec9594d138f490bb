package dev.hira.bench.spine;

import dev.hira.cli.launch.HiraProcess;
import java.time.Duration;
import java.util.List;

/** A guest process that opens one session and prints the time. */
public final class FreshGuest {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private FreshGuest() {}

    /** {@code args[0]}: the URI. */
    public static void main(String[] args) {
        System.out.println(HiraProcess.READY + OpenBench.open(args[0]));
    }

    /** Runs a guest; returns the nanoseconds from its main method to the first answer. */
    static long measure(String uri, List<String> jvmOptions) {
        try (HiraProcess guest =
                HiraProcess.start(
                        "fresh-guest",
                        FreshGuest.class.getName(),
                        jvmOptions,
                        List.of(uri),
                        line -> {})) {
            return Long.parseLong(guest.awaitReady(LIMIT));
        }
    }
}
