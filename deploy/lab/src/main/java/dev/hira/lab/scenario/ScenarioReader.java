package dev.hira.lab.scenario;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigOrigin;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValueType;
import dev.hira.lab.calls.Costs;
import dev.hira.lab.guest.Duration;
import dev.hira.lab.guest.GuestWorkload;
import dev.hira.lab.scenario.Scenario.Candidate;
import dev.hira.lab.scenario.Scenario.Guest;
import dev.hira.lab.scenario.Scenario.Vm;
import dev.hira.lab.world.Policies;
import dev.hira.policy.model.Grant;
import dev.hira.sim.profile.Profiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads scenarios from files. The resource {@code scenario.conf} explains each setting. */
public final class ScenarioReader {
    private static final Set<String> SETTINGS =
            Set.of(
                    "name",
                    "duration",
                    "warm",
                    "seed",
                    "servers",
                    "devices",
                    "profile",
                    "hop",
                    "penalty",
                    "schedulers",
                    "vms");
    private static final Set<String> GUEST_SETTINGS =
            Set.of(
                    "count",
                    "task",
                    "rank",
                    "lanes",
                    "launches",
                    "kernel",
                    "think",
                    "bytes-in",
                    "bytes-out",
                    "iterations",
                    "begin",
                    "busy",
                    "rest");

    private ScenarioReader() {}

    /**
     * Reads a file.
     *
     * @throws ConfigException with the line, when the file cannot be read or has an error
     */
    public static Scenario read(Path file) {
        return read(
                ConfigFactory.parseFile(
                        file.toFile(), ConfigParseOptions.defaults().setAllowMissing(false)));
    }

    static Scenario read(Config file) {
        requireKnown(file, SETTINGS, "a scenario");
        Config all = file.withFallback(ConfigFactory.parseResources("scenario.conf")).resolve();
        require(
                !all.getObject("vms").isEmpty(),
                (file.hasPath("vms") ? file.getValue("vms") : file.root()).origin(),
                "vms",
                "a scenario needs a VM with a guest, such as vms.a.guests = [{ kernel = 2 ms }]");
        return new Scenario(
                all.getString("name"),
                positive(all, "duration"),
                warm(all, file.hasPath("warm") ? "warm" : "duration"),
                all.getLong("seed"),
                count(all, "servers", 1),
                count(all, "devices", 1),
                checked(all, "profile", () -> Profiles.named(all.getString("profile"))),
                new Costs(
                        nanos(all, "hop"),
                        Costs.DEFAULT.call(),
                        Costs.DEFAULT.staging(),
                        penalty(all)),
                schedulers(all),
                vms(all));
    }

    private static List<Candidate> schedulers(Config all) {
        List<Candidate> candidates = new ArrayList<>();
        for (var value : all.getList("schedulers")) {
            if (value.valueType() == ConfigValueType.OBJECT) {
                Config one = ((com.typesafe.config.ConfigObject) value).toConfig();
                candidates.add(new Candidate(one.getString("name"), texts(one, Set.of("name"))));
            } else {
                candidates.add(new Candidate(String.valueOf(value.unwrapped()), Map.of()));
            }
        }
        checked(
                all,
                "schedulers",
                () -> {
                    candidates.forEach(c -> Policies.check(c.scheduler(), c.parameters()));
                    return candidates;
                });
        return candidates;
    }

    private static List<Vm> vms(Config all) {
        List<Vm> vms = new ArrayList<>();
        for (String name : all.getObject("vms").keySet().stream().sorted().toList()) {
            Config vm = all.getConfig("vms").getConfig(ConfigUtil.quoteString(name));
            Grant grant = new VmGrantReader(name, vm).read();
            List<Guest> guests = new ArrayList<>();
            for (Config guest : vm.getConfigList("guests")) {
                guests(name, guest, guests);
            }
            vms.add(new Vm(name, grant, guests));
        }
        return vms;
    }

