package dev.hira.sim.opencl;

import dev.hira.api.opencl.ClResult;
import dev.hira.sim.opencl.object.ClMem;
import dev.hira.sim.opencl.object.OpenClFailures;

/** Checks of regions of memory objects. */
final class Regions {
    private Regions() {}

    /** Refuses bytes that are not inside a buffer. */
    static void require(ClMem buffer, long offset, long size) {
        if (offset < 0 || size <= 0 || offset > buffer.size() || size > buffer.size() - offset) {
            throw OpenClFailures.invalidValue(
                    Long.toUnsignedString(size)
                            + " bytes from "
                            + Long.toUnsignedString(offset)
                            + " on are not inside the buffer, which has "
                            + buffer.size()
                            + "; at least 1 is needed");
        }
    }

    /**
     * Refuses an access of the host that the flags of a buffer forbid.
     *
     * @param forbids the flags of which any forbids it
     */
    static void requireAccess(ClMem buffer, long forbids) {
        if (buffer.has(forbids)) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_OPERATION,
                    "the host cannot access the buffer so, as its flags say");
        }
    }

    /** Whether two regions of the same size have bytes in common. */
    static boolean overlap(long first, long second, long size) {
        return first < second + size && second < first + size;
    }
}
