package dev.hira.router.config;

import java.time.Duration;

/**
 * The router's timeouts.
 *
 * @param open time for opening a guest's session, from its connection on
 * @param connect time for a connection to an API server
 * @param keep time for which an unused connection to an API server waits for another session
 * @param place time to wait for an API server that can take a session
 * @param retry pause before an unreachable API server is tried again
 * @param drain time for sessions to end when the router is stopped
 * @param heartbeat interval between signs of life on a silent connection
 * @param silence time after a heartbeat until the peer is considered gone
 * @param resume time for which a session outlives its guest's connection; 0: not at all
 */
public record TimeoutsConfig(
        Duration open,
        Duration connect,
        Duration keep,
        Duration place,
        Duration retry,
        Duration drain,
        Duration heartbeat,
        Duration silence,
        Duration resume) {}
