package dev.hira.sim.lower.pass;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Value;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A sum of values with constant factors.
 *
 * @param terms the factors by value, none of them 0
 */
record WarpForm(Map<Value, Long> terms, long constant) {
    static WarpForm of(long constant) {
        return new WarpForm(Map.of(), constant);
    }

    static WarpForm of(Value value) {
        return value instanceof Value.Constant(long bits, var carrier)
                ? of(carrier == Carrier.INT ? (int) bits : bits)
                : new WarpForm(Map.of(value, 1L), 0);
    }

    boolean isConstant() {
        return terms.isEmpty();
    }

    /** Returns this form plus another one times a factor. */
    WarpForm plus(WarpForm other, long factor) {
        if (factor == -1 && terms.equals(other.terms)) {
            return of(constant - other.constant);
        }
        if (other.isConstant()) {
            return new WarpForm(terms, constant + factor * other.constant);
        }
        Map<Value, Long> sum = new LinkedHashMap<>(terms);
        other.terms.forEach((value, times) -> sum.merge(value, times * factor, Long::sum));
        sum.values().removeIf(times -> times == 0);
        return new WarpForm(sum, constant + factor * other.constant);
    }

    WarpForm times(long factor) {
        return of(0).plus(this, factor);
    }

    /** Returns this form without one of its values. */
    WarpForm without(Value value) {
        if (!terms.containsKey(value)) {
            return this;
        }
        Map<Value, Long> rest = new LinkedHashMap<>(terms);
        rest.remove(value);
        return new WarpForm(rest, constant);
    }

    long factor(Value value) {
        return terms.getOrDefault(value, 0L);
    }
}
