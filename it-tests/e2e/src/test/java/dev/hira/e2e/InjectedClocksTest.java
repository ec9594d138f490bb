package dev.hira.e2e;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Classes are given their clock. Only the command line, the benchmarks, and the classes listed here
 * fetch the machine's time.
 */
@AnalyzeClasses(packages = "dev.hira", importOptions = ImportOption.DoNotIncludeTests.class)
final class InjectedClocksTest {
    /** The classes that fetch the machine's time, and the reason for each. */
    private static final Map<String, String> EXCEPTIONS =
            Map.ofEntries(
                    Map.entry("dev.hira.router.Router", "composes a router"),
                    Map.entry(
                            "dev.hira.router.RouterCheck",
                            "composes what a router starts from, to check it"),
                    Map.entry("dev.hira.server.ApiServer", "composes an API server"),
                    Map.entry(
                            "dev.hira.server.host.LaneDrivers",
                            "the clock of drivers that measure no work"),
                    Map.entry(
                            "dev.hira.server.host.sim.SimDriverHostProvider",
                            "composes the simulated driver; the service loader creates it"),
                    Map.entry("dev.hira.guest.session.GuestSession", "composes a guest's session"),
                    Map.entry(
                            "dev.hira.guest.session.RingThreads",
                            "the sessions of a guest's process share these threads"),
                    Map.entry(
                            "dev.hira.gallery.GalleryProgram",
                            "composes a guest program, which measures itself"),
                    Map.entry(
                            "dev.hira.sim.SimConfig",
                            "chooses the clock of devices that are not given another"),
                    Map.entry("dev.hira.sim.SimUri", "chooses the clock that a URI names"),
                    Map.entry(
                            "dev.hira.sim.compiler.ClangCompiler",
                            "composes the compiler; the service loader creates it"),
                    Map.entry("dev.hira.sim.clock.RealClock", "is the devices' real clock"),
                    Map.entry(
                            "dev.hira.sim.cores.Cores",
                            "the engines of a process share the host's cores"),
                    Map.entry("dev.hira.policy.NanoClock", "defines the system's clock"),
                    Map.entry(
                            "dev.hira.link.ring.Futex",
                            "futex_waitv takes a deadline by the kernel's own clock"));

    /** The members that give the machine's time or a clock that shows it. */
    private static final Set<String> SOURCES =
            Set.of(
                    "java.lang.System.nanoTime",
                    "java.lang.System.currentTimeMillis",
                    "java.time.InstantSource.system",
                    "io.netty.util.concurrent.Ticker.systemTicker",
                    "dev.hira.policy.NanoClock.SYSTEM",
                    "dev.hira.sim.clock.SimClock.real");

    @ArchTest
    static void onlyTheListedClassesFetchTheTime(JavaClasses classes) {
        Map<String, List<String>> fetching =
                classes.stream()
                        .flatMap(type -> type.getAccessesFromSelf().stream())
                        .filter(access -> isSource(access.getTarget()))
                        .filter(access -> !isExempt(access))
                        .collect(
                                groupingBy(
                                        InjectedClocksTest::file,
                                        mapping(JavaAccess::getDescription, toList())));
        assertThat(fetching).containsOnlyKeys(EXCEPTIONS.keySet());
    }

    private static boolean isSource(AccessTarget target) {
        String owner = target.getOwner().getName();
        return SOURCES.contains(owner + "." + target.getName())
                || (owner.startsWith("java.time.") && target.getName().equals("now"))
                || (owner.equals("java.time.Clock") && target.getName().startsWith("system"));
    }

    /** Commands and benchmarks compose whole processes and measure them. */
    private static boolean isExempt(JavaAccess<?> access) {
        String name = access.getOriginOwner().getPackageName() + ".";
        return name.startsWith("dev.hira.cli.") || name.startsWith("dev.hira.bench.");
    }

    /** Returns the top-level class that an access is written in. */
    private static String file(JavaAccess<?> access) {
        String name = access.getOriginOwner().getName();
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }
}
