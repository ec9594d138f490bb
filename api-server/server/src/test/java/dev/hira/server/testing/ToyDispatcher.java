package dev.hira.server.testing;

import dev.hira.api.BlockingBan;
import dev.hira.server.dispatch.CallRefused;
import dev.hira.server.dispatch.Dispatcher;
import dev.hira.server.dispatch.HandleType;
import dev.hira.server.dispatch.RuntimeCodes;
import dev.hira.server.dispatch.ServerCall;
import dev.hira.server.dispatch.ServerCall.CallbackCall;
import dev.hira.server.dispatch.ServerCall.LateOutput;
import dev.hira.wire.ArgsReader;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Decodes the toy API's calls like a generated dispatcher. Arguments: 1 = a, 2 = b. */
public final class ToyDispatcher implements Dispatcher<ToyDriver> {
    public static final int API = 77;
    public static final long DIGEST = 0x1234_5678_9ABC_DEF0L;

    public static final int ECHO = 1;
    public static final int NOTE = 2;
    public static final int COUNT = 3;
    public static final int FAIL = 4;
    public static final int CRASH = 5;
    public static final int MAKE = 6;
    public static final int MAKE_CHILD = 7;
    public static final int DROP = 8;
    public static final int USE = 9;
    public static final int MAKE_RANGE = 10;
    public static final int DROP_RANGE = 11;
    public static final int USE_RANGE = 12;
    public static final int PUT = 13;
    public static final int GET = 14;
    public static final int GET_LATER = 15;
    public static final int AWAIT = 16;
    public static final int AWAIT_MAKE = 17;
    public static final int CALL_ME = 18;
    public static final int OUTCOME = 19;
    public static final int AWAIT_GET = 20;
    public static final int TOUCH = 21;

    /** Waits for a gate on a server lane thread in any case, then notes. */
    public static final int AWAIT_NOTE = 22;

    /** Creates a thing named like a gate and puts a buffer, once the driver finds the gate open. */
    public static final int PUT_WHEN_OPEN = 23;

    /** Gives work of a given time to the device, and fails if a code is given. */
    public static final int WORK = 24;

    /** Gives work to the device that ends when the process ends it. */
    public static final int WORK_ON = 25;

    /** Waits for a gate, away, and gives work to the device. */
    public static final int AWAIT_WORK = 26;

    /** Notes a number, after work that takes long if the thread must not block. */
    public static final int NOTE_PREPARED = 27;

    /** Creates two things with one call, with a name and the next one. */
    public static final int MAKE_PAIR = 28;

    /** The buffer's field. */
    public static final int DATA = 3;

    /** The codes of the toy API. */
    public static final int INVALID = 400;

    public static final int INVALID_ADDRESS = 700;

    public static final HandleType THING =
            new HandleType(1, "thing", 1, false, 0, new long[] {1, 2}, INVALID);
    public static final HandleType RANGE =
            new HandleType(2, "range", 1, true, 64, new long[0], INVALID_ADDRESS);

    private static final String[] NAMES = {
        null,
        "echo",
        "note",
        "count",
        "fail",
        "crash",
        "make",
        "makeChild",
        "drop",
        "use",
        "makeRange",
        "dropRange",
        "useRange",
        "put",
        "get",
        "getLater",
        "await",
        "awaitMake",
        "callMe",
        "outcome",
        "awaitGet",
        "touch",
        "awaitNote",
        "putWhenOpen",
        "work",
        "workOn",
        "awaitWork",
        "notePrepared"
    };

    @Override
    public int api() {
        return API;
    }

    @Override
    public long digest() {
        return DIGEST;
    }

    @Override
    public Class<ToyDriver> driverType() {
        return ToyDriver.class;
    }

    @Override
    public String[] names() {
        return NAMES;
    }

    @Override
    public boolean givesWork(int function) {
        return function >= WORK;
    }

