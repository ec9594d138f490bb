package dev.hira.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** Says which Hira this is, on which Java, with which libraries. */
@Command(name = "version", description = "Say which Hira this is and what it runs on.")
final class VersionCommand implements Runnable, IVersionProvider {
    @Override
    public void run() {
        for (String line : getVersion()) {
            System.out.println(line);
        }
    }

    /** The product's version. */
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