    private static void guests(String vm, Config guest, List<Guest> into) {
        requireKnown(guest, GUEST_SETTINGS, "a guest");
        Config all = guest.withFallback(ConfigFactory.parseResources("guest.conf"));
        int count = count(all, "count", 0);
        for (int i = 0; i < count; i++) {
            String name = vm + "-" + (into.size() + 1);
            into.add(new Guest(all.getString("task"), all.getInt("rank"), workload(name, all)));
        }
    }

    private static GuestWorkload workload(String name, Config all) {
        long iterations = all.getLong("iterations");
        require(iterations >= 0, all, "iterations", "a number is not below 0");
        return new GuestWorkload(
                name,
                count(all, "lanes", 1),
                count(all, "launches", 0),
                span(all, "kernel"),
                span(all, "think"),
                all.getBytes("bytes-in"),
                all.getBytes("bytes-out"),
                iterations == 0 ? GuestWorkload.ENDLESS : iterations,
                nanos(all, "begin"),
                nanos(all, "busy"),
                nanos(all, "rest"));
    }

    /** Reads a time, or two: the least and the most. */
    private static Duration span(Config all, String path) {
        if (all.getValue(path).valueType() != ConfigValueType.LIST) {
            return Duration.fixed(nanos(all, path));
        }
        List<java.time.Duration> bounds = all.getDurationList(path);
        require(
                bounds.size() == 2,
                all,
                path,
                "a list has two times, the least and the most, not " + bounds.size());
        return checked(
                all,
                path,
                () -> new Duration(bounds.getFirst().toNanos(), bounds.getLast().toNanos()));
    }

    private static Map<String, String> texts(Config config, Set<String> without) {
        Map<String, String> texts = new LinkedHashMap<>();
        config.entrySet().stream()
                .filter(e -> !without.contains(ConfigUtil.splitPath(e.getKey()).getFirst()))
                .forEach(e ->
                        texts.put(plain(e.getKey()), String.valueOf(e.getValue().unwrapped())));
        return texts;
    }

    private static String plain(String path) {
        return String.join(".", ConfigUtil.splitPath(path));
    }

    private static void requireKnown(Config config, Set<String> known, String what) {
        for (String key : config.root().keySet()) {
            if (!known.contains(key)) {
                throw new ConfigException.BadPath(
                        config.root().get(key).origin(),
                        key,
                        what + " has no such setting; it has " + known.stream().sorted().toList());
            }
        }
    }

    private static long nanos(Config config, String path) {
        long nanos = config.getDuration(path).toNanos();
        require(nanos >= 0, config, path, "a time is not below 0");
        return nanos;
    }

    private static long positive(Config config, String path) {
        long nanos = nanos(config, path);
        require(nanos > 0, config, path, "a scenario needs some time, such as 10 s");
        return nanos;
    }

    /**
     * Reads the time that the measures leave out.
     *
     * @param blamed the setting to name if they leave out everything
     */
    private static long warm(Config config, String blamed) {
        long warm = nanos(config, "warm");
        require(
                warm < nanos(config, "duration"),
                config,
                blamed,
                "the measures would leave out the whole duration; let warm be shorter than duration");
        return warm;
    }

    private static int count(Config config, String path, int least) {
        int count = config.getInt(path);
        require(
                count >= least,
                config,
                path,
                "at least " + least + " must be asked for, not " + count);
        return count;
    }

    private static double penalty(Config config) {
        double penalty = config.getDouble("penalty");
        require(
                penalty >= 0 && Double.isFinite(penalty),
                config,
                "penalty",
                "a part is not below 0, such as 0.25");
        return penalty;
    }

    private static void require(boolean holds, Config config, String path, String problem) {
        require(holds, config.getValue(path).origin(), path, problem);
    }

    private static void require(boolean holds, ConfigOrigin origin, String path, String problem) {
        if (!holds) {
            throw new ConfigException.BadValue(origin, path, problem);
        }
    }

    private static <T> T checked(Config config, String path, java.util.function.Supplier<T> make) {
        try {
            return make.get();
        } catch (IllegalArgumentException e) {
            throw new ConfigException.BadValue(
                    config.getValue(path).origin(), path, String.valueOf(e.getMessage()));
        }
    }
}
