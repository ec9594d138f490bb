package dev.hira.images;

import dev.hira.cli.launch.JvmCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The jars of the command line, in two layers: those of others, which change rarely, and ours. The
 * native libraries lie beside the jars, because a process cannot unpack them where the root file
 * system is read-only.
 */
final class ProgramFiles {
    static final String DEPENDENCIES = ImageRoot.HIRA + "/dependencies";
    static final String NATIVE = ImageRoot.HIRA + "/native";
    static final String LIB = ImageRoot.HIRA + "/lib";
    static final String OPTIONS = ImageRoot.HIRA + "/options";
    static final String LEGAL = ImageRoot.HIRA + "/legal";

    /** The file with the options of a JVM that hosts devices and compiles kernels in source. */
    static final String COMPILER_OPTIONS = OPTIONS + "/compiler";

    /** Native libraries: Netty's, whose jars are for one processor, and those of zstd for all. */
    private static final Pattern LIBRARIES =
            Pattern.compile(
                    "META-INF/native/lib.*\\.so|[a-z]+/[a-z0-9_]+/lib[^/]*\\.(so|dll|dylib|jnilib)");

    /**
     * Parts of other libraries that no image uses: of Bouncy Castle its security provider, because
     * the JDK's signs Hira's certificates, its messages of vehicles, its copies for newer JDKs and
     * its signature, which does not fit a part; messages of Google's products other than the status
     * of a call; and metrics as protobuf, which no endpoint serves.
     */
    private static final Pattern UNUSED =
            Pattern.compile(
                    "org/bouncycastle/(crypto/engines|jcajce/provider|math/ec/custom|oer|pqc)/.+"
                            + "|META-INF/versions/\\d+/org/bouncycastle/.+"
                            + "|META-INF/([^/]+\\.(SF|RSA|DSA)|services/java.security.Provider)"
                            + "|(com/)?google/(api|apps|cloud|geo|logging|longrunning|shopping)/.+"
                            + "|(com/)?google/(type|rpc/context)/.+"
                            + "|io/prometheus/metrics/(shaded|expositionformats/(internal|generated))/.+");

    private static final Pattern OURS = Pattern.compile("META-INF/native/.*");

    private static final LocalDateTime ENTRY_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    private final ImageRoot root;
    private final Target target;
    private final Path tree;

    /**
     * Prepares the files.
     *
     * @param tree the built source tree
     */
    ProgramFiles(ImageRoot root, Target target, Path tree) {
        this.root = root;
        this.target = target;
        this.tree = tree;
    }

    void build() throws IOException {
        root.remove(ImageRoot.HIRA);
        for (Path of : ImageRoot.files(tree.resolve("deploy/cli/target/dist/lib"))) {
            Path jar = forTarget(of);
            String name = jar.getFileName().toString();
            if (name.endsWith(".jar")) {
                String to = (name.startsWith("hira-") ? LIB : DEPENDENCIES) + "/" + name;
                if (needsUnpacking(jar)) {
                    unpack(jar, to);
                } else {
                    root.copy(jar, to);
                }
            }
        }
        for (boolean hostsDevices : new boolean[] {false, true}) {
            root.write(optionsFile(hostsDevices), lines(options("", hostsDevices)));
        }
        // A cache fits a class path that begins with its own.
        List<String> compiling = new ArrayList<>(options("", true));
        compiling.add(compiling.removeLast() + ":" + ImageRoot.inContainer(CompilerFiles.JAR));
        root.write(COMPILER_OPTIONS, lines(compiling));
        for (String file : List.of("LICENSE", "NOTICE")) {
            root.copy(tree.resolve(file), LEGAL + "/" + file);
        }
        Path bom = tree.resolve("deploy/cli/target/sbom.json");
        if (Files.exists(bom)) {
            root.copy(bom, LEGAL + "/sbom.json");
        }
        root.finish(ImageRoot.HIRA);
    }

    private static String lines(List<String> options) {
        return String.join("\n", options) + "\n";
    }

