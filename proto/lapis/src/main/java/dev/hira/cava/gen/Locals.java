package dev.hira.cava.gen;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Unique names for the local variables of one generated method. */
public final class Locals {
    private final Set<String> taken;

    public Locals(List<String> taken) {
        this.taken = new HashSet<>(taken);
    }

    /** Returns the wanted name, with underscores appended until it is free. */
    public String fresh(String wanted) {
        String name = wanted;
        while (!taken.add(name)) {
            name += "_";
        }
        return name;
    }
}
