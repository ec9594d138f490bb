package dev.hira.cava.gen;

import dev.hira.cava.model.Api;
import java.util.SortedMap;

/** Generates one side of an API. */
@FunctionalInterface
public interface Generator {
    /** Returns the sources by the path of their file. */
    SortedMap<String, String> generate(Api api);
}
