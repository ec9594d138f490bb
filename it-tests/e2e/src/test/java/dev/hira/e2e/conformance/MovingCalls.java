package dev.hira.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.admin.v1.MigrateVmProgress;
import dev.hira.admin.v1.MigrationStep;
import dev.hira.api.cuda.CUhostFn;
import dev.hira.api.cuda.CUstreamCallback;
import dev.hira.api.opencl.ClEventNotify;
import dev.hira.e2e.migration.FarServer;
import dev.hira.e2e.migration.Mover;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The calls of a guest, which moves to the next server before every k-th call. A move must succeed,
 * unless a host function has not returned: the session does not come to rest then and must go on
 * where it was.
 */
final class MovingCalls implements InvocationHandler {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** Time for a move that a host function may prevent. */
    private static final Duration BRIEF = Duration.ofMillis(100);

    /** A session visits them in turn; the last one maps no shared memory. */
    private static final List<String> SERVERS = List.of("server0", "server1", FarServer.NAME);

    private final Object driver;
    private final Mover mover;
    private final MovingStack.Moves moves;
    private final int every;
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger hostFunctions = new AtomicInteger();
    private final ReentrantLock move = new ReentrantLock();

    MovingCalls(Object driver, Mover mover, MovingStack.Moves moves, int every) {
        this.driver = driver;
        this.mover = mover;
        this.moves = moves;
        this.every = every;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (method.getName().equals("close")) {
            mover.close();
        } else if (calls.incrementAndGet() % every == 0 && move.tryLock()) {
            try {
                move();
            } finally {
                move.unlock();
            }
        }
        for (int i = 0; arguments != null && i < arguments.length; i++) {
            arguments[i] = counted(arguments[i]);
        }
        try {
            return method.invoke(driver, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private void move() {
        String server = mover.sessions().getFirst().getServer();
        String target = SERVERS.get((SERVERS.indexOf(server) + 1) % SERVERS.size());
        boolean mayFail = hostFunctions.get() > 0;
        moves.tried.incrementAndGet();
        MigrateVmProgress last = mover.move(target, mayFail ? BRIEF : PATIENCE);
        if (last.getStep() == MigrationStep.MIGRATION_STEP_DONE) {
            moves.done.incrementAndGet();
        } else {
            assertThat(mayFail).as(last.getProblem()).isTrue();
            assertThat(last.getProblem()).containsAnyOf("had not", "time limit is over");
        }
    }

    /** Counts a host function as outstanding until it returns. */
    private Object counted(Object argument) {
        return switch (argument) {
            case CUhostFn function -> {
                hostFunctions.incrementAndGet();
                yield (CUhostFn) data -> finish(() -> function.call(data));
            }
            case CUstreamCallback callback -> {
                hostFunctions.incrementAndGet();
                yield (CUstreamCallback)
                        (stream, status, data) -> finish(() -> callback.call(stream, status, data));
            }
            case ClEventNotify callback -> {
                hostFunctions.incrementAndGet();
                yield (ClEventNotify)
                        (event, status, data) -> finish(() -> callback.call(event, status, data));
            }
            case null, default -> argument;
        };
    }

    private void finish(Runnable hostFunction) {
        try {
            hostFunction.run();
        } finally {
            hostFunctions.decrementAndGet();
        }
    }
}
