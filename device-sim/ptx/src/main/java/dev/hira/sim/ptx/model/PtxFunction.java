package dev.hira.sim.ptx.model;

import java.util.List;

/**
 * A kernel or device function as its head declares it.
 *
 * @param entry whether it is a kernel
 * @param memory its variables in memory, found without parsing the body
 * @param bodyStart offset after the opening brace; -1 when it is only declared
 * @param bodyEnd offset of the closing brace
 * @param offset the offset of its name
 */
public record PtxFunction(
        Linkage linkage,
        boolean entry,
        String name,
        List<Variable> returns,
        List<Variable> parameters,
        Tuning tuning,
        List<Variable> memory,
        int bodyStart,
        int bodyEnd,
        int offset) {
    /** Whether it has a body. */
    public boolean defined() {
        return bodyStart >= 0;
    }
}
