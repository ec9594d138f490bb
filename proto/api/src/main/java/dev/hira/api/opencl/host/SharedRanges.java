package dev.hira.api.opencl.host;

import dev.hira.api.Names;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.OpenClException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The shared virtual memory of a process that has not been freed, by address. */
final class SharedRanges {
    /** How many device addresses are tried, because the process uses the first ones otherwise. */
    private static final int TRIES = 64;

    private final TreeMap<Long, SharedRange> ranges = new TreeMap<>();

    /** Maps host memory at an address that is free at the device too. */
    static SharedRange map(Names names, long context, long size) {
        List<Long> taken = new ArrayList<>();
        try {
            for (int i = 0; i < TRIES; i++) {
                long address = names.address(context, size, SharedRange.PAGE);
                if (address == 0) {
                    break;
                }
                @Nullable SharedRange range = SharedRange.map(address, size);
                if (range != null) {
                    return range;
                }
                taken.add(address);
            }
        } finally {
            taken.forEach(names::releaseAddress);
        }
        throw new OpenClException(
                ClResult.CL_MEM_OBJECT_ALLOCATION_FAILURE,
                "the process has no "
                        + size
                        + " bytes at an address that the device has too; contexts that were created"
                        + " early have the most");
    }

    /** Notes a range whose buffer exists. */
    synchronized void add(SharedRange range) {
        ranges.put(range.address(), range);
    }

    /** Returns the range with an address; null: it is no shared virtual memory. */
    synchronized @Nullable SharedRange find(long address) {
        Map.@Nullable Entry<Long, SharedRange> below = ranges.floorEntry(address);
        return below != null && below.getValue().has(address, 0) ? below.getValue() : null;
    }

    /** Returns the range that contains bytes. */
    SharedRange at(long address, long size) {
        @Nullable SharedRange range = find(address);
        if (range == null || !range.has(address, size)) {
            throw new OpenClException(
                    ClResult.CL_INVALID_VALUE,
                    Long.toUnsignedString(size)
                            + " bytes at "
                            + hex(address)
                            + " are not inside shared virtual memory"
                            + (range == null
                                    ? ""
                                    : ", which has "
                                            + range.memory().byteSize()
                                            + " bytes at "
                                            + hex(range.address())));
        }
        return range;
    }

    /** Takes a range out that starts at an address: no call finds it any more. */
    synchronized SharedRange remove(long address) {
        @Nullable SharedRange range = ranges.remove(address);
        if (range == null) {
            throw new OpenClException(
                    ClResult.CL_INVALID_VALUE,
                    "no shared virtual memory starts at "
                            + hex(address)
                            + ", or it has been freed");
        }
        return range;
    }

    private static String hex(long address) {
        return "0x" + Long.toHexString(address);
    }
}
