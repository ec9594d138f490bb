package dev.hira.server.dispatch;

import dev.hira.api.StateException;

/**
 * Decodes calls of one API and makes them on a driver. Generated and stateless; one instance serves
 * all sessions.
 *
 * @param <D> the API's interface
 */
public interface Dispatcher<D> {
    /** The API's number. */
    int api();

    /** The digest of the description that it was generated from. */
    long digest();

    /** The API's interface. */
    Class<D> driverType();

    /** The functions' names by number; null for unused numbers. */
    String[] names();

    /** Whether calls of a function give work that ends later to a device. */
    boolean givesWork(int function);

    /**
     * Decodes and makes one call.
     *
     * @param driver the driver as the call's lane sees it
     * @throws dev.hira.api.ApiException when the call fails
     * @throws CallRefused when the call is not acceptable: an unknown name, a buffer of the wrong
     *     size
     * @throws dev.hira.wire.MalformedFrameException when its arguments do not decode
     * @throws dev.hira.api.WouldWaitException when the driver would have to wait
     */
    void dispatch(int function, ServerCall call, D driver);

    /**
     * Returns a callback that calls a function of the guest, as a call with this number as its
     * argument would give it to the driver.
     *
     * @param type its interface in the API
     * @param session a {@linkplain ServerCall#detach detached} call
     * @throws StateException when the API has no callbacks of this type
     */
    default <T> T callback(Class<T> type, ServerCall session, long number) {
        throw new StateException("the API has no callback " + type.getSimpleName());
    }
}
