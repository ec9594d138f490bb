package dev.hira.gallery;

/**
 * The description of a program of the gallery.
 *
 * @param name its unique name, also the name of its kernels' files
 * @param description one sentence
 * @param unit the unit of its size, for example {@code elements}
 * @param defaultSize large enough to keep a device busy for a moment
 * @param testSize small, and with uneven edges where the program allows them
 */
public record Card(String name, String description, String unit, int defaultSize, int testSize) {}
