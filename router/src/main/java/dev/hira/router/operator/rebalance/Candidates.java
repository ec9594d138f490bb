package dev.hira.router.operator.rebalance;

import java.util.Optional;
import java.util.Set;

/** The VMs that can move. */
@FunctionalInterface
public interface Candidates {
    /**
     * Returns a VM that is at a device; empty when it cannot move now.
     *
     * @param device the only device that the VM may see
     */
    Optional<Candidate> of(String vm, String device);

    /**
     * A VM that can move.
     *
     * @param bytes the device memory that it holds
     * @param targets the devices that can take it
     */
    record Candidate(long bytes, Set<String> targets) {
        public Candidate {
            targets = Set.copyOf(targets);
        }
    }
}
