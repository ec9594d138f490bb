package dev.hira.lab.world;

import dev.hira.lab.calls.Costs;
import dev.hira.policy.AdmissionPolicy;
import dev.hira.policy.Alarm;
import dev.hira.policy.NanoClock;
import dev.hira.sim.profile.DeviceProfile;
import java.util.List;

/**
 * The plan of a world.
 *
 * @param servers the number of servers
 * @param devices the number of devices of each server
 * @param profile the profile of the devices
 * @param costs the costs of transport
 * @param policy makes the router's policy
 * @param seed the seed of all random numbers
 */
public record WorldPlan(
        int servers,
        int devices,
        DeviceProfile profile,
        Costs costs,
        PolicyFactory policy,
        long seed) {

    /** Makes a policy over a world's clock. */
    @FunctionalInterface
    public interface PolicyFactory {
        /**
         * @param devices the names of all devices
         */
        AdmissionPolicy create(NanoClock clock, Alarm alarm, List<String> devices);
    }
}
