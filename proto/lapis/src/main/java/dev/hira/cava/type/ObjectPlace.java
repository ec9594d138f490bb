package dev.hira.cava.type;

/** The position of an element in the source. */
public record ObjectPlace(String file, int line) {
    @Override
    public String toString() {
        return file + ":" + line;
    }
}
