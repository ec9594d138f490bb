package dev.hira.sim.ptx.model;

import java.util.ArrayList;
import java.util.List;

/**
 * The packed layout of a kernel's parameters.
 *
 * @param places in the order of the parameters
 * @param bytes total size
 * @param align alignment of the whole block
 */
public record ParameterLayout(List<Place> places, long bytes, int align) {
    /** The position of one parameter. */
    public record Place(Variable parameter, long offset) {}

    /**
     * Returns a layout that places each parameter after the one before, at a multiple of its
     * alignment.
     */
    public static ParameterLayout of(List<Variable> parameters) {
        List<Place> places = new ArrayList<>();
        long end = 0;
        int align = 1;
        for (Variable parameter : parameters) {
            long start = align(end, parameter.align());
            places.add(new Place(parameter, start));
            end = start + parameter.bytes();
            align = Math.max(align, parameter.align());
        }
        return new ParameterLayout(List.copyOf(places), end, align);
    }

    public static long align(long offset, int align) {
        return (offset + align - 1) & -align;
    }
}
