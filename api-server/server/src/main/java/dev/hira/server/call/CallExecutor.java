package dev.hira.server.call;

import dev.hira.api.ApiException;
import dev.hira.api.WouldWaitException;
import dev.hira.server.dispatch.CallRefused;
import dev.hira.server.dispatch.Dispatcher;
import dev.hira.server.dispatch.RuntimeCodes;
import dev.hira.server.lane.CallFailure;
import dev.hira.wire.MalformedFrameException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes one call and turns everything thrown into a failure. Rethrows only violations of the
 * protocol.
 */
final class CallExecutor<D> {
    private static final Logger LOG = LoggerFactory.getLogger(CallExecutor.class);

    private final Dispatcher<D> dispatcher;
    private final @Nullable GuestMemory arena;
    private final Dispatch<D> dispatch = new Dispatch<>();

    CallExecutor(Dispatcher<D> dispatcher, @Nullable GuestMemory arena) {
        this.dispatcher = dispatcher;
        this.arena = arena;
    }

    /** A call to dispatch, as a reusable task. */
    private static final class Dispatch<D> implements Runnable {
        private @Nullable Dispatcher<D> dispatcher;
        private @Nullable CommandCall call;
        private @Nullable D driver;

        @Override
        public void run() {
            if (dispatcher != null && call != null && driver != null) {
                dispatcher.dispatch(call.function(), call, driver);
            }
        }
    }

    /**
     * Makes a call. Only with the turn.
     *
     * @return null when the call succeeded, or when it must be made on a server lane thread ({@link
     *     CommandCall#longBody} then is not null)
     * @throws MalformedFrameException when the arguments do not decode
     */
    @Nullable CallFailure make(CommandCall call, D driver) {
        try {
            if (call.inArena() && arena != null) {
                dispatch.dispatcher = dispatcher;
                dispatch.call = call;
                dispatch.driver = driver;
                return guarded(arena, dispatch);
            }
            dispatcher.dispatch(call.function(), call, driver);
            return null;
        } catch (WouldWaitException e) {
            call.again(() -> dispatcher.dispatch(call.function(), call, driver), e.waits());
            return null;
        } catch (ApiException e) {
            return CallFailure.ofApi(e.code(), String.valueOf(e.getMessage()));
        } catch (CallRefused e) {
            return CallFailure.of(e);
        } catch (MalformedFrameException e) {
            throw new MalformedFrameException(name(call.function()) + ": " + e.getMessage());
        } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
            return defect(call, e);
        }
    }

    /** Runs the long part of a call. On a server lane thread. */
    @Nullable CallFailure makeLong(CommandCall call, Runnable body) {
        try {
            if (call.inArena() && arena != null) {
                return guarded(arena, body);
            }
            body.run();
            return null;
        } catch (ApiException e) {
            return CallFailure.ofApi(e.code(), String.valueOf(e.getMessage()));
        } catch (CallRefused e) {
            return CallFailure.of(e);
        } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
            return defect(call, e);
        }
    }

    /**
     * Applies the deferred changes of a call that was away to the object table. Only with the turn.
     */
    @Nullable CallFailure applyChanges(CommandCall call) {
        try {
            call.applyChanges();
            return null;
        } catch (CallRefused e) {
            return CallFailure.of(e);
        } catch (IllegalStateException e) {
            return defect(call, e);
        }
    }

    /** Returns a function's name, for messages. */
    String name(int function) {
        String[] names = dispatcher.names();
        String name = function < names.length ? names[function] : null;
        return name == null ? "function " + function : name;
    }

    private static @Nullable CallFailure guarded(GuestMemory arena, Runnable accesses) {
        return arena.guard().run(accesses)
                ? null
                : CallFailure.ofServer(
                        RuntimeCodes.INTERNAL,
                        "the shared memory was truncated by its other user; open another session");
    }

    private CallFailure defect(CommandCall call, Throwable cause) {
        String name = name(call.function());
        LOG.atError()
                .addKeyValue("function", name)
                .addKeyValue("call", call.callId())
                .setCause(cause)
                .log("A defect of the server or its driver made a call fail");
        return CallFailure.ofServer(
                RuntimeCodes.INTERNAL, "the server failed in " + name + ": " + cause);
    }
}
