package dev.hira.router.config;

import java.time.Duration;

/**
 * How sessions recover from the loss of their API server.
 *
 * @param reconnect time for a broken connection to a server to be made again; then the server
 *     counts as dead; 0: it counts so at once
 * @param limit time for a session to be recreated at another server; then it ends
 * @param logBytes most memory for the kept commands of a session
 */
public record RecoveryConfig(Duration reconnect, Duration limit, long logBytes) {}
