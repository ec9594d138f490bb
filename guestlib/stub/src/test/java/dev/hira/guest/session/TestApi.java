package dev.hira.guest.session;

import dev.hira.api.ApiException;
import dev.hira.guest.call.StubApi;

/** A minimal API for tests. */
final class TestApi {
    static final int CLOSED = 4;
    static final int LOST = 46;
    static final int EXHAUSTED = 2;
    static final int DENIED = 8;
    static final int UNKNOWN = 9;
    static final int EMPTIED = 10;
    static final int INVALID = 11;
    static final StubApi API =
            new StubApi(
                    "Test",
                    7,
                    0x1234,
                    TestException::new,
                    CLOSED,
                    LOST,
                    EXHAUSTED,
                    DENIED,
                    EMPTIED,
                    INVALID,
                    UNKNOWN);

    private TestApi() {}

    /** The API's exception. */
    static final class TestException extends ApiException {
        private static final long serialVersionUID = 1L;

        TestException(int code, String message) {
            super(code, message);
        }

        @Override
        public String codeName() {
            return "TEST_" + code();
        }
    }
}
