package dev.hira.sim.driver.copy;

import dev.hira.sim.device.SimDevice;
import dev.hira.sim.engine.cost.Cost;
import dev.hira.sim.engine.cost.Role;
import dev.hira.sim.profile.DeviceProfile;
import dev.hira.sim.profile.DeviceProfile.Costs;
import dev.hira.sim.profile.DeviceProfile.Rates;

/**
 * The path of a transfer and its speed.
 *
 * @param role the engine that moves the bytes
 * @param rate in 10<sup>6</sup> bytes per second
 * @param bus whether the bytes cross the bus
 * @param setup nanoseconds
 * @param least nanoseconds of device time as which a transfer counts at least on the real clock
 */
public record Route(Role role, long rate, boolean bus, long setup, long least) {
    public static Route toDevice(DeviceProfile profile, boolean pinned) {
        Rates rates = profile.rates();
        return new Route(
                Role.TO_DEVICE,
                pinned ? rates.pinnedToDevice() : rates.pageableToDevice(),
                true,
                profile.costs().copySetup(),
                profile.costs().least());
    }

    public static Route toHost(DeviceProfile profile, boolean pinned) {
        Rates rates = profile.rates();
        return new Route(
                Role.TO_HOST,
                pinned ? rates.pinnedToHost() : rates.pageableToHost(),
                true,
                profile.costs().copySetup(),
                profile.costs().least());
    }

    /** Returns the route from one device's memory to another's, or within one. */
    public static Route between(SimDevice from, SimDevice to) {
        Rates rates = from.profile().rates();
        Costs costs = from.profile().costs();
        if (from == to) {
            long rate = Math.max(1, rates.memory() / 2);
            return new Route(Role.ON_DEVICE, rate, false, costs.copySetup(), costs.least());
        }
        long rate = Math.min(rates.pinnedToHost(), to.profile().rates().pinnedToDevice());
        return new Route(Role.ON_DEVICE, rate, true, costs.copySetup(), costs.least());
    }

    Cost cost(long bytes) {
        return bus
                ? new Cost(setup, bytes, rate)
                : Cost.of(setup + Cost.transferNanos(bytes, rate));
    }
}
