package dev.hira.bench.exhaustion;

import dev.hira.api.ApiException;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.Param;
import dev.hira.guest.call.SessionException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A thread that repeats the calls of an attack. */
final class AttackLane implements Runnable {
    /** After so many calls a synchronous one receives the failures of asynchronous ones. */
    private static final int UNTIL_SETTLED = 1_000;

    private static final int MOST_CHARACTERS = 160;

    private final Fixture fixture;
    private final Attack attack;
    private final CallArguments arguments;
    private final @Nullable Method retain;
    private final long end;
    private final int most;
    private final Map<String, String> failures = new TreeMap<>();
    private int calls;
    private int failed;

    /**
     * @param end the time after which no call is made
     * @param most the most calls
     */
    AttackLane(Fixture fixture, Attack attack, long end, int most) {
        this.fixture = fixture;
        this.attack = attack;
        this.arguments = new CallArguments(fixture, attack);
        this.retain = attack.shape() == Shape.RETAINED ? retain() : null;
        this.end = end;
        this.most = most;
    }

    private Method retain() {
        String kind = Shape.created(attack.function()).orElseThrow().name();
        for (ApiFunction function : attack.api().functions()) {
            for (Param param : function.params()) {
                if (param.effect() == Param.Effect.RETAINS
                        && param.field().handle() != null
                        && param.field().handle().name().equals(kind)) {
                    return new CallArguments(
                                    fixture, new Attack(attack.api(), function, Shape.REPEAT))
                            .method();
                }
            }
        }
        throw new IllegalStateException("no function retains a " + kind);
    }

    @Override
    public void run() {
        boolean open = attempt(fixture::enter);
        while (open && calls < most && System.nanoTime() < end) {
            open = attempt(this::call);
            calls++;
            if (attack.shape() != Shape.SILENT && calls % UNTIL_SETTLED == 0) {
                open &= attempt(fixture::settle);
            }
        }
        if (open && attack.shape() != Shape.SILENT) {
            attempt(fixture::settle);
        }
    }

    private void call() {
        Object created = invoke(arguments.method(), arguments.next(calls));
        if (retain != null && created != null) {
            invoke(retain, created);
        }
    }

    private @Nullable Object invoke(Method method, @Nullable Object... values) {
        try {
            return method.invoke(fixture.driver(), values);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Makes a call; returns whether the session still exists. */
    private boolean attempt(Runnable task) {
        try {
            task.run();
            return true;
        } catch (ApiException e) {
            failed++;
            note(e.codeName(), e);
            return !(e.getCause() instanceof SessionException);
        } catch (RuntimeException | OutOfMemoryError e) {
            failed++;
            note(e.getClass().getSimpleName(), e);
            return true;
        }
    }

    private void note(String name, Throwable e) {
        failures.computeIfAbsent(
                name,
                _ -> {
                    String text = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
                    return text.substring(0, Math.min(text.length(), MOST_CHARACTERS));
                });
    }

    int calls() {
        return calls;
    }

    int failed() {
        return failed;
    }

    /** Returns a message for each code that a call failed with. */
    Map<String, String> failures() {
        return failures;
    }
}
