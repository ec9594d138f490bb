package dev.hira.cli.doctor;

import dev.hira.cli.client.ValueText;
import dev.hira.cli.doctor.Host.Space;
import dev.hira.cli.log.LogLevel;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks of the machine and of the JVM. */
final class HostChecks {
    private static final int JAVA = 25;
    private static final long MIB = 1L << 20;

    /** The least memory for a router or an API server that many guests use. */
    private static final long MEMORY = 1024 * MIB;

    /**
     * One session's arena and its rings; below it, the first large copy goes through the stream.
     */
    private static final long SHARED = 256 * MIB;

    private static final long FREE = 512 * MIB;
    private static final long FILES = 4096;
    private static final Pattern OPEN_FILES = Pattern.compile("Max open files\\s+(\\S+)");

    /** A time before which no release of Hira existed. */
    private static final Instant OLDEST = Instant.parse("2026-01-01T00:00:00Z");

    private static final Set<String> VARIABLES =
            Set.of(
                    "HIRA_URI",
                    "HIRA_VM",
                    "HIRA_TOKEN",
                    "HIRA_TASK",
                    "HIRA_STRICT",
                    "HIRA_ADMIN",
                    "HIRA_SIM_BLOCKS",
                    "HIRA_SIM_CHECK",
                    "HIRA_LOG",
                    "HIRA_AOT",
                    "HIRA_JAVA_OPTS",
                    "HIRA_TLS",
                    "HIRA_HEALTH",
                    "HIRA_COMPILER",
                    "HIRA_COMPILER_CACHE",
                    "HIRA_COMPILER_LIMITS",
                    "HIRA_OPENCL_ERRORS");

    /** Variables with few values. */
    private static final Map<String, List<String>> VALUES =
            Map.of(
                    "HIRA_STRICT", List.of("1", "0", "on", "off", "true", "false"),
                    "HIRA_SIM_BLOCKS", List.of("any", "fixed"),
                    "HIRA_SIM_CHECK", List.of("memory", "race", "memory,race", "race,memory"),
                    "HIRA_OPENCL_ERRORS", List.of("1", "0"),
                    "HIRA_AOT", List.of("off", "on"));

    private final Host host;

    HostChecks(Host host) {
        this.host = host;
    }

    List<Finding> all() {
        return List.of(
                java(),
                vectors(),
                system(),
                processors(),
                memory(),
                sharedMemory(),
                futex(),
                openFiles(),
                temporaryFiles(),
                clock(),
                environment(),
                values());
    }

    private Finding java() {
        String version = host.property("java.version");
        String found = version + " (" + host.property("java.vendor") + ")";
        Matcher major = Pattern.compile("\\d+").matcher(version);
        return major.find() && Integer.parseInt(major.group()) >= JAVA
                ? Finding.ok("java", found)
                : Finding.problem(
                        "java",
                        found,
                        "Hira needs Java " + JAVA + " or later",
                        "install a JDK " + JAVA + " and set JAVA_HOME to it");
    }

    private Finding vectors() {
        String name = "jdk.incubator.vector";
        return host.hasModule(name)
                ? Finding.ok("vectors", name)
                : Finding.warning(
                        "vectors",
                        "the JVM has no " + name,
                        "kernels of simulated devices run several times slower",
                        "use a whole JDK, or build the runtime with --add-modules " + name);
    }

    private Finding system() {
        String name = host.property("os.name");
        String found = name + " on " + host.property("os.arch");
        boolean known = Set.of("amd64", "aarch64").contains(host.property("os.arch"));
        return name.equals("Linux") && known
                ? Finding.ok("system", found)
                : Finding.warning(
                        "system",
                        found,
                        "rings and shared memory need Linux on x86-64 or aarch64; without them calls"
                                + " travel by gRPC",
                        "run guests, router and API servers on Linux for short calls");
    }

    private Finding processors() {
        String found = host.processors() + " processors";
        return host.processors() >= 2
                ? Finding.ok("processors", found)
                : Finding.warning(
                        "processors",
                        found,
                        "guest, router and API server take turns, and each call waits for that",
                        "give the machine or the container two processors or more");
    }

    private Finding memory() {
        String found =
                ValueText.bytes(host.memoryBytes())
                        + ", of which a JVM takes "
                        + ValueText.bytes(host.heapBytes());
        return host.memoryBytes() >= MEMORY
                ? Finding.ok("memory", found)
                : Finding.warning(
                        "memory",
                        found,
                        "limits on what peers make a process hold are parts of the heap, so floods"
                                + " reach them sooner",
                        "give a router or an API server " + ValueText.bytes(MEMORY) + " or more");
    }

