package dev.hira.lab.scenario;

import dev.hira.lab.calls.Costs;
import dev.hira.lab.guest.GuestWorkload;
import dev.hira.policy.model.Grant;
import dev.hira.sim.profile.DeviceProfile;
import java.util.List;
import java.util.Map;

/**
 * An experiment that a user wrote: VMs with their grants and guests, devices, and the schedulers to
 * compare on them.
 *
 * @param name the name in reports
 * @param nanos its duration
 * @param warm the time at its beginning that the measures leave out
 * @param schedulers the names of schedulers, with their parameters
 * @param vms in the order of the file
 */
public record Scenario(
        String name,
        long nanos,
        long warm,
        long seed,
        int servers,
        int devices,
        DeviceProfile profile,
        Costs costs,
        List<Candidate> schedulers,
        List<Vm> vms) {
    public Scenario {
        schedulers = List.copyOf(schedulers);
        vms = List.copyOf(vms);
    }

    /** A scheduler to compare. */
    public record Candidate(String scheduler, Map<String, String> parameters) {
        public Candidate {
            parameters = Map.copyOf(parameters);
        }
    }

    /** A VM. */
    public record Vm(String name, Grant grant, List<Guest> guests) {
        public Vm {
            guests = List.copyOf(guests);
        }
    }

    /**
     * A guest of a VM.
     *
     * @param task the task that it is part of
     * @param rank its rank among the guests of its VM
     */
    public record Guest(String task, int rank, GuestWorkload workload) {}
}
