package dev.hira.server.testing;

import dev.hira.api.ApiException;

/** A failure of the toy API. */
public final class ToyException extends ApiException {
    private static final long serialVersionUID = 1L;

    public ToyException(int code, String message) {
        super(code, message);
    }

    @Override
    public String codeName() {
        return "TOY_" + code();
    }
}
