package dev.hira.e2e.crates;

import dev.hira.api.cuda.CudaException;
import dev.hira.guest.call.CallWriter;
import dev.hira.guest.call.StubApi;
import dev.hira.guest.call.StubSettings;
import dev.hira.guest.session.GuestSession;
import dev.hira.guest.session.OpenWriter;
import dev.hira.link.Link;
import dev.hira.wire.ArgsReader;

/** The guest's side of {@link Crates}. Its failures are those of the simulated GPU below. */
final class CrateGuest implements Crates, AutoCloseable {
    private static final StubApi STUB =
            new StubApi(
                    "Crates",
                    API,
                    DIGEST,
                    CudaException::new,
                    INVALID,
                    INVALID,
                    NO_ROOM,
                    INVALID,
                    INVALID,
                    INVALID,
                    INVALID);

    private final GuestSession guest;

    private CrateGuest(GuestSession guest) {
        this.guest = guest;
    }

    static CrateGuest open(Link link, String vm) {
        return new CrateGuest(
                GuestSession.open(link, STUB, OpenWriter.of(vm), StubSettings.DEFAULT));
    }

    long make(long bytes) {
        long crate = guest.names().handle(CRATE);
        make(crate, bytes);
        return crate;
    }

    @Override
    public void make(long crate, long bytes) {
        call(MAKE).uint64(1, crate).uint64(2, bytes).sync();
    }

    @Override
    public void fill(long crate) {
        call(FILL).uint64(1, crate).sync();
    }

    @Override
    public long freeBytes() {
        ArgsReader reply = call(FREE_BYTES).sync().values();
        long bytes = 0;
        while (reply.next()) {
            bytes = reply.uint64();
        }
        return bytes;
    }

    private CallWriter call(int function) {
        return guest.begin(function, Crates.names()[function]);
    }

    @Override
    public void close() {
        guest.close();
    }
}
