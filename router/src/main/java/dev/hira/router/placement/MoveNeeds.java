package dev.hira.router.placement;

import dev.hira.router.placement.ServerView.Health;
import java.util.Map;

/**
 * The requirements of a session that moves, in addition to its {@link PlacementRequest}.
 *
 * @param sharedMemory whether the server must map the session's shared memory. Any other server
 *     would have a mirror of it
 * @param granule the unit to which the devices must round up allocations
 * @param freeBytes memory that each device must have free
 * @param refusals the servers that cannot take the session, with the reasons that the router has
 *     found out, for example by an attempt
 */
public record MoveNeeds(
        boolean sharedMemory, long granule, long freeBytes, Map<String, String> refusals) {
    public MoveNeeds {
        refusals = Map.copyOf(refusals);
    }

    /** Returns these requirements for a server that may have a mirror of the shared memory. */
    MoveNeeds withMirror() {
        return new MoveNeeds(false, granule, freeBytes, refusals);
    }

    boolean fits(ServerView server) {
        return server.hasRoom()
                && (!sharedMemory || server.sharesMemory())
                && !refusals.containsKey(server.name());
    }

    boolean fits(DeviceView device) {
        return !device.immovable()
                && (granule == 0 || device.granule() == granule)
                && device.freeBytes() >= freeBytes;
    }

    /** Returns the reason why a server that need not map shared memory cannot take the session. */
    String whyNot(ServerView server, int api) {
        String refusal = refusals.get(server.name());
        ServerView usable = server.forApi(api);
        if (refusal != null) {
            return refusal;
        } else if (server.health() != Health.SERVING) {
            return server.detail().isEmpty() ? "it takes no sessions now" : server.detail();
        } else if (!server.hasRoom()) {
            return "it has as many sessions as it takes";
        } else if (usable.devices().isEmpty()) {
            return "it has no device for API " + api;
        } else if (usable.devices().stream().allMatch(DeviceView::immovable)) {
            return "sessions cannot be moved to it, because it checks kernels or its driver cannot"
                    + " restore them";
        } else if (usable.only(this::fits).devices().isEmpty()) {
            return "it has no device with "
                    + freeBytes
                    + " bytes of free memory and allocations in units of "
                    + granule
                    + " bytes";
        }
        return "it cannot map the session's shared memory";
    }
}
