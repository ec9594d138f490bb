package dev.hira.sim.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The channels that a group opens beside its channels: each takes one command of a queue whose
 * commands do not wait for each other.
 */
public final class SiblingChannels {
    private final ReentrantLock submission;

    @GuardedBy("submission")
    private final GroupChannels channels;

    @GuardedBy("submission")
    private final OperationRoom room;

    /**
     * @param submission the group's lock of submissions, which guards the others
     */
    SiblingChannels(ReentrantLock submission, GroupChannels channels, OperationRoom room) {
        this.submission = submission;
        this.channels = channels;
        this.room = room;
    }

    /**
     * Returns an idle or new sibling of a channel, and reserves it until {@link #unreserve}. Null:
     * the channel has the greatest number of siblings, and all of them have work.
     */
    public @Nullable Channel reserve(Channel main) {
        submission.lock();
        try {
            main.beside.removeTerminated().forEach(this::forget);
            @Nullable Channel sibling = main.beside.idle();
            if (sibling == null && !main.beside.isFull()) {
                sibling = new Channel(main);
                main.beside.add(sibling);
                channels.add(sibling);
            }
            if (sibling != null) {
                sibling.reserved = true;
            }
            return sibling;
        } finally {
            submission.unlock();
        }
    }

    @GuardedBy("submission")
    private void forget(Channel sibling) {
        channels.remove(sibling);
        room.end(sibling);
    }

    /** Ends the reservation of a sibling, to which a command has been added. */
    public void unreserve(Channel sibling) {
        submission.lock();
        try {
            sibling.reserved = false;
        } finally {
            submission.unlock();
        }
    }

    /** Returns a sibling of a channel that has work; the channel itself if no sibling has. */
    public Channel busy(Channel main) {
        submission.lock();
        try {
            return main.beside.all().stream().filter(each -> !each.idle()).findFirst().orElse(main);
        } finally {
            submission.unlock();
        }
    }

    /** The operations submitted last to a channel and to each of its siblings. */
    public List<ChannelOperation> lastOf(Channel main) {
        submission.lock();
        try {
            List<ChannelOperation> last = new ArrayList<>();
            last.add(main.last());
            main.beside.all().forEach(each -> last.add(each.last()));
            return last;
        } finally {
            submission.unlock();
        }
    }
}
