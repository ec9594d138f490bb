package dev.hira.router.config;

import java.time.Duration;

/**
 * How long the router waits.
 *
 * @param open for a guest's session to be open, from its connection on
 * @param connect for a connection to an API server
 * @param keep for another session to use a connection to an API server
 * @param place for an API server that can take a session
 * @param retry until an API server that was not reached is tried again
 * @param drain for sessions to end when the router is stopped
 * @param heartbeat between two signs of life on a silent connection
 * @param silence after a heartbeat until the peer is taken for gone
 */
public record TimeoutsConfig(
        Duration open,
        Duration connect,
        Duration keep,
        Duration place,
        Duration retry,
        Duration drain,
        Duration heartbeat,
        Duration silence) {}
