package dev.hira.sim.driver.object;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The owner of a process.
 *
 * @param vm whose quota the process counts for
 * @param name of the process; empty for none
 * @param output gets the text that its kernels print; null: the output of the host's settings does
 */
public record ProcessOwner(String vm, String name, @Nullable Consumer<String> output) {}
