package dev.hira.cli.client;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.Optional;

/** The names of things, which other commands take as arguments. */
final class Names {
    /**
     * Fields that hold a name. The first one that a thing has counts: a scheduler's device, not its
     * kind.
     */
    private static final List<String> FIELDS = List.of("device", "name", "id", "vm", "number");

    private Names() {}

    static Optional<String> of(JsonObject thing) {
        return FIELDS.stream()
                .map(thing::get)
                .filter(value -> value != null && value.isJsonPrimitive())
                .map(JsonElement::getAsString)
                .findFirst();
    }
}
