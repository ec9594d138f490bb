package dev.hira.serving.metrics;

import java.util.function.Supplier;

/**
 * A process, as its metrics endpoint shows it.
 *
 * @param kind {@code router} or {@code api-server}
 * @param name the process's name
 * @param version the product's version
 * @param unready returns why the process takes no sessions now, as a sentence; empty if it does
 */
public record ProcessInfo(String kind, String name, String version, Supplier<String> unready) {}
