package dev.hira.cava.type;

/** Where something is written. */
public record ObjectPlace(String file, int line) {
    @Override
    public String toString() {
        return file + ":" + line;
    }
}
