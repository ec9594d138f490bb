package dev.hira.server.session;

/**
 * What the sessions of a VM did, those that ended included.
 *
 * @param sessions open ones
 * @param received bytes from the router
 * @param sent bytes to it
 */
public record VmActivity(int sessions, long calls, long failures, long received, long sent) {}