    @Override
    public void dispatch(int function, ServerCall call, ToyDriver driver) {
        long a = 0;
        long b = 0;
        ArgsReader in = call.args();
        while (in.next()) {
            switch (in.field()) {
                case 1 -> a = in.uint64();
                case 2 -> b = in.uint64();
                default -> in.skip();
            }
        }
        switch (function) {
            case ECHO -> call.reply().uint64(1, a);
            case NOTE -> driver.note(a);
            case COUNT -> call.reply().uint64(1, driver.count());
            case FAIL -> driver.fail((int) a);
            case CRASH -> driver.crash();
            case OUTCOME -> call.outcome((int) a);
            case MAKE, MAKE_CHILD -> make(call, driver, a, b);
            case MAKE_PAIR -> {
                call.claim(THING, a, 0);
                make(call, driver, a + 1, 0);
                call.created(THING, a, 0, 0);
            }
            case DROP -> drop(call, driver, a);
            case USE -> call.require(THING, a);
            case MAKE_RANGE -> makeRange(call, a, b);
            case DROP_RANGE -> {
                call.require(RANGE, a);
                call.destroyed(RANGE, a);
            }
            case USE_RANGE -> call.require(RANGE, a);
            case PUT -> driver.put(a, call.input(DATA, b));
            case PUT_WHEN_OPEN -> putWhenOpen(call, driver, a, b);
            case TOUCH -> call.input(DATA, b);
            case GET -> driver.get(call.output(DATA, b), a);
            case GET_LATER -> getLater(call, driver, a, b);
            case AWAIT, AWAIT_MAKE, AWAIT_GET, AWAIT_NOTE -> await(function, call, driver, a, b);
            case CALL_ME -> callMe(call, driver, a, b);
            case WORK -> {
                driver.work(a);
                driver.fail((int) b);
            }
            case NOTE_PREPARED -> {
                BlockingBan.requireTime();
                driver.takeTime(b);
                driver.note(a);
            }
            case WORK_ON -> driver.workOn(a);
            case AWAIT_WORK -> {
                long nanos = b;
                long gate = a;
                call.blocking(
                        () -> driver.isOpen(gate),
                        () -> {
                            driver.await(gate);
                            driver.work(nanos);
                        });
            }
            default -> throw new CallRefused(RuntimeCodes.NO_FUNCTION, "there is no " + function);
        }
    }

    private static void make(ServerCall call, ToyDriver driver, long name, long parent) {
        call.requireOrNull(THING, parent);
        call.claim(THING, name, 0);
        driver.make(name);
        call.created(THING, name, 0, parent);
    }

    private static void putWhenOpen(ServerCall call, ToyDriver driver, long gate, long bytes) {
        call.requireOrNull(THING, 0);
        call.claim(THING, gate, 0);
        driver.putWhenOpen(gate, call.input(DATA, bytes));
        call.created(THING, gate, 0, 0);
    }

    private static void drop(ServerCall call, ToyDriver driver, long name) {
        call.require(THING, name);
        driver.drop(name);
        call.destroyed(THING, name);
    }

    private static void makeRange(ServerCall call, long address, long bytes) {
        call.claim(RANGE, address, bytes);
        call.created(RANGE, address, bytes, 0);
    }

    private static void getLater(ServerCall call, ToyDriver driver, long gate, long bytes) {
        LateOutput late = call.lateOutput(DATA, bytes);
        driver.getLater(gate, late);
    }

    private static void await(
            int function, ServerCall call, ToyDriver driver, long gate, long other) {
        if (function == AWAIT_MAKE) {
            call.claim(THING, other, 0);
        }
        MemorySegment out = function == AWAIT_GET ? call.output(DATA, other) : MemorySegment.NULL;
        call.blocking(
                () -> function != AWAIT_NOTE && driver.isOpen(gate),
                () -> {
                    driver.await(gate);
                    if (function == AWAIT_MAKE) {
                        call.created(THING, other, 0, 0);
                    } else if (function == AWAIT_GET) {
                        driver.get(out, gate);
                    } else if (function == AWAIT_NOTE) {
                        driver.note(other);
                    }
                    call.reply().uint64(1, gate);
                });
    }

    private static void callMe(ServerCall call, ToyDriver driver, long callback, long value) {
        ServerCall session = call.detach();
        driver.callback(() -> {
            CallbackCall invocation = session.callback(5, callback);
            invocation.args().uint64(2, value);
            invocation.invoke();
        });
    }

    static void fill(MemorySegment into, long value) {
        for (long i = 0; i < into.byteSize(); i++) {
            into.set(ValueLayout.JAVA_BYTE, i, (byte) (value + i));
        }
    }
}