    /** Returns the jar with native libraries for the target in place of one for this machine. */
    private Path forTarget(Path jar) {
        String name = jar.getFileName().toString();
        String here = "-linux-" + Target.here().nettyName() + ".jar";
        return target.isHere() || !name.endsWith(here)
                ? jar
                : tree.resolve("deploy/images/target/dist/lib")
                        .resolve(name.replace(here, "-linux-" + target.nettyName() + ".jar"));
    }

    /** Returns the file with the options of a JVM. */
    static String optionsFile(boolean hostsDevices) {
        return OPTIONS + (hostsDevices ? "/devices" : "/hira");
    }

    /** Returns the cache of loaded classes. */
    static String cache(boolean hostsDevices) {
        return ImageRoot.HIRA + (hostsDevices ? "/hira-devices.aot" : "/hira.aot");
    }

    /**
     * Returns the options of a JVM that starts with a cache, if there can be one.
     *
     * @param top the folder that stands for the root of the container; empty in a container
     */
    List<String> options(String top, boolean hostsDevices) throws IOException {
        List<String> options = new ArrayList<>();
        if (target.isHere()) {
            options.add("-XX:AOTCache=" + top + ImageRoot.inContainer(cache(hostsDevices)));
            options.add("-Xlog:aot=off");
        }
        options.addAll(plainOptions(top, hostsDevices));
        return options;
    }

    /** Returns the options of a JVM without a cache. */
    List<String> plainOptions(String top, boolean hostsDevices) throws IOException {
        List<String> options = new ArrayList<>(JvmCommand.jvmOptions(hostsDevices));
        options.add("-XX:-UsePerfData");
        options.add("-Djava.library.path=" + top + ImageRoot.inContainer(NATIVE));
        options.add("-cp");
        options.add(classPath(top));
        return options;
    }

    /**
     * Returns the jars by name, ours first: a cache fits only the very class path it was made of.
     */
    private String classPath(String top) throws IOException {
        return Stream.of(LIB, DEPENDENCIES)
                .flatMap(folder ->
                        jars(folder).stream()
                                .map(jar -> top + ImageRoot.inContainer(folder) + "/" + jar))
                .collect(Collectors.joining(":"));
    }

    private List<String> jars(String folder) {
        try {
            return ImageRoot.files(root.at(folder)).stream()
                    .map(jar -> jar.getFileName().toString())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Copies a jar without the native libraries in it and without what is unused, and puts the
     * libraries for the target's processor into a folder.
     */
    private void unpack(Path jar, String to) throws IOException {
        Path copied = root.at(to);
        Files.createDirectories(copied.getParent());
        try (JarFile entries = new JarFile(jar.toFile());
                ZipOutputStream rest = new ZipOutputStream(Files.newOutputStream(copied))) {
            for (ZipEntry entry : entries.stream().map(ZipEntry.class::cast).toList()) {
                String name = entry.getName();
                if (UNUSED.matcher(name).matches()) {
                    continue;
                }
                try (InputStream in = entries.getInputStream(entry)) {
                    if (!LIBRARIES.matcher(name).matches()) {
                        ZipEntry copy = new ZipEntry(name);
                        copy.setTimeLocal(ENTRY_TIME);
                        rest.putNextEntry(copy);
                        in.transferTo(rest);
                    } else if (OURS.matcher(name).matches()
                            || name.startsWith("linux/" + target.processor())) {
                        Path library = root.at(NATIVE + name.substring(name.lastIndexOf('/')));
                        Files.createDirectories(library.getParent());
                        Files.copy(in, library);
                    }
                }
            }
        }
    }

    private static boolean needsUnpacking(Path jar) throws IOException {
        try (JarFile entries = new JarFile(jar.toFile())) {
            return entries.stream()
                    .map(ZipEntry::getName)
                    .anyMatch(name ->
                            LIBRARIES.matcher(name).matches() || UNUSED.matcher(name).matches());
        }
    }
}
