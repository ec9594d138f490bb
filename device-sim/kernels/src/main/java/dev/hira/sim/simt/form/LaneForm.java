package dev.hira.sim.simt.form;

import dev.hira.sim.code.Carrier;

/** The representation of a register's values in the lanes of a group. */
public sealed interface LaneForm {
    /** All lanes share one value, in an ordinary local variable. */
    LaneForm SAME = new Same();

    /** A vector or mask. */
    LaneForm VECTOR = new Vector();

    /** An array with an element for each lane. */
    LaneForm ARRAY = new Array();

    /** All lanes share one value. */
    record Same() implements LaneForm {}

    /**
     * An INT that grows by a constant from lane to lane; the local variable holds the first lane's
     * value.
     */
    record Stepped(int step) implements LaneForm {}

    /**
     * A LONG that is a common start plus a multiple of an INT of each lane.
     *
     * @param scale factor of the INT
     * @param signed whether the INT is sign-extended
     * @param inner form of the INT: Stepped or VECTOR
     */
    record Offset(long scale, boolean signed, LaneForm inner) implements LaneForm {
        /** Returns whether the INT grows by a constant from lane to lane. */
        public boolean stepped() {
            return inner instanceof Stepped;
        }

        /**
         * Returns the difference from lane to lane, if it is stepped and does not wrap; otherwise
         * 0.
         */
        public long stride() {
            return inner instanceof Stepped(int step) ? scale * step : 0;
        }

        Offset spread() {
            return new Offset(scale, signed, VECTOR);
        }
    }

    /** An INT, FLOAT or BOOLEAN with any value in each lane. */
    record Vector() implements LaneForm {}

    /** A LONG or DOUBLE with any value in each lane. */
    record Array() implements LaneForm {}

    /** Returns the form that holds any values. */
    static LaneForm any(Carrier carrier) {
        return switch (carrier) {
            case BOOLEAN, INT, FLOAT -> VECTOR;
            case LONG, DOUBLE -> ARRAY;
        };
    }

    /** Returns a form that holds the values of either of two forms. */
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
