package dev.hira.guest.call;

import dev.hira.api.ApiException;

/**
 * The properties of an API that its session needs.
 *
 * @param name the API's name in messages, for example {@code CUDA}
 * @param id the API's number in its description
 * @param digest the digest of the description that the stub was generated from
 * @param failures makes the API's exceptions
 * @param closedCode the API's code for a call after the session was closed by its owner
 * @param lostCode the API's code for a call whose session is lost
 * @param exhaustedCode the API's code for a limit of this process that is spent
 * @param deniedCode the API's code for calls that the operator does not permit
 * @param emptiedCode the API's code for device memory whose contents are lost
 * @param invalidCode the API's code for a call with sizes that no call can have
 * @param unknownCode the API's code for failures without a code of their own
 */
public record StubApi(
        String name,
        int id,
        long digest,
        Failures failures,
        int closedCode,
        int lostCode,
        int exhaustedCode,
        int deniedCode,
        int emptiedCode,
        int invalidCode,
        int unknownCode) {

    /** Makes an API's exceptions. */
    @FunctionalInterface
    public interface Failures {
        ApiException failure(int code, String message);
    }
}
