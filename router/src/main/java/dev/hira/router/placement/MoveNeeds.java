package dev.hira.router.placement;

/**
 * The requirements of a session that moves, in addition to its {@link PlacementRequest}.
 *
 * @param sharedMemory whether the server must map the session's shared memory. Any other server
 *     would have a mirror of it
 * @param granule the unit to which the devices must round up allocations
 * @param freeBytes memory that each device must have free
 * @param avoided name of a server that must not take it; empty: none
 */
public record MoveNeeds(boolean sharedMemory, long granule, long freeBytes, String avoided) {
    /** The requirements of a new session: none. */
    static final MoveNeeds NONE = new MoveNeeds(false, 0, 0, "");

    /** Returns these requirements for a server that may have a mirror of the shared memory. */
    MoveNeeds withMirror() {
        return new MoveNeeds(false, granule, freeBytes, avoided);
    }

    boolean fits(ServerView server) {
        return (!sharedMemory || server.sharesMemory()) && !server.name().equals(avoided);
    }

    boolean fits(DeviceView device) {
        return (granule == 0 || device.granule() == granule) && device.freeBytes() >= freeBytes;
    }

    @Override
    public String toString() {
        return "has a device for its API with "
                + freeBytes
                + " bytes of free memory and allocations in units of "
                + granule
                + " bytes";
    }
}
