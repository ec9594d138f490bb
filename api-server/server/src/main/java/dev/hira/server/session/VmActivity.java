package dev.hira.server.session;

/**
 * The activity of a VM's sessions, including those that have ended.
 *
 * @param sessions open sessions
 * @param received bytes from the router
 * @param sent bytes to the router
 */
public record VmActivity(int sessions, long calls, long failures, long received, long sent) {}
