package dev.hira.guest.call;

import dev.hira.api.ApiException;
import dev.hira.wire.FailureCodes;
import dev.hira.wire.LinkStatus;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Makes the API's exceptions for failed calls; learns the functions' names for their texts. */
public final class CallErrors {
    private final StubApi api;
    private volatile @Nullable String[] functions = new String[512];

    public CallErrors(StubApi api) {
        this.api = api;
    }

    /** Records the name of a function about to be called. */
    public void learn(int function, String name) {
        @Nullable String[] known = functions;
        if (function >= known.length || known[function] == null) {
            add(function, name);
        }
    }

    /**
     * Returns the exception for a call of a session that is over, with the reason if there is one.
     */
    public RuntimeException gone(String function, @Nullable LinkStatus reason) {
        LinkStatus status = reason == null ? LinkStatus.NORMAL : reason;
        boolean closed = status.cause() == LinkStatus.Cause.NORMAL;
        ApiException failure =
                api.failures()
                        .failure(
                                closed ? api.closedCode() : api.lostCode(),
                                function
                                        + " cannot be called: "
                                        + SessionException.explain(status));
        failure.initCause(new SessionException(status, status.message()));
        return failure;
    }

    /** Returns the exception for a spent limit of this process. */
    public RuntimeException exhausted(String sentence) {
        return api.failures().failure(api.exhaustedCode(), sentence);
    }

    /**
     * Returns the exception for a failure reported by the server or router, of this call or an
     * earlier one.
     */
    public RuntimeException reported(String function, WireFailure failure) {
        if (failure.function() == 0) {
            String message = failure.message().isEmpty() ? function + " failed" : failure.message();
            return api.failures().failure(codeOf(failure), message);
        }
        return api.failures()
                .failure(
                        codeOf(failure),
                        nameOf(failure.function())
                                + ", called asynchronously by this thread before "
                                + function
                                + ", failed: "
                                + failure.message());
    }

    /** Returns the API's code for a failure, including failures without a code of their own. */
    private int codeOf(WireFailure failure) {
        if (failure.isOfApi()) {
            return failure.code();
        }
        return switch (failure.code()) {
            case FailureCodes.LIMIT -> api.exhaustedCode();
            case FailureCodes.NOT_PERMITTED -> api.deniedCode();
            case FailureCodes.MEMORY_LOST -> api.emptiedCode();
            case FailureCodes.BAD_CALL -> api.invalidCode();
            default -> api.unknownCode();
        };
    }

    private synchronized void add(int function, String name) {
        @Nullable String[] known = functions;
        if (function >= known.length) {
            known = Arrays.copyOf(known, Math.max(function + 1, known.length * 2));
        }
        known[function] = name;
        functions = known;
    }

    private String nameOf(int function) {
        @Nullable String[] known = functions;
        String name = function < known.length ? known[function] : null;
        return name == null ? api.name() + " function " + function : name;
    }
}
