package dev.hira.sim.opencl.device;

import dev.hira.api.opencl.ClResult;
import dev.hira.sim.opencl.object.OpenClFailures;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Reads lists of properties: names and values in turn, with 0 at the end. */
public final class PropertyList {
    private PropertyList() {}

    /**
     * Reads a list.
     *
     * @param known the names of the properties that exist
     * @param otherwise the code of the failure when the list has another one, or one twice
     */
    public static Map<Long, Long> read(long[] list, Set<Long> known, ClResult otherwise) {
        Map<Long, Long> properties = new LinkedHashMap<>();
        int at = 0;
        while (at < list.length && list[at] != 0) {
            if (at + 1 == list.length) {
                throw notEnded(list, otherwise);
            }
            boolean again = properties.put(list[at], list[at + 1]) != null;
            if (again || !known.contains(list[at])) {
                throw OpenClFailures.of(
                        otherwise,
                        "the property "
                                + OpenClFailures.hex(list[at])
                                + (again ? " occurs twice" : " does not exist here"));
            }
            at += 2;
        }
        if (list.length > 0 && at >= list.length) {
            throw notEnded(list, otherwise);
        }
        return properties;
    }

    private static RuntimeException notEnded(long[] list, ClResult otherwise) {
        return OpenClFailures.of(
                otherwise,
                "the list of " + list.length + " numbers does not end with 0 after a property");
    }
}
