package dev.hira.guest.session;

import dev.hira.api.ProgramOutput;
import dev.hira.guest.call.SessionException;
import dev.hira.guest.call.StubApi;
import dev.hira.guest.call.WireFailure;
import dev.hira.link.resume.PeerProcess;
import dev.hira.link.shm.SharedRegion;
import dev.hira.wire.ArgsReader;
import dev.hira.wire.ArgsWriter;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.MalformedFrameException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The start of a session: Open and Opened, then, if the router offers shared memory, its offer, the
 * guest's proof and the router's acceptance. The messages are those of session.proto, encoded and
 * decoded by hand here, so that a guest's start need not load protobuf's runtime.
 */
final class Handshake {
    private static final int OPEN = 1;
    private static final int OPENED = 2;
    private static final int CLOSE = 3;
    private static final int OFFER_MEMORY = 4;
    private static final int PROVE_MEMORY = 5;
    private static final int ACCEPT_MEMORY = 6;
    private static final int PRINTED = 242;
    private static final int PROTOCOL = 1;

    private final GuestSession session;
    private final OpenWriter request;
    private final CompletableFuture<Opened> opened = new CompletableFuture<>();
    private final CompletableFuture<Boolean> memoryAgreed = new CompletableFuture<>();
    private final ArgsReader body = new ArgsReader();
    private final MemoryNegotiation memory;

    /** The latest messages with text of kernels. Used by the link's reading thread. */
    private final RecentNumbers texts = new RecentNumbers();

    private volatile String farewell = "";

    /** The router's grant. Used by the link's reading thread. */
    private @Nullable Opened granted;

    Handshake(GuestSession session, OpenWriter request) {
        this.session = session;
        this.request = request;
        this.memory = new MemoryNegotiation(request.memory(), request.rings());
    }

    /** Asks for the session and waits until it is open. */
    Opened open(StubApi api) {
        try {
            session.outbox().toRouter(openMessage(api));
        } catch (SessionGone e) {
            throw unopened(e.status());
        }
        Opened consent = await(opened, "a session");
        if (consent.offersMemory()) {
            boolean ignored = await(memoryAgreed, "shared memory");
        }
        return consent;
    }

    /** Returns the router's reason for closing; empty for none. */
    String farewell() {
        return farewell;
    }

    /** Handles a control message. On the link's reading thread. */
    void onControl(ArgsReader control) {
        while (control.next()) {
            switch (control.field()) {
                case OPENED -> opened(Opened.read(control.message(body)));
                case CLOSE -> farewell = readClose(control.message(body));
                case OFFER_MEMORY ->
                        session.outbox().toRouter(prove(memory.consider(control.message(body))));
                case ACCEPT_MEMORY -> accepted(control.message(body));
                case PRINTED -> printed(control.message(body));
                default -> control.skip();
            }
        }
    }

    private void opened(Opened consent) {
        granted = consent;
        if (!consent.offersMemory()) {
            session.resumeFor(consent, request);
        }
        opened.complete(consent);
    }

    /** Prints the text of kernels where the program prints its own, unless it has come before. */
    private void printed(ArgsReader in) {
        String text = "";
        long number = 0;
        while (in.next()) {
            switch (in.field()) {
                case 1 -> text = in.string();
                case 4 -> number = in.uint64();
                default -> in.skip();
            }
        }
        if (number == 0 || texts.add(number) || !session.isRepeated()) {
            ProgramOutput.print(text);
        }
    }

    /** Notes that the session is over. */
    void onEnd(LinkStatus status) {
        SessionException reason = new SessionException(status, SessionException.explain(status));
        opened.completeExceptionally(reason);
        memoryAgreed.completeExceptionally(reason);
    }

    private void accepted(ArgsReader in) {
        boolean shared = false;
        boolean rings = false;
        while (in.next()) {
            switch (in.field()) {
                case 1 -> shared = in.bool();
                case 2 -> rings = in.bool();
                default -> in.skip();
            }
        }
        if (shared) {
            session.use(memory.arena());
        } else {
            memory.closeMemory();
        }
        SharedRegion region = rings ? memory.takeRings() : null;
        if (region == null) {
            memory.closeRings();
        } else {
            session.useRings(region);
        }
        Opened consent = granted;
        if (consent != null) {
            session.resumeFor(consent, request);
        }
        memoryAgreed.complete(rings);
    }

    private ArgsWriter openMessage(StubApi api) {
        return new ArgsWriter()
                .beginMessage(OPEN)
                .uint64(1, PROTOCOL)
                .uint64(2, api.id())
                .uint64(3, api.digest())
                .string(4, request.vm())
                .string(5, request.token())
                .string(6, request.process())
                .uint64(7, request.devices())
                .uint64(8, request.memory() ? 1 : 0)
                .uint64(9, request.rings() ? 1 : 0)
                .string(16, request.task())
                .uint64(17, request.rank())
                .uint64(25, session.isResumable() ? 1 : 0)
                .string(26, session.isResumable() ? PeerProcess.ownIdentity() : "")
                .endMessage();
    }

    private static ArgsWriter prove(MemoryNegotiation.Proof proof) {
        return new ArgsWriter()
                .beginMessage(PROVE_MEMORY)
                .uint64(1, proof.found())
                .uint64(2, proof.answer())
                .uint64(3, proof.rings() ? 1 : 0)
                .endMessage();
    }

    private static String readClose(ArgsReader in) {
        String message = "";
        ArgsReader reason = new ArgsReader();
        while (in.next()) {
            if (in.field() == 1) {
                message = WireFailure.read(in.message(reason)).message();
            }
        }
        return message;
    }

    private <T> T await(CompletableFuture<T> answer, String what) {
        try {
            return answer.get(request.timeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw refused(
                    LinkStatus.Cause.OVERLOADED,
                    "the router did not answer the request for "
                            + what
                            + " within "
                            + request.timeout().toMillis()
                            + " ms, the timeout-millis of the URI");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw refused(
                    LinkStatus.Cause.UNAVAILABLE,
                    "the thread was interrupted while it asked the router for " + what);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SessionException reason) {
                throw unopened(reason.status());
            }
            throw new MalformedFrameException("an answer cannot be read: " + e.getCause());
        }
    }

    private SessionException unopened(LinkStatus status) {
        String text =
                switch (status.cause()) {
                    case UNAVAILABLE ->
                            "no session was opened: "
                                    + status.message()
                                    + " ("
                                    + status.cause()
                                    + ")"
                                    + advice(status.message());
                    case OVERLOADED -> "no session was opened: " + SessionException.explain(status);
                    case NORMAL, UNAUTHENTICATED, EXHAUSTED, PROTOCOL, REFUSED, INTERNAL ->
                            "the router refused the session: " + SessionException.explain(status);
                };
        return new SessionException(status, text);
    }

    /** Returns what to do, unless the router itself has said it. */
    private String advice(String message) {
        if (message.contains("; ")) {
            return "";
        }
        return farewell.isEmpty() ? "; start the router, or correct the URI" : "; try again later";
    }

    private SessionException refused(LinkStatus.Cause cause, String sentence) {
        LinkStatus status = new LinkStatus(cause, sentence);
        session.end(status);
        return new SessionException(status, SessionException.explain(status));
    }
}
