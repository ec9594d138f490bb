package dev.hira.bench.soak;

import dev.hira.bench.common.Relay;
import dev.hira.cli.launch.LocalStack;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A router, two servers, and perhaps a relay between the disturbed VM and the router. */
final class SoakStack implements AutoCloseable {
    private final LocalStack stack;
    private final @Nullable Relay relay;

    private SoakStack(LocalStack stack, @Nullable Relay relay) {
        this.stack = stack;
        this.relay = relay;
    }

    /** Lets the disturbed VM reach the router directly. */
    static SoakStack direct(LocalStack stack) {
        return new SoakStack(stack, null);
    }

    /** Puts a relay before the router. */
    static SoakStack relayed(LocalStack stack) {
        try {
            return new SoakStack(
                    stack, Relay.before(stack.uri(), stack.folder().resolve("relay.sock")));
        } catch (IOException e) {
            stack.close();
            throw new UncheckedIOException("the relay cannot be started", e);
        }
    }

    LocalStack processes() {
        return stack;
    }

    Relay relay() {
        return Objects.requireNonNull(relay, "this soak needs no relay");
    }

    /** Returns the address at which the disturbed VM reaches the router. */
    String disturbedUri() {
        return relay == null ? stack.uri() : relay.uri();
    }

    @Override
    public void close() {
        try (stack) {
            if (relay != null) {
                relay.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the relay cannot be closed", e);
        }
    }
}
