package dev.hira.bench.exhaustion;

import dev.hira.cava.model.Api;
import dev.hira.cava.model.ApiFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A function that a guest repeats, and how. */
record Attack(Api api, ApiFunction function, Shape shape) {
    /** Returns all attacks, of all APIs. */
    static List<Attack> all() {
        List<Attack> all = new ArrayList<>();
        for (Api api : Descriptions.all()) {
            for (ApiFunction function : api.functions()) {
                for (Shape shape : Shape.values()) {
                    if (shape.fits(api, function)) {
                        all.add(new Attack(api, function, shape));
                    }
                }
            }
        }
        return all;
    }

    /** Returns the attack with a text. */
    static Attack of(String text) {
        String[] parts = text.split("/", -1);
        for (Api api : Descriptions.all()) {
            var function = api.function(parts[0]);
            if (function.isPresent()) {
                return new Attack(
                        api, function.get(), Shape.valueOf(parts[1].toUpperCase(Locale.ROOT)));
            }
        }
        throw new IllegalArgumentException("no API has the function " + parts[0]);
    }

    @Override
    public String toString() {
        return function.name() + "/" + shape;
    }
}
