package dev.hira.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** Prints the versions of Hira, Java and the main libraries. */
@Command(name = "version", description = "Print the versions of Hira, Java and the main libraries.")
final class VersionCommand implements Runnable, IVersionProvider {
    @Override
    public void run() {
        for (String line : getVersion()) {
            System.out.println(line);
        }
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
