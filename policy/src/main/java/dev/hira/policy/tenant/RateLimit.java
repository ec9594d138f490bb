package dev.hira.policy.tenant;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.policy.Admission.Delay;
import dev.hira.policy.Alarm;
import dev.hira.policy.NanoClock;
import dev.hira.policy.TokenBucket;
import dev.hira.policy.model.Rate;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A VM's limit on the rate at which it uses up one resource in all its sessions. Sessions wait in
 * order of arrival. The limit's one alarm pays for each of them in turn; the tokens then belong to
 * the session, whenever it collects them. Alarms and sessions may be late, which the bucket makes
 * up for as long as a session waits or has not collected its tokens.
 */
final class RateLimit {
    private final NanoClock clock;
    private final Alarm alarm;
    private final TokenBucket bucket;
    private final String resource;
    private final Delay delay;
    private final Runnable onAlarm = this::rung;

    @GuardedBy("this")
    private final Deque<Payer> queue = new ArrayDeque<>();

    /** Number of payers that wait or have not collected their tokens. */
    @GuardedBy("this")
    private int payers;

    @GuardedBy("this")
    private boolean limited = true;

    @GuardedBy("this")
    private long armedAt = Long.MAX_VALUE;

    RateLimit(String resource, Rate rate, NanoClock clock, Alarm alarm) {
        this.clock = clock;
        this.alarm = alarm;
        this.bucket = new TokenBucket(clock, rate.perSecond(), rate.burst());
        this.resource = resource;
        this.delay = new Delay("rate:" + resource);
    }

    String resource() {
        return resource;
    }

    /** Returns the verdict for a session that has to wait. */
    Delay delay() {
        return delay;
    }

    /**
     * One session's place in the queues of its VM's limits; it is in at most one queue at a time.
     */
    static final class Payer {
        private final Runnable resume;
        private long amount;
        private @Nullable RateLimit in;
        private boolean paid;

        Payer(Runnable resume) {
            this.resume = resume;
        }
    }

    /**
     * Whether the payer pays now, or has paid while waiting; false: it waits until it is resumed.
     */
    synchronized boolean pays(Payer payer, long amount) {
        if (payer.in == this) {
            return payer.paid && leave(payer);
        }
        if (!limited || (queue.isEmpty() && bucket.tryTake(amount))) {
            return true;
        }
        payers++;
        payer.in = this;
        payer.paid = false;
        payer.amount = amount;
        queue.add(payer);
        if (queue.size() == 1) {
            arm(amount);
        }
        return false;
    }

    /** Gives up its place and returns tokens that were paid for it. */
    void withdraw(Payer payer) {
        synchronized (this) {
            if (payer.in != this) {
                return;
            }
            if (payer.paid) {
                bucket.giveBack(payer.amount);
            } else {
                queue.remove(payer);
            }
            leave(payer);
        }
        serve();
    }

    /** Changes the rate. */
    void retune(Rate rate) {
        synchronized (this) {
            limited = rate.isLimited();
            if (limited) {
                bucket.retune(rate.perSecond(), rate.burst());
            }
        }
        serve();
    }

    private void rung() {
        synchronized (this) {
            if (armedAt <= clock.nanoTime()) {
                armedAt = Long.MAX_VALUE;
            }
        }
        serve();
    }

    private void serve() {
        for (Payer next = payNext(); next != null; next = payNext()) {
            next.resume.run();
        }
    }

    private synchronized @Nullable Payer payNext() {
        Payer head = queue.peek();
        if (head == null) {
            return null;
        }
        if (limited && !bucket.tryTake(head.amount)) {
            arm(head.amount);
            return null;
        }
        head.paid = true;
        return queue.remove();
    }

    @GuardedBy("this")
    private void arm(long amount) {
        long now = clock.nanoTime();
        long wait = bucket.waitFor(amount);
        long at = wait > Long.MAX_VALUE - now ? Long.MAX_VALUE : now + wait;
        if (at < armedAt) {
            armedAt = at;
            alarm.at(at, onAlarm);
        }
    }

    @GuardedBy("this")
    private boolean leave(Payer payer) {
        payer.in = null;
        payers--;
        if (payers == 0) {
            bucket.endWait();
        }
        return true;
    }
}
