package dev.hira.cava.type;

import java.util.List;
import java.util.Optional;

/** A message that is the type of fields: a record in Java. */
public record Struct(String name, List<Field> fields, String comment, ObjectPlace place)
        implements Type {
    public Optional<Field> field(String wanted) {
        return fields.stream().filter(f -> f.name().equals(wanted)).findFirst();
    }
}
