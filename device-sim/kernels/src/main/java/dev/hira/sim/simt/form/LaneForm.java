package dev.hira.sim.simt.form;

import dev.hira.sim.code.Carrier;

/** How the values that a group's lanes have in a register are held. */
public sealed interface LaneForm {
    /** All lanes have the same, in an ordinary local variable. */
    LaneForm SAME = new Same();

    /** A vector or mask. */
    LaneForm VECTOR = new Vector();

    /** An array with an element for each lane. */
    LaneForm ARRAY = new Array();

    /** All lanes have the same. */
    record Same() implements LaneForm {}

    /**
     * An INT that grows by a constant from lane to lane; the local variable has that of the first.
     */
    record Stepped(int step) implements LaneForm {}

    /**
     * A LONG that is a common start and a multiple of an INT of each lane.
     *
     * @param scale what the INT is multiplied by
     * @param signed how the INT is widened
     * @param inner the INT: Stepped or VECTOR
     */
    record Offset(long scale, boolean signed, LaneForm inner) implements LaneForm {
        /** Whether the INT grows by a constant from lane to lane. */
        public boolean stepped() {
            return inner instanceof Stepped;
        }

        /** The bytes or whatever from lane to lane, if it is stepped and does not wrap; or 0. */
        public long stride() {
            return inner instanceof Stepped(int step) ? scale * step : 0;
        }

        Offset spread() {
            return new Offset(scale, signed, VECTOR);
        }
    }

    /** An INT, FLOAT or BOOLEAN of which each lane has any. */
    record Vector() implements LaneForm {}

    /** A LONG or DOUBLE of which each lane has any. */
    record Array() implements LaneForm {}

    /** The form that holds anything. */
    static LaneForm any(Carrier carrier) {
        return switch (carrier) {
            case BOOLEAN, INT, FLOAT -> VECTOR;
            case LONG, DOUBLE -> ARRAY;
        };
    }

    /** A form that holds what either of two does. */
    static LaneForm join(LaneForm one, LaneForm other, Carrier carrier) {
        if (one.equals(other)) {
            return one;
        }
        if (one instanceof Offset offset && other instanceof Same) {
            return offset.spread();
        }
        if (one instanceof Same && other instanceof Offset offset) {
            return offset.spread();
        }
        if (one instanceof Offset left
                && other instanceof Offset right
                && left.spread().equals(right.spread())) {
            return left.spread();
        }
        return any(carrier);
    }
}
