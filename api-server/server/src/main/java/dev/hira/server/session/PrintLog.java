package dev.hira.server.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.wire.PlainText;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Writes the text that kernels print to the server's log. Each line of text becomes a line of the
 * log with the VM and the session; control characters are escaped, so a guest cannot forge lines.
 * Each session, and all sessions together, have a budget of bytes for each minute; the rest is
 * dropped, and the log reports the amount.
 */
final class PrintLog {
    /** The bytes that a log line takes in addition to its text. */
    private static final int LINE_BYTES = 100;

    private static final int LONGEST_LINE = 4096;

    private final long sessionBytes;
    private final LogQuota all;
    private final LongSupplier nanoTime;
    private final BiConsumer<Printer, String> lines;

    /**
     * Creates a log.
     *
     * @param lines receives each line to log
     */
    PrintLog(Totals totals, LongSupplier nanoTime, BiConsumer<Printer, String> lines) {
        this.sessionBytes = totals.sessionPrintedBytes();
        this.nanoTime = nanoTime;
        this.lines = lines;
        this.all = new LogQuota(totals.printedBytes(), nanoTime.getAsLong());
    }

    /** Returns the printer of one session's kernels. */
    Printer printer(String vm, String session) {
        return new Printer(PlainText.escaped(vm), PlainText.escaped(session));
    }

    /** Receives the text of one session's kernels and logs it line by line. */
    final class Printer implements Consumer<String> {
        private final String vm;
        private final String session;
        private final LogQuota own;

        @GuardedBy("this")
        private long dropped;

        private Printer(String vm, String session) {
            this.vm = vm;
            this.session = session;
            this.own = new LogQuota(sessionBytes, nanoTime.getAsLong());
        }

        String vm() {
            return vm;
        }

        String session() {
            return session;
        }

        @Override
        public synchronized void accept(String text) {
            int from = 0;
            while (from < text.length()) {
                int end = text.indexOf('\n', from);
                int to = end < 0 ? text.length() : end;
                int cut = Math.min(to, from + LONGEST_LINE);
                line(text.substring(from, cut));
                from = cut < to ? cut : to + 1;
            }
        }

        @GuardedBy("this")
        private void line(String raw) {
            String line = PlainText.escaped(raw);
            long now = nanoTime.getAsLong();
            if (!takes(line.length() + LINE_BYTES, now)) {
                dropped += raw.length() + 1L;
                return;
            }
            if (dropped > 0) {
                String note =
                        "("
                                + dropped
                                + " bytes that kernels printed were dropped: the log takes "
                                + own.bytes()
                                + " bytes of a session and "
                                + all.bytes()
                                + " bytes of all sessions within a minute)";
                dropped = 0;
                lines.accept(this, note);
            }
            lines.accept(this, line);
        }

        private boolean takes(long bytes, long now) {
            return own.take(bytes, now) && all.take(bytes, now);
        }
    }
}
