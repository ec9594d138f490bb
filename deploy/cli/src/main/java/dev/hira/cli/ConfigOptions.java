package dev.hira.cli;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigValueFactory;
import dev.hira.cli.log.LogEncoder;
import dev.hira.cli.log.LogFormat;
import dev.hira.cli.log.LogLevel;
import dev.hira.serving.config.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The settings of a serving process: a file, single settings on top of it, and the command's own
 * flags on top of those.
 */
final class ConfigOptions {
    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "A configuration file; docs/configuration.md names the settings.")
    @Nullable Path file;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "One setting, for example --set limits.lanes=64. May be repeated.")
    Map<String, String> settings = Map.of();

    @Option(names = "--check", description = "Check the configuration only, and start nothing.")
    boolean check;

    @Option(names = "--attached", description = "End when the standard input ends.")
    boolean attached;

    @Option(
            names = "--log",
            paramLabel = "FORMAT",
            description = "How the lines of the log look: text, or json with one object a line.")
    void log(LogFormat format) {
        LogEncoder.use(format);
    }

    /**
     * Reads the configuration.
     *
     * @param root the prefix of the keys of {@code --set}
     * @param flags keys under the root with the values of flags; empty lists and null are left out
     */
    Config read(String root, Map<String, ?> flags) {
        Config config = ConfigFactory.empty();
        for (Map.Entry<String, ?> flag : flags.entrySet()) {
            if (!(flag.getValue() instanceof List<?> list && list.isEmpty())) {
                config =
                        config.withValue(
                                root + "." + flag.getKey(),
                                ConfigValueFactory.fromAnyRef(flag.getValue(), "flags"));
            }
        }
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            config = config.withFallback(parse(root + "." + setting.getKey(), setting.getValue()));
        }
        Config whole = file == null ? config : config.withFallback(Settings.file(file));
        LogLevel.check(whole, root);
        return whole;
    }

    private static Config parse(String key, String value) {
        try {
            return ConfigFactory.parseString(
                    key + " = " + value,
                    ConfigParseOptions.defaults().setOriginDescription("--set"));
        } catch (ConfigException e) {
            return ConfigFactory.empty()
                    .withValue(key, ConfigValueFactory.fromAnyRef(value, "--set"));
        }
    }
}
