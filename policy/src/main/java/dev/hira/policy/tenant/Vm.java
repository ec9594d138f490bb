package dev.hira.policy.tenant;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.policy.JudgedCommand;
import dev.hira.policy.SessionIdentity;
import dev.hira.policy.gate.WorkHistory;
import dev.hira.policy.model.Grant;
import dev.hira.policy.model.GrantsState;
import dev.hira.policy.model.Rate;
import dev.hira.policy.rules.VmCounters;
import dev.hira.policy.schedule.Tenant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** A VM: its grant, its use, and its sessions. Thread-safe. */
final class Vm implements Tenant, VmCounters {
    private static final VmSessionPolicy[] NONE = {};

    private final String name;
    private final Environment environment;
    private final WorkHistory history = new WorkHistory(WorkClassifier.DIRECTION_COUNT);
    private final AtomicLong used = new AtomicLong();
    private final RecentUse recent = new RecentUse();

    @GuardedBy("this")
    private final Map<String, RateLimit> rates = new HashMap<>();

    private volatile AtomicLongArray held = new AtomicLongArray(0);
    private volatile VmSessionPolicy[] sessions = NONE;
    private volatile Grant grant;
    private volatile String grade;

    Vm(String name, Environment environment, GrantsState grants) {
        this.name = name;
        this.environment = environment;
        this.grant = grants.of(name);
        this.grade = grants.classOf(name);
    }

    WorkHistory history() {
        return history;
    }

    /** Returns the limits of its grant by the resource indices of a session's API. */
    synchronized GrantLimits limits(SessionIdentity session) {
        return GrantLimits.of(name, grant, session, this::rate);
    }

    synchronized void add(VmSessionPolicy session) {
        VmSessionPolicy[] more = Arrays.copyOf(sessions, sessions.length + 1);
        more[sessions.length] = session;
        sessions = more;
        session.limits(limits(session.identity()));
    }

    /** Removes a session; true when it was the last. */
    synchronized boolean remove(VmSessionPolicy session) {
        sessions =
                Arrays.stream(sessions).filter(s -> s != session).toArray(VmSessionPolicy[]::new);
        return sessions.length == 0;
    }

    /** Applies the current grants; true when its own grant has changed. */
    boolean apply(GrantsState grants) {
        Grant next = grants.of(name);
        grade = grants.classOf(name);
        VmSessionPolicy[] concerned;
        synchronized (this) {
            if (Objects.equals(next, grant)) {
                return false;
            }
            // Running kernels do not wait for the guest's next command.
            boolean kernels = next.kernelNanos() != grant.kernelNanos();
            concerned = kernels ? sessions : new VmSessionPolicy[0];
            grant = next;
            for (VmSessionPolicy session : sessions) {
                session.limits(limits(session.identity()));
            }
        }
        retune(next);
        for (VmSessionPolicy session : concerned) {
            session.lookAgain();
        }
        return true;
    }

    void used(long nanos, long now) {
        used.addAndGet(nanos);
        recent.add(nanos, now);
    }

    /** Notes the VM's holdings in the router's books, for rules. */
    void holds(JudgedCommand command, int resources) {
        AtomicLongArray noted = held;
        if (noted.length() < resources) {
            noted = new AtomicLongArray(resources);
            held = noted;
        }
        for (int r = 0; r < resources; r++) {
            noted.lazySet(r, command.heldByVm(r));
        }
    }

    private void retune(Grant next) {
        List<RateLimit> tuned;
        synchronized (this) {
            tuned = List.copyOf(rates.values());
        }
        for (RateLimit limit : tuned) {
            limit.retune(next.rate(limit.resource()));
        }
    }

    private synchronized RateLimit rate(String resource, Rate rate) {
        return rates.computeIfAbsent(
                resource,
                _ -> new RateLimit(resource, rate, environment.clock(), environment.alarm()));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String grade() {
        return grade;
    }

    @Override
    public long share() {
        return grant.share();
    }

    @Override
    public long reservation() {
        return grant.reservation();
    }

    @Override
    public long cap() {
        return grant.cap();
    }

    @Override
    public int priority() {
        return grant.priority();
    }

    @Override
    public long credits() {
        return grant.credits();
    }

    @Override
    public long used() {
        return used.get();
    }

    @Override
    public long recent() {
        return recent.sum(environment.clock().nanoTime());
    }

    @Override
    public int inFlight() {
        int sum = 0;
        for (VmSessionPolicy session : sessions) {
            sum += session.inFlight();
        }
        return sum;
    }

    @Override
    public int waiting() {
        int sum = 0;
        for (VmSessionPolicy session : sessions) {
            sum += session.isWaiting() ? 1 : 0;
        }
        return sum;
    }

    @Override
    public long waited() {
        long now = environment.clock().nanoTime();
        long longest = 0;
        for (VmSessionPolicy session : sessions) {
            longest = Math.max(longest, session.waited(now));
        }
        return longest;
    }

    @Override
    public int sessions() {
        return sessions.length;
    }

    @Override
    public long held(int resource) {
        AtomicLongArray noted = held;
        return resource < noted.length() ? noted.getOpaque(resource) : 0;
    }
}
