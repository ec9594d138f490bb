package dev.hira.e2e.crates;

import dev.hira.server.dispatch.CallRefused;
import dev.hira.server.dispatch.Dispatcher;
import dev.hira.server.dispatch.HandleType;
import dev.hira.server.dispatch.RuntimeCodes;
import dev.hira.server.dispatch.ServerCall;
import dev.hira.wire.ArgsReader;

/** Makes the calls of {@link Crates} as a generated dispatcher does. */
final class CrateDispatcher implements Dispatcher<Crates> {
    private static final HandleType CRATE =
            new HandleType(Crates.CRATE, "crate", 0, false, 0, new long[0], Crates.INVALID);

    @Override
    public int api() {
        return Crates.API;
    }

    @Override
    public long digest() {
        return Crates.DIGEST;
    }

    @Override
    public Class<Crates> driverType() {
        return Crates.class;
    }

    @Override
    public String[] names() {
        return Crates.names();
    }

    @Override
    public boolean givesWork(int function) {
        return function == Crates.FILL;
    }

    @Override
    public void dispatch(int function, ServerCall call, Crates driver) {
        long crate = 0;
        long bytes = 0;
        ArgsReader in = call.args();
        while (in.next()) {
            switch (in.field()) {
                case 1 -> crate = in.uint64();
                case 2 -> bytes = in.uint64();
                default -> in.skip();
            }
        }
        switch (function) {
            case Crates.MAKE -> {
                call.claim(CRATE, crate, 0);
                driver.make(crate, bytes);
                call.created(CRATE, crate, 0, 0);
            }
            case Crates.FILL -> {
                call.require(CRATE, crate);
                driver.fill(crate);
            }
            case Crates.FREE_BYTES -> call.reply().uint64(1, driver.freeBytes());
            default -> throw new CallRefused(RuntimeCodes.NO_FUNCTION, "there is no " + function);
        }
    }
}
