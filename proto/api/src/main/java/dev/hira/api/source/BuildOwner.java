package dev.hira.api.source;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.api.source.Build.Failed.Reason;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A process of a VM as the owner of builds. VMs use a compiler in turns; a process has a limited
 * number of builds under way at a time, which end with it. Thread-safe.
 */
public final class BuildOwner implements AutoCloseable {
    /** The builds of a process that run or wait at a time. */
    public static final int MOST_BUILDS = 16;

    private static final ScopedValue<BuildOwner> CURRENT = ScopedValue.newInstance();

    /** The program itself, in which a compiler may run without a server. */
    private static final BuildOwner PROGRAM = new BuildOwner("");

    private final String vm;

    /** The threads that make builds. */
    @GuardedBy("this")
    private final Set<Thread> builds = new HashSet<>();

    @GuardedBy("this")
    private boolean closed;

    public BuildOwner(String vm) {
        this.vm = vm;
    }

    /** Returns the owner of the build that the current thread makes. */
    public static BuildOwner current() {
        return CURRENT.orElse(PROGRAM);
    }

    public String vm() {
        return vm;
    }

    /** Makes a build on the current thread, or refuses it. {@link #close} interrupts the thread. */
    public Build make(Supplier<Build> build) {
        synchronized (this) {
            if (closed) {
                return new Build.Failed("error: the process has ended", Reason.OWNER);
            }
            if (builds.size() >= MOST_BUILDS) {
                return new Build.Failed(
                        "error: the process has "
                                + MOST_BUILDS
                                + " builds under way, which is as many as it may; build again when"
                                + " one has ended",
                        Reason.OWNER);
            }
            builds.add(Thread.currentThread());
        }
        try {
            return ScopedValue.where(CURRENT, this).call(build::get);
        } finally {
            ended();
        }
    }

    /** Ends a build; from then on the thread is not interrupted any more. */
    private synchronized void ended() {
        builds.remove(Thread.currentThread());
        if (closed) {
            boolean _ = Thread.interrupted();
        }
    }

    /** Ends all builds that run or wait, and refuses further ones. */
    @Override
    public synchronized void close() {
        closed = true;
        builds.forEach(Thread::interrupt);
    }
}
