package dev.hira.router.operator.migration;

import dev.hira.router.placement.DeviceView;
import dev.hira.router.placement.PlacementDecision;
import dev.hira.router.placement.PlacementDecision.NoPlace;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.session.PlaceAgain;
import dev.hira.router.session.RouterServices;
import dev.hira.router.session.RouterSession;
import dev.hira.router.session.SessionView;
import java.util.Objects;

/**
 * Places at the target that an operator has named, for the sessions of one VM. A place without room
 * for a session's device memory is refused before anything of the VM is held.
 */
public final class TargetPlaces {
    private final RouterServices services;
    private final MigrationTarget target;

    /** The memory of the sessions that have got a place. */
    private long taken;

    public TargetPlaces(RouterServices services, MigrationTarget target) {
        this.services = services;
        this.target = target;
    }

    public MigrationTarget target() {
        return target;
    }

    /**
     * Takes a place for a session.
     *
     * @param devices the number of devices that it sees
     */
    public PlacementDecision take(SessionView facts, int devices) {
        String vm = facts.vm();
        PlacementDecision decision =
                services.pool()
                        .take(target.server(), target.device(), devices, facts.catalog().api(), vm);
        // The books do not show how the memory is distributed over several devices.
        if (!(decision instanceof Placed placed) || devices != 1) {
            return decision;
        }
        long needed = PlaceAgain.neededMemory(facts);
        long free = free(placed) - taken;
        if (needed > free) {
            services.pool().release(placed, vm);
            return new NoPlace(
                    "the VM needs "
                            + (needed + taken)
                            + " bytes of device memory, and "
                            + target.server()
                            + "/"
                            + target.device()
                            + " has "
                            + Math.max(0, free + taken)
                            + " bytes free; choose a device with more free memory (hira device list)",
                    true);
        }
        taken += needed;
        return placed;
    }

    /**
     * Returns the memory that is free by this router's books. They do not know what other routers
     * have placed there, and the server's report of it may be old.
     */
    private long free(Placed placed) {
        int ordinal = placed.ordinals().getFirst();
        DeviceView device =
                placed.server().devices().stream()
                        .filter(each -> each.ordinal() == ordinal)
                        .findFirst()
                        .orElseThrow();
        long booked =
                services.registry().all().stream()
                        .map(RouterSession::facts)
                        .filter(Objects::nonNull)
                        .filter(facts -> isOn(facts.placed(), placed))
                        .mapToLong(PlaceAgain::memory)
                        .sum();
        return device.memoryBytes() - booked;
    }

    private static boolean isOn(Placed place, Placed device) {
        return place.server().name().equals(device.server().name())
                && place.ordinals().equals(device.ordinals());
    }
}
