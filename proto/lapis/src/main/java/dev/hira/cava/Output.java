package dev.hira.cava;

import dev.hira.cava.gen.Generator;
import dev.hira.cava.gen.catalog.CatalogGenerator;
import dev.hira.cava.gen.dispatch.DispatcherGenerator;
import dev.hira.cava.gen.driver.InterfaceGenerator;
import dev.hira.cava.gen.stub.StubGenerator;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The outputs of cava. */
public enum Output {
    INTERFACE,
    STUB,
    DISPATCHER,
    CATALOG;

    /** Returns the generator of the output. */
    public Generator generator() {
        return switch (this) {
            case INTERFACE -> new InterfaceGenerator();
            case STUB -> new StubGenerator();
            case DISPATCHER -> new DispatcherGenerator();
            case CATALOG -> new CatalogGenerator();
        };
    }

    /** Returns the option's word for the output. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Output> of(String word) {
        return Arrays.stream(values()).filter(o -> o.word().equals(word)).findFirst();
    }
}
