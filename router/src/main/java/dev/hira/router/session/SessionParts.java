package dev.hira.router.session;

import dev.hira.router.catalog.Catalog;
import dev.hira.router.config.LimitsConfig;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.session.SessionRegistry.Seat;
import dev.hira.wire.v1.Open;

/**
 * What was settled while a session was opened.
 *
 * @param asked what the guest wanted, and says of itself
 * @param limits the lower ones of router and server
 */
record SessionParts(
        String vm, Open asked, Catalog api, Seat seat, Placed placed, LimitsConfig limits) {
    String process() {
        return asked.getProcess();
    }

    String serverName() {
        return placed.server().name();
    }
}
