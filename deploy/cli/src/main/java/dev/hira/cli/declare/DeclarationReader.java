package dev.hira.cli.declare;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import com.typesafe.config.ConfigValueType;
import dev.hira.admin.v1.DeclaredClass;
import dev.hira.admin.v1.DeclaredRules;
import dev.hira.admin.v1.DeclaredScheduler;
import dev.hira.admin.v1.DeclaredVm;
import dev.hira.admin.v1.PolicyDeclaration;
import dev.hira.cli.client.ErrorMessages;
import dev.hira.cli.client.InputFile;
import dev.hira.cli.client.UsageException;
import dev.hira.cli.declare.GivenSettings.Given;
import dev.hira.router.config.RouterConfig;
import dev.hira.serving.config.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads declared policies. A file has the section {@code policy} of a router's configuration,
 * without what cannot be changed at run time.
 */
final class DeclarationReader {
    private static final String POLICY = "policy";
    private static final String RULES = "rules";
    private static final String CLASS = "class";
    private static final String TEXT = "text";
    private static final String SCHEDULER = "scheduler";
    private static final String CLASSES = "classes";
    private static final String VMS = "vms";

    private final PolicyDeclaration.Builder declaration = PolicyDeclaration.newBuilder();

    /** The places of the things declared so far. */
    private final Map<String, String> places = new HashMap<>();

    /** The places of settings, by the names that the router has for them. */
    private final Map<String, String> lines = new HashMap<>();

    private DeclarationReader() {}

    /**
     * Reads files, and all files {@code *.conf} of folders.
     *
     * @throws UsageException when a file has a mistake, with the file and the line
     */
    static Declaration read(List<Path> paths) {
        DeclarationReader reader = new DeclarationReader();
        try {
            for (Path path : paths) {
                for (Path file : files(path)) {
                    reader.add(file);
                }
            }
        } catch (ConfigException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new UsageException(ErrorMessages.sentence(e));
        }
        return new Declaration(reader.declaration.build(), reader.lines);
    }

    private static List<Path> files(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        try (Stream<Path> inside = Files.list(path)) {
            List<Path> files =
                    inside.filter(file -> file.toString().endsWith(".conf")).sorted().toList();
            if (files.isEmpty()) {
                throw new UsageException("the folder " + path + " has no file *.conf");
            }
            return files;
        }
    }

    private void add(Path file) throws IOException {
        String text = InputFile.text(file);
        List<Given> settings = GivenSettings.of(text, file.toString());
        Config given =
                ConfigFactory.parseString(
                                text,
                                ConfigParseOptions.defaults().setOriginDescription(file.toString()))
                        .resolve();
        for (Map.Entry<String, ConfigValue> top : given.root().entrySet()) {
            if (!top.getKey().equals(POLICY)) {
                throw bad(
                        top.getValue(),
                        top.getKey(),
                        "the setting is unknown; a declaration is policy { … }");
            }
        }
        requireOnce(settings, file);
        Config policy = given.hasPath(POLICY) ? given.getConfig(POLICY) : ConfigFactory.empty();
        requireChangeable(policy);
        check(policy);
        if (policy.hasPath("default")) {
            addClass("default", policy.getValue("default"));
        }
        section(policy, CLASSES).forEach(this::addClass);
        section(policy, VMS).forEach(this::addVm);
        section(policy, SCHEDULER + ".devices").forEach(this::addScheduler);
        if (policy.hasPath(RULES)) {
            addRules(policy.getValue(RULES), file);
        }
    }

    /** Refuses a second declaration, and a setting that is given twice. */
    private static void requireOnce(List<Given> settings, Path file) {
        Map<String, Given> declared = new HashMap<>();
        Map<List<String>, Given> values = new HashMap<>();
        for (Given given : settings) {
            String thing = given.optional() ? null : thing(given);
            Given first = thing == null ? null : declared.putIfAbsent(thing, given);
            if (thing != null && first != null && (ends(first) || ends(given))) {
                throw twice(file, thing, given, first);
            }
            Given before =
                    given.block() || given.optional()
                            ? null
                            : values.putIfAbsent(given.path(), given);
            if (before != null) {
                throw twice(file, String.join(".", given.path()), given, before);
            }
        }
    }

    /** Returns the declared thing that a key is about, if the braces around it are about none. */
    private static @Nullable String thing(Given given) {
        int length = lengthOfThing(given.path());
        if (given.outer() >= length || given.path().size() < length) {
            return null;
        }
        String name = given.path().get(length - 1);
        return switch (given.path().get(1)) {
            case "default" -> "class default";
            case CLASSES -> "class " + name;
            case VMS -> "VM " + name;
            case SCHEDULER -> "device " + name;
            default -> name;
        };
    }

    private static boolean ends(Given given) {
        return given.path().size() == lengthOfThing(given.path());
    }

    /** Returns the number of keys down to a class, a VM, a device or the rules. */
    private static int lengthOfThing(List<String> path) {
        return switch (path.size() < 2 || !path.getFirst().equals(POLICY) ? "" : path.get(1)) {
            case CLASSES, VMS -> 3;
            case SCHEDULER -> 4;
            case "default", RULES -> 2;
            default -> Integer.MAX_VALUE;
        };
    }

