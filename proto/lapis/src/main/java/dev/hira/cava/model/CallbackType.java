package dev.hira.cava.model;

import dev.hira.cava.type.Field;
import dev.hira.cava.type.ObjectPlace;
import java.util.List;

/** A kind of function that guests implement and the API calls. */
public record CallbackType(
        String name, int id, List<Field> arguments, String comment, ObjectPlace place) {}
