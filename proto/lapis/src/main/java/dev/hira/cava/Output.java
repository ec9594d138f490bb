package dev.hira.cava;

import dev.hira.cava.gen.Generator;
import dev.hira.cava.gen.catalog.CatalogGenerator;
import dev.hira.cava.gen.dispatch.DispatcherGenerator;
import dev.hira.cava.gen.driver.InterfaceGenerator;
import dev.hira.cava.gen.stub.StubGenerator;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What cava can generate. */
public enum Output {
    INTERFACE,
    STUB,
    DISPATCHER,
    CATALOG;

    /** What generates it. */
    public Generator generator() {
        return switch (this) {
            case INTERFACE -> new InterfaceGenerator();
            case STUB -> new StubGenerator();
            case DISPATCHER -> new DispatcherGenerator();
            case CATALOG -> new CatalogGenerator();
        };
    }

    /** The word that asks for it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Output> of(String word) {
        return Arrays.stream(values()).filter(o -> o.word().equals(word)).findFirst();
    }
}
