package dev.hira.sim.driver.object;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The owner of a process.
 *
 * @param vm the VM whose quota the process uses
 * @param name the name of the process; empty for none
 * @param output receives the text that its kernels print; null: the output in the host's settings
 */
public record ProcessOwner(String vm, String name, @Nullable Consumer<String> output) {}
