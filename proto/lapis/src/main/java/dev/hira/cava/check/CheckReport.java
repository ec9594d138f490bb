package dev.hira.cava.check;

import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.Param;
import dev.hira.cava.read.Problems;
import dev.hira.cava.type.Field;

/** Reports violations of one function. */
record CheckReport(ApiFunction function, Problems problems) {
    /** Reports a mistake of the function as a whole. */
    void add(String sentence) {
        problems.report(function.place(), function.name() + ": " + sentence);
    }

    /** Reports a mistake of one parameter. */
    void add(Param param, String sentence) {
        add(param.field(), sentence);
    }

    void add(Field field, String sentence) {
        problems.report(field.place(), function.name() + ": '" + field.name() + "' " + sentence);
    }
}
