package dev.hira.router.session;

import dev.hira.policy.model.Protection;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.config.LimitsConfig;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.session.SessionRegistry.Registration;
import dev.hira.wire.v1.Open;

/**
 * The results of opening a session.
 *
 * @param asked the guest's request
 * @param limits the lower limits of router and server
 * @param told the request to the server
 * @param protection what happens when the server dies
 */
record OpenedSession(
        String vm,
        Open asked,
        Catalog api,
        Registration registration,
        Placed placed,
        LimitsConfig limits,
        Open told,
        Protection protection) {
    String process() {
        return asked.getProcess();
    }

    /** Whether the session's commands are kept so that another server can repeat them. */
    boolean isTransparent() {
        return protection == Protection.TRANSPARENT;
    }

    /** Whether the session is recreated when its server dies. */
    boolean isProtected() {
        return protection != Protection.NONE;
    }

    String serverName() {
        return placed.server().name();
    }
}
