package dev.hira.link.resume;

import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * A transport between two objects of a test, which loses what is under way when it is cut. Each end
 * learns of the cut at a step of its own.
 */
final class LossyPair {
    private static final LinkStatus CUT = new LinkStatus(Cause.UNAVAILABLE, "the cable was cut");
    private static final int WINDOW = 8;

    final End near = new End();
    final End far = new End();
    private boolean cut;

    LossyPair() {
        near.peer = far;
        far.peer = near;
    }

    /** Loses everything under way, in both directions, and all that follows. */
    void cut() {
        cut = true;
        near.lose();
        far.lose();
    }

    boolean isOver() {
        return near.told && far.told;
    }

    /** One end. */
    final class End implements Link {
        private final Queue<Frame> inbound = new ArrayDeque<>();
        private @Nullable End peer;
        private @Nullable LinkHandler handler;
        private @Nullable LinkStatus closing;
        private @Nullable LinkStatus reasonOfPeer;
        private boolean readable = true;
        private boolean wasFull;
        private boolean told;
        private boolean aborted;
        private boolean trusted;
        private boolean answeredAStranger;
        private long kept;

        /** Returns the bytes that count as unread although this end has delivered them. */
        long kept() {
            return kept;
        }

        /** Returns whether this end sent something before it was told to trust its peer. */
        boolean answeredAStranger() {
            return answeredAStranger;
        }

        /** Does one thing; false when nothing is left to do. */
        boolean step() {
            LinkHandler to = handler;
            if (to == null || told) {
                return false;
            }
            if (aborted) {
                told = true;
                to.onClosed(CUT);
                return true;
            }
            if (cut) {
                told = true;
                to.onBroken(closing != null ? closing : CUT);
                return true;
            }
            if (closing != null && (peer().told || peer().closing != null)) {
                told = true;
                lose();
                to.onClosed(closing);
                return true;
            }
            if (closing != null) {
                return false; // the peer has not ended its half
            }
            if (wasFull && isWritable()) {
                wasFull = false;
                to.onWritable();
                return true;
            }
            if (readable && !inbound.isEmpty()) {
                to.onFrame(inbound.remove());
                return true;
            }
            if (inbound.isEmpty() && reasonOfPeer != null) {
                told = true;
                to.onClosed(reasonOfPeer);
                return true;
            }
            return false;
        }

        private End peer() {
            return java.util.Objects.requireNonNull(peer);
        }

        private void lose() {
            inbound.forEach(Frame::release);
            inbound.clear();
        }

        @Override
        public void start(LinkHandler to) {
            handler = to;
        }

        @Override
        public void trust(String owner) {
            trusted = true;
        }

        @Override
        public void keep(long bytes) {
            kept += bytes;
        }

        @Override
        public void send(Frame frame) {
            answeredAStranger |= !trusted;
            if (cut || closing != null || peer().closing != null) {
                frame.release();
                return;
            }
            peer().inbound.add(frame.own());
            wasFull |= !isWritable();
        }

        @Override
        public boolean isWritable() {
            return cut || closing != null || peer().inbound.size() < WINDOW;
        }

        @Override
        public void setReadable(boolean wanted) {
            readable = wanted;
        }

        @Override
        public void execute(Runnable task) {
            throw new UnsupportedOperationException();
        }

        @Override
        public String kind() {
            return "lossy";
        }

        @Override
        public void close(LinkStatus reason) {
            if (closing == null) {
                closing = reason;
                peer().reasonOfPeer = reason;
            }
        }

        @Override
        public void abort() {
            aborted = true;
            cut();
        }
    }
}
