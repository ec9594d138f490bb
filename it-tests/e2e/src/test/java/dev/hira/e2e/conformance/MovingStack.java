package dev.hira.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.cli.launch.LocalStack;
import dev.hira.e2e.migration.Mover;
import dev.hira.guest.Hira;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A router and two servers with two small devices each. Guests move while they run. */
final class MovingStack implements AutoCloseable {
    /** A guest moves before each call whose number is a multiple of this prime. */
    static final int EVERY = 7;

    private final LocalStack stack;
    private final AtomicInteger guests = new AtomicInteger();
    private final Moves moves = new Moves();

    /** The moves of all guests. */
    static final class Moves {
        final AtomicInteger tried = new AtomicInteger();
        final AtomicInteger done = new AtomicInteger();
    }

    private MovingStack(LocalStack stack) {
        this.stack = stack;
    }

    static MovingStack start() {
        return new MovingStack(
                LocalStack.start(2, List.of("--devices", "2", "--profile", "small"), List.of()));
    }

    /** Opens a driver of a VM of its own, which moves with its calls. */
    <D> D open(Class<D> api) {
        String vm = "moving" + guests.incrementAndGet();
        return api.cast(
                Proxy.newProxyInstance(
                        api.getClassLoader(),
                        new Class<?>[] {api},
                        new MovingCalls(
                                Hira.connect(api, stack.uri() + "?vm=" + vm),
                                new Mover(stack.adminUri(), vm),
                                moves,
                                EVERY)));
    }

    @Override
    public void close() {
        stack.close();
        // A host function may prevent some moves, but never most of many.
        assertThat(moves.done.get())
                .as("moves done of %d tried", moves.tried.get())
                .isGreaterThanOrEqualTo(moves.tried.get() / 4);
    }
}
