package dev.hira.router.session;

import dev.hira.router.catalog.Catalog;
import dev.hira.router.config.LimitsConfig;
import dev.hira.router.placement.Placement.Placed;
import dev.hira.router.session.SessionRegistry.Seat;

/**
 * What was settled while a session was opened.
 *
 * @param process what the guest says of itself
 * @param limits the lower ones of router and server
 */
record SessionParts(
        String vm, String process, Catalog api, Seat seat, Placed placed, LimitsConfig limits) {
    String serverName() {
        return placed.server().name();
    }
}
