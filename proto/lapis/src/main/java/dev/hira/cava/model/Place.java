package dev.hira.cava.model;

/** Where something is written. */
public record Place(String file, int line) {
    @Override
    public String toString() {
        return file + ":" + line;
    }
}