    private static UsageException twice(Path file, String what, Given given, Given before) {
        return twice(file + ": " + given.line(), what, file + ": " + before.line());
    }

    private static UsageException twice(String place, String what, String before) {
        return new UsageException(
                place + ": " + what + " is declared in " + before + " too; keep one of both");
    }

    private static void requireChangeable(Config policy) {
        for (String path : List.of("slice", SCHEDULER + ".default")) {
            if (policy.hasPath(path)) {
                throw bad(
                        policy.getValue(path),
                        POLICY + "." + path,
                        "cannot be changed while a router runs; it belongs to the router's"
                                + " configuration");
            }
        }
    }

    /**
     * Checks keys and values as the router checks those of its configuration. The classes of VMs
     * may be in another file, or at the router.
     */
    private static void check(Config policy) {
        Config plain = withAllClasses(policy);
        if (policy.hasPath(RULES) && policy.getValue(RULES) instanceof ConfigObject rules) {
            if (!rules.keySet().equals(Set.of(TEXT))) {
                throw bad(rules, POLICY + "." + RULES, "is a file, or { text = … }");
            }
            plain = plain.withValue(RULES, ConfigValueFactory.fromAnyRef(""));
        }
        RouterConfig ignored = RouterConfig.from(plain.atPath("hira.router." + POLICY));
    }

    /** Declares the classes that VMs name and the file does not have. */
    private static Config withAllClasses(Config policy) {
        Set<String> named = new HashSet<>();
        for (ConfigValue vm : section(policy, VMS).values()) {
            ConfigValue name = vm instanceof ConfigObject settings ? settings.get(CLASS) : vm;
            if (name != null && name.valueType() != ConfigValueType.OBJECT) {
                named.add(Settings.typed(name));
            }
        }
        named.remove("default");
        named.removeAll(section(policy, CLASSES).keySet());
        Map<String, Object> missing = new HashMap<>();
        named.forEach(name -> missing.put(name, Map.of()));
        return policy.withValue(
                CLASSES,
                section(policy, CLASSES).withFallback(ConfigValueFactory.fromMap(missing)));
    }

    private static ConfigObject section(Config policy, String path) {
        return policy.hasPath(path) ? policy.getObject(path) : ConfigFactory.empty().root();
    }

    private void addClass(String name, ConfigValue value) {
        requireNew("class " + name, value);
        note(CLASSES + "." + name, value);
        declaration.putClasses(
                name, DeclaredClass.newBuilder().putAllSettings(settings(value)).build());
    }

    private void addVm(String vm, ConfigValue value) {
        requireNew("VM " + vm, value);
        note(VMS + "." + vm, value);
        DeclaredVm.Builder declared = DeclaredVm.newBuilder();
        if (value instanceof ConfigObject) {
            Map<String, String> settings = settings(value);
            String className = settings.remove(CLASS);
            declared.setClass_(className == null ? "" : className).putAllSettings(settings);
        } else {
            declared.setClass_(Settings.typed(value));
        }
        declaration.putVms(vm, declared.build());
    }

    private void addScheduler(String device, ConfigValue value) {
        requireNew("device " + device, value);
        note(Declaration.DEVICES + device, value);
        DeclaredScheduler.Builder declared = DeclaredScheduler.newBuilder();
        if (value instanceof ConfigObject) {
            Map<String, String> parameters = settings(value);
            String name = parameters.remove("name");
            declared.setName(name == null ? "" : name).putAllParameters(parameters);
        } else {
            declared.setName(Settings.typed(value));
        }
        declaration.putSchedulers(device, declared.build());
    }

    private void addRules(ConfigValue value, Path file) throws IOException {
        requireNew("rules", value);
        DeclaredRules.Builder rules = DeclaredRules.newBuilder();
        if (value instanceof ConfigObject text) {
            rules.setText(String.valueOf(text.toConfig().getString(TEXT)))
                    .setSource(file.toString());
        } else if (!Settings.typed(value).isEmpty()) {
            Path source = file.resolveSibling(Settings.typed(value));
            rules.setText(InputFile.text(source)).setSource(source.toString());
        }
        declaration.setRules(rules);
    }

    /** Returns settings with names such as {@code quotas.device_memory}. */
    private static Map<String, String> settings(ConfigValue value) {
        Map<String, String> settings = new LinkedHashMap<>();
        flatten("", value, settings);
        return settings;
    }

    /** Notes the places of a thing's settings. */
    private void note(String name, ConfigValue value) {
        lines.put(name, value.origin().description());
        if (value instanceof ConfigObject object) {
            object.forEach((key, deeper) -> note(name + "." + key, deeper));
        }
    }

    private static void flatten(String prefix, ConfigValue value, Map<String, String> settings) {
        if (value instanceof ConfigObject object) {
            object.forEach((key, deeper) ->
                    flatten(prefix.isEmpty() ? key : prefix + "." + key, deeper, settings));
        } else {
            settings.put(prefix, Settings.typed(value));
        }
    }

    private void requireNew(String what, ConfigValue value) {
        String place = value.origin().description();
        @Nullable String before = places.put(what, place);
        if (before != null) {
            throw twice(place, what, before);
        }
    }

    private static ConfigException bad(ConfigValue value, String path, String problem) {
        return new ConfigException.BadValue(value.origin(), path, problem);
    }
}
