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
                    new AvaMigration(),
                    new GvimCalls(),
                    new GvimCredits(),
                    new PegasusSharing(),
                    new PegasusCredits(),
                    new PegasusSla(),
                    new PegasusLatency(),
                    new NeonSweep(),
                    new NeonHierarchy(),
                    new HiraSchedulers());

    /** Published experiments that are not possible yet, with the missing feature. */
    private static final Map<String, String> PENDING =
            Map.of(
                    "gpuswap-sweep", "memory oversubscription is pending",
                    "gpuswap-chunks", "memory oversubscription is pending",
                    "gpuswap-priority", "memory oversubscription is pending");

    private Experiments() {}

    public static List<Experiment> all() {
        return ALL;
    }

    /** Returns the experiments that are not possible yet, with the reason. */
    public static Map<String, String> pending() {
        return PENDING;
    }

    public static Optional<Experiment> named(String name) {
        return ALL.stream().filter(e -> e.name().equals(name)).findFirst();
    }
}
