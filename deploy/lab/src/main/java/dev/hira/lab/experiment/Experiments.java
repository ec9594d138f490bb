package dev.hira.lab.experiment;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All experiments, by name. */
public final class Experiments {
    private static final List<Experiment> ALL =
            List.of(
                    new AvaUnfairness(),
                    new AvaOverhead(),
                    new AvaScaling(),
                    new GvimCalls(),
                    new GvimCredits(),
                    new PegasusSharing(),
                    new PegasusCredits(),
                    new PegasusSla(),
                    new PegasusLatency(),
                    new NeonSweep(),
                    new NeonHierarchy(),
                    new HiraSchedulers());

    /** Experiments of the field that cannot be done yet, and what is missing for them. */
    private static final Map<String, String> PENDING =
            Map.of(
                    "ava-migration", "migration is pending",
                    "gpuswap-sweep", "memory oversubscription is pending",
                    "gpuswap-chunks", "memory oversubscription is pending",
                    "gpuswap-priority", "memory oversubscription is pending");

    private Experiments() {}

    public static List<Experiment> all() {
        return ALL;
    }

    /** What cannot be done yet, and why. */
    public static Map<String, String> pending() {
        return PENDING;
    }

    public static Optional<Experiment> named(String name) {
        return ALL.stream().filter(e -> e.name().equals(name)).findFirst();
    }
}
