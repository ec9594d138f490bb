package dev.hira.api.source;

import dev.hira.api.OwnedWaits;
import dev.hira.api.source.Build.Failed.Reason;
import java.util.function.Supplier;

/**
 * A process of a VM as the owner of builds, which end with it. VMs use a compiler in turns.
 * Thread-safe.
 */
public final class BuildOwner implements AutoCloseable {
    private static final ScopedValue<BuildOwner> CURRENT = ScopedValue.newInstance();

    /** The program itself, in which a compiler may run without a server. */
    private static final BuildOwner PROGRAM = new BuildOwner("");

    private final String vm;
    private final OwnedWaits waits = new OwnedWaits();

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

    /** The waits of its builds: for a turn, for a run of the compiler, for another build. */
    public OwnedWaits waits() {
        return waits;
    }

    /** Makes a build on the current thread. */
    public Build make(Supplier<Build> build) {
        return waits.isClosed()
                ? new Build.Failed("error: the process has ended", Reason.OWNER)
                : ScopedValue.where(CURRENT, this).call(build::get);
    }

    /** Ends all builds that run or wait, and refuses further ones. */
    @Override
    public void close() {
        waits.close();
    }
}
