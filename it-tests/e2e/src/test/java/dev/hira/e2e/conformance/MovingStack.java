package dev.hira.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.cli.launch.LocalStack;
import dev.hira.e2e.migration.FarServer;
import dev.hira.e2e.migration.Mover;
import dev.hira.guest.Hira;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A router and three servers with two small devices each, one of which maps no shared memory.
 * Guests move from one to the next while they run.
 */
final class MovingStack implements AutoCloseable {
    /** A guest moves before each call whose number is a multiple of this prime. */
    static final int EVERY = 7;

    private static final List<String> DEVICES = List.of("--devices", "2", "--profile", "small");

    private final FarServer far;
    private final LocalStack stack;
    private final AtomicInteger guests = new AtomicInteger();
    private final Moves moves = new Moves();

    /** The moves of all guests. */
    static final class Moves {
        final AtomicInteger tried = new AtomicInteger();
        final AtomicInteger done = new AtomicInteger();
    }

    private MovingStack(FarServer far, LocalStack stack) {
        this.far = far;
        this.stack = stack;
    }

    static MovingStack start() {
        FarServer far = FarServer.start(DEVICES);
        return new MovingStack(far, far.stack(2, DEVICES, List.of()));
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
        far.close();
        // A host function may prevent some moves, but never most of many.
        assertThat(moves.done.get())
                .as("moves done of %d tried", moves.tried.get())
                .isGreaterThanOrEqualTo(moves.tried.get() / 4);
    }
}
