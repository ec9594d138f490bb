package dev.hira.images;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Properties;

/**
 * What images are for: a processor, with the JDK and the system libraries for it.
 *
 * @param processor its name in Java, such as {@code aarch64}
 * @param jdk a JDK for it
 * @param system the folder that holds the root of a system for it
 */
record Target(String processor, Path jdk, Path system) {
    /** Returns this machine, with the JDK that runs. */
    static Target here() {
        return new Target(
                processor(System.getProperty("os.arch")),
                Path.of(System.getProperty("java.home")),
                Path.of("/"));
    }

    /** Returns the processor of a JDK, which says what it is for. */
    static Target of(Path jdk, Path system) throws IOException {
        Properties release = new Properties();
        try (var in = Files.newBufferedReader(jdk.resolve("release"))) {
            release.load(in);
        }
        String name = release.getProperty("OS_ARCH", "").replace("\"", "");
        return new Target(processor(name), jdk, system);
    }

    /** Returns the name that Java has for a processor. */
    private static String processor(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.equals("x86_64") ? "amd64" : lower;
    }

    /** Whether programs for it run here. */
    boolean isHere() {
        return processor.equals(here().processor());
    }

    /** The name that container engines have for the processor. */
    String architecture() {
        return processor.equals("aarch64") ? "arm64" : processor;
    }

    /** The name in the files of Netty's native libraries. */
    String nettyName() {
        return processor.equals("aarch64") ? "aarch_64" : "x86_64";
    }

    /** The name in the folders of Debian's libraries. */
    String multiarch() {
        return (processor.equals("aarch64") ? "aarch64" : "x86_64") + "-linux-gnu";
    }
}
