package dev.hira.cava.check;

import dev.hira.cava.model.Field;
import dev.hira.cava.model.Function;
import dev.hira.cava.model.Param;
import dev.hira.cava.read.Problems;

/** Reports violations of one function. */
record Report(Function function, Problems problems) {
    /** A mistake of the function as a whole. */
    void add(String sentence) {
        problems.report(function.place(), function.name() + ": " + sentence);
    }

    /** A mistake of one parameter. */
    void add(Param param, String sentence) {
        add(param.field(), sentence);
    }

    void add(Field field, String sentence) {
        problems.report(field.place(), function.name() + ": '" + field.name() + "' " + sentence);
    }
}
