package dev.hira.lab.scenario;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
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
        return new Scenario(
                all.getString("name"),
                positive(all, "duration"),
                nanos(all, "warm"),
                all.getLong("seed"),
                all.getInt("servers"),
                all.getInt("devices"),
                checked(all, "profile", () -> Profiles.named(all.getString("profile"))),
                new Costs(
                        nanos(all, "hop"),
                        Costs.DEFAULT.call(),
                        Costs.DEFAULT.staging(),
                        all.getDouble("penalty")),
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
            List<Guest> guests = new ArrayList<>();
            for (Config guest : vm.getConfigList("guests")) {
                guests(name, guest, guests);
            }
            vms.add(new Vm(name, texts(vm, Set.of("guests")), guests));
        }
        return vms;
    }

    private static void guests(String vm, Config guest, List<Guest> into) {
        requireKnown(guest, GUEST_SETTINGS, "a guest");
        Config all = guest.withFallback(ConfigFactory.parseResources("guest.conf"));
        for (int i = 0; i < all.getInt("count"); i++) {
            String name = vm + "-" + (into.size() + 1);
            into.add(new Guest(all.getString("task"), all.getInt("rank"), workload(name, all)));
        }
    }

    private static GuestWorkload workload(String name, Config all) {
        long iterations = all.getLong("iterations");
        return new GuestWorkload(
                name,
                all.getInt("lanes"),
                all.getInt("launches"),
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
        return config.getDuration(path).toNanos();
    }

    private static long positive(Config config, String path) {
        long nanos = nanos(config, path);
        if (nanos <= 0) {
            throw new ConfigException.BadValue(
                    config.getValue(path).origin(),
                    path,
                    "a scenario needs some time, such as 10 s");
        }
        return nanos;
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
