package dev.hira.lab.world;

import dev.hira.lab.calls.Costs;
import dev.hira.policy.AdmissionPolicy;
import dev.hira.policy.Alarm;
import dev.hira.policy.NanoClock;
import dev.hira.sim.profile.DeviceProfile;
import java.util.List;

/**
 * What a world is made of.
 *
 * @param servers how many servers there are
 * @param devices how many devices each has
 * @param profile what the devices are like
 * @param costs what travelling costs
 * @param policy makes the router's policy
 * @param seed of all that is drawn
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
