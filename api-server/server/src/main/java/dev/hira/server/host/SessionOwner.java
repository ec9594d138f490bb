package dev.hira.server.host;

import java.util.function.Consumer;

/**
 * The session that a driver's process belongs to.
 *
 * @param vm the VM whose quotas apply
 * @param session its name, for messages
 * @param output receives the text that its kernels print
 */
public record SessionOwner(String vm, String session, Consumer<String> output) {}
