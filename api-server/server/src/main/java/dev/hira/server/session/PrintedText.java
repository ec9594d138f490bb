package dev.hira.server.session;

import dev.hira.server.call.GuestOutbox;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Printed;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends the text that a session's kernels print to the guest, before the answer to the call that
 * waited for them. Any thread may print.
 */
final class PrintedText implements Consumer<String> {
    /** The most characters of one message. */
    private static final int PIECE = 8 << 10;

    /**
     * The number of the last message. It begins anywhere, so that another server of the session
     * numbers its messages otherwise.
     */
    private final AtomicLong last = new AtomicLong(ThreadLocalRandom.current().nextLong());

    private volatile @Nullable GuestOutbox outbox;

    /** Sends text from now on; earlier text is lost. */
    void goesTo(GuestOutbox guest) {
        outbox = guest;
    }

    @Override
    public void accept(String text) {
        ofLaunch(0, text);
    }

    /**
     * Sends the text of a kernel that has ended.
     *
     * @param call the call that launched it; 0: it is the text of several kernels
     */
    void ofLaunch(long call, String text) {
        GuestOutbox guest = outbox;
        if (guest == null) {
            return;
        }
        int from = 0;
        int number = 0;
        while (from < text.length()) {
            int end = end(text, from);
            Printed.Builder piece =
                    Printed.newBuilder()
                            .setText(text.substring(from, end))
                            .setNumber(last.incrementAndGet());
            if (call != 0) {
                piece.setCall(call).setPiece(number++);
            }
            guest.control(Control.newBuilder().setPrinted(piece).build().toByteArray());
            from = end;
        }
        guest.flush();
    }

    /** Does not cut between the halves of one character. */
    private static int end(String text, int from) {
        int end = Math.min(text.length(), from + PIECE);
        boolean cuts = end < text.length() && Character.isHighSurrogate(text.charAt(end - 1));
        return cuts ? end - 1 : end;
    }
}
