package dev.hira.cli;

import dev.hira.cli.client.Examples;
import dev.hira.cli.client.OutputOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Properties;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;

/** Prints the versions of Hira, Java and the main libraries. */
@Command(
        name = "version",
        description = "Print the versions of Hira, Java and the main libraries.",
        mixinStandardHelpOptions = true,
        footerHeading = Examples.HEADING,
        footer = "  hira version -o json")
final class VersionCommand implements Runnable, IVersionProvider {
    @Mixin OutputOptions output = new OutputOptions();

    @Override
    public void run() {
        output.requireNoNames();
        output.showOne(
                new TreeMap<>(versions()),
                _ -> Arrays.stream(getVersion()).forEach(output.out()::println));
    }

    /** Returns the product's version. */
    static String version() {
        return versions().getProperty("version", "unknown");
    }

    private static Properties versions() {
        Properties versions = new Properties();
        try (InputStream in =
                VersionCommand.class.getResourceAsStream("/hira-version.properties")) {
            versions.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return versions;
    }

    @Override
    public String[] getVersion() {
        Properties versions = versions();
        return new String[] {
            "hira " + versions.getProperty("version"),
            "java "
                    + Runtime.version()
                    + " ("
                    + System.getProperty("java.vendor")
                    + ") on "
                    + System.getProperty("os.name")
                    + " "
                    + System.getProperty("os.arch"),
            "grpc "
                    + versions.getProperty("grpc")
                    + ", protobuf "
                    + versions.getProperty("protobuf")
                    + ", netty "
                    + versions.getProperty("netty")
        };
    }
}
