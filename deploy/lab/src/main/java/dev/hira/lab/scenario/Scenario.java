package dev.hira.lab.scenario;

import dev.hira.lab.calls.Costs;
import dev.hira.lab.guest.GuestWorkload;
import dev.hira.sim.profile.DeviceProfile;
import java.util.List;
import java.util.Map;

/**
 * An experiment that a user wrote: VMs with their grants and guests, devices, and the schedulers to
 * compare on them.
 *
 * @param name for people
 * @param nanos how long it runs
 * @param warm what is left out of the measures at its beginning
 * @param schedulers their names, each with its parameters
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

    /** A scheduler to be compared. */
    public record Candidate(String scheduler, Map<String, String> parameters) {
        public Candidate {
            parameters = Map.copyOf(parameters);
        }
    }

    /**
     * A VM.
     *
     * @param grant its settings, as {@link dev.hira.policy.model.GrantText} has them
     */
    public record Vm(String name, Map<String, String> grant, List<Guest> guests) {
        public Vm {
            grant = Map.copyOf(grant);
            guests = List.copyOf(guests);
        }
    }

    /**
     * A guest of a VM.
     *
     * @param task what it is part of
     * @param rank how its VM orders it among its guests
     */
    public record Guest(String task, int rank, GuestWorkload workload) {}
}