    private Finding sharedMemory() {
        Optional<Space> space = host.space("/dev/shm");
        if (space.isEmpty() || !space.get().writable()) {
            return Finding.warning(
                    "shared memory",
                    space.isEmpty() ? "there is no /dev/shm" : "/dev/shm is not writable",
                    "payloads and commands travel through sockets",
                    "mount a tmpfs at /dev/shm that this user can write, or name another folder in"
                            + " memory.directory");
        }
        String found =
                ValueText.bytes(space.get().free())
                        + " free of "
                        + ValueText.bytes(space.get().all())
                        + " in /dev/shm";
        return space.get().free() >= SHARED
                ? Finding.ok("shared memory", found)
                : Finding.warning(
                        "shared memory",
                        found,
                        "a session uses up to 128 MiB there; when it is full, payloads travel through"
                                + " sockets",
                        "enlarge it (containers: --shm-size 1g), or lower memory.session");
    }

    private Finding futex() {
        return host.hasFutex()
                ? Finding.ok("futex", "futex_waitv works")
                : Finding.warning(
                        "futex",
                        "futex_waitv does not work",
                        "commands travel by gRPC instead of rings, and a call takes several times"
                                + " longer",
                        "use Linux 5.16 or later, and a container profile (seccomp) that allows"
                                + " futex_waitv");
    }

    private Finding openFiles() {
        Optional<String> limits = host.file("/proc/self/limits");
        Matcher limit = OPEN_FILES.matcher(limits.orElse(""));
        if (!limit.find()) {
            return Finding.ok("open files", "no limit is known");
        }
        boolean unlimited = limit.group(1).equals("unlimited");
        String found = "at most " + limit.group(1) + " for a process";
        return unlimited || Long.parseLong(limit.group(1)) >= FILES
                ? Finding.ok("open files", found)
                : Finding.warning(
                        "open files",
                        found,
                        "a router opens one or more for each session and each connection",
                        "raise it: ulimit -n 65536, LimitNOFILE=65536 in a unit of systemd");
    }

    private Finding temporaryFiles() {
        String folder = host.property("java.io.tmpdir");
        Optional<Space> space = host.space(folder);
        if (space.isEmpty() || !space.get().writable()) {
            return Finding.problem(
                    "temporary files",
                    folder + " cannot be written",
                    "checkpoints, suspended VMs and the JVM need it",
                    "make the folder writable, or name another one: HIRA_JAVA_OPTS=-Djava.io.tmpdir=…");
        }
        String found = ValueText.bytes(space.get().free()) + " free in " + folder;
        return space.get().free() >= FREE
                ? Finding.ok("temporary files", found)
                : Finding.warning(
                        "temporary files",
                        found,
                        "checkpoints hold the device memory of VMs, less what compression saves",
                        "free some space, or set checkpoints.directory to a larger file system");
    }

    private Finding clock() {
        String source =
                host.file("/sys/devices/system/clocksource/clocksource0/current_clocksource")
                        .map(String::strip)
                        .orElse("unknown");
        String found = host.now() + ", source " + source;
        if (host.now().isBefore(OLDEST)) {
            return Finding.problem(
                    "clock",
                    found,
                    "logs, histories and certificates have dates, and certificates are refused",
                    "set the clock, for example by NTP");
        }
        return Set.of("hpet", "acpi_pm", "jiffies").contains(source)
                ? Finding.warning(
                        "clock",
                        found,
                        "each reading of this clock takes a microsecond or more, several for each call",
                        "use tsc or the clock of the hypervisor, where the machine has one")
                : Finding.ok("clock", found);
    }

    /** Returns a finding about the values of variables that have few of them. */
    private Finding values() {
        List<String> wrong = new ArrayList<>();
        new TreeMap<>(VALUES)
                .forEach((name, allowed) -> {
                    String value = host.environment().getOrDefault(name, "");
                    if (!value.isEmpty() && !allowed.contains(value)) {
                        wrong.add(name + "=" + value + ", and allowed is " + allowed);
                    }
                });
        String level = LogLevel.problem(host.environment().get("HIRA_LOG"));
        if (!level.isEmpty()) {
            wrong.add("HIRA_LOG: " + level);
        }
        return wrong.isEmpty()
                ? Finding.ok("values", "no wrong value of a variable HIRA_…")
                : Finding.problem(
                        "values",
                        String.join("; ", wrong),
                        "a value that is not known has no effect, or stops a process",
                        "docs/configuration.md lists the values; correct these, or unset the variables");
    }

    private Finding environment() {
        Set<String> unknown = new TreeSet<>(host.environment().keySet());
        unknown.removeIf(name -> !name.startsWith("HIRA_") || VARIABLES.contains(name));
        return unknown.isEmpty()
                ? Finding.ok("environment", "no unknown variable HIRA_…")
                : Finding.problem(
                        "environment",
                        "unknown: " + String.join(", ", unknown),
                        "nothing reads these variables; the names may be misspelled",
                        "docs/configuration.md lists the variables; unset or correct these");
    }
}
