package dev.hira.router.config;

import java.time.Duration;

/**
 * How sessions recover from the loss of their API server.
 *
 * @param limit time for a session to be recreated at another server; then it ends
 * @param logBytes most memory for the kept commands of a session
 */
public record RecoveryConfig(Duration limit, long logBytes) {}
