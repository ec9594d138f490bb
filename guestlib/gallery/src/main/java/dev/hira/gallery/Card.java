package dev.hira.gallery;

/**
 * What a program of the gallery says about itself.
 *
 * @param name by which it is chosen, also the name of its kernels' files
 * @param description one sentence
 * @param unit what its size counts, for example {@code elements}
 * @param defaultSize enough to keep a device busy for a moment
 * @param testSize small, and with uneven edges where the program allows them
 */
public record Card(String name, String description, String unit, int defaultSize, int testSize) {}
