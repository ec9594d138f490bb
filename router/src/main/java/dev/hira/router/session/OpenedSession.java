package dev.hira.router.session;

import com.google.protobuf.ByteString;
import dev.hira.policy.model.Protection;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.config.LimitsConfig;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.session.SessionRegistry.Registration;
import dev.hira.state.v1.StoredSession;
import dev.hira.wire.v1.Open;
import dev.hira.wire.v1.Opened;

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

    /**
     * Returns what the router's next process needs to know to go on with the session.
     *
     * @param secret a digest of the secret by which the guest resumes it
     * @param answer the server's, with the secret by which the router resumes it there
     */
    StoredSession stored(String session, ByteString secret, Opened answer) {
        return at(StoredSession.newBuilder(), placed, answer)
                .setSession(session)
                .setVm(vm)
                .setGuestSecretDigest(secret)
                .setAsked(asked.toBuilder().clearToken())
                .setTold(told)
                .setProtection(protection.name())
                .build();
    }

    /** Notes the place of a session, and the answer of its server. */
    static StoredSession.Builder at(StoredSession.Builder stored, Placed place, Opened answer) {
        return stored.setServer(place.server().uri().toString())
                .setServerName(place.server().name())
                .setGranule(place.granule())
                .clearDeviceOrdinals()
                .addAllDeviceOrdinals(place.ordinals())
                .setAnswer(answer);
    }

    String serverName() {
        return placed.server().name();
    }
}
