package dev.hira.images;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The layer below everything else: a Java runtime with the modules that Hira uses, and the files of
 * the operating system that it needs, which are the C library and names of users and hosts. There
 * is no shell.
 */
final class JavaRuntime {
    /** The modules that Hira and its libraries use. */
    static final List<String> MODULES =
            List.of(
                    "java.base",
                    "java.logging",
                    "java.management",
                    "java.naming",
                    "java.net.http",
                    "java.sql",
                    "java.xml",
                    "jdk.crypto.ec",
                    "jdk.httpserver",
                    "jdk.incubator.vector",
                    "jdk.management",
                    "jdk.net",
                    "jdk.unsupported");

    /** The file that names the JDK and the modules of the runtime that is there. */
    static final String KEY = "runtime.key";

    /** Tells a runtime that is stripped from those of earlier builds. */
    private static final String STRIPPED = "stripped";

    /** The user of every process in the images: a number, so that an engine can check it. */
    static final String USER = "65532:65532";

    /** Folders that processes in the images may write, also when volumes are mounted there. */
    static final List<String> WRITABLE =
            List.of("runtime/tmp", "runtime/run/hira", "runtime/var/lib/hira");

    /** Parts of the C library that it loads by name, where it does not contain them. */
    private static final List<String> LATE =
            List.of("libnss_files.so.2", "libnss_dns.so.2", "libresolv.so.2");

    private static final String ETC = ImageRoot.RUNTIME + "/etc/";

    private final ImageRoot root;
    private final Target target;

    JavaRuntime(ImageRoot root, Target target) {
        this.root = root;
        this.target = target;
    }

    /** Makes the runtime, unless there is one of the same JDK and modules. */
    void build() throws IOException {
        String key = key();
        Path stamp = root.at(KEY);
        if (Files.exists(launcher())
                && Files.exists(stamp)
                && Files.readString(stamp).equals(key)) {
            return;
        }
        root.remove(ImageRoot.RUNTIME);
        link();
        for (String library : libraries()) {
            root.copy(SystemLibraries.at(target.system(), library), ImageRoot.RUNTIME + library);
        }
        writeSystemFiles();
        root.finish(ImageRoot.RUNTIME);
        Files.writeString(stamp, key);
    }

    private String key() throws IOException {
        return Files.readString(target.jdk().resolve("release")) + MODULES + STRIPPED;
    }

    private void link() throws IOException {
        Path jlink = Path.of(System.getProperty("java.home"), "bin", "jlink");
        Files.createDirectories(root.at(ImageRoot.JAVA).getParent());
        List<String> command = new ArrayList<>(List.of(jlink.toString()));
        if (!target.isHere()) {
            command.addAll(List.of("--module-path", target.jdk().resolve("jmods").toString()));
        }
        command.addAll(
                List.of(
                        "--output",
                        root.at(ImageRoot.JAVA).toString(),
                        "--add-modules",
                        String.join(",", MODULES),
                        "--strip-java-debug-attributes",
                        "--no-header-files",
                        "--no-man-pages",
                        "--compress",
                        "zip-6"));
        Tool.run(command, Map.of(), root.at(""));
        // Only the launcher: each further program in an image is one more that an intruder finds.
        for (Path program : ImageRoot.files(root.at(ImageRoot.JAVA + "/bin"))) {
            if (!program.endsWith("java")) {
                Files.delete(program);
            }
        }
        // A sixth of the JVM's library is names for debuggers; some JDKs have more in files apart.
        for (Path file : files(root.at(ImageRoot.JAVA))) {
            if (file.toString().endsWith(".debuginfo")) {
                Files.delete(file);
            } else if (Files.isExecutable(file) || file.toString().endsWith(".so")) {
                ElfFile.strip(file);
            }
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    /** Returns the system's libraries that the runtime needs, and the system's loader. */
    private Set<String> libraries() throws IOException {
        Set<String> libraries =
                new TreeSet<>(SystemLibraries.of(target, files(root.at(ImageRoot.JAVA))));
        for (String library : List.copyOf(libraries)) {
            if (library.endsWith("/libc.so.6")) {
                String folder = library.substring(0, library.lastIndexOf('/') + 1);
                LATE.stream()
                        .map(name -> folder + name)
                        .filter(late -> Files.exists(SystemLibraries.at(target.system(), late)))
                        .forEach(libraries::add);
            }
        }
        return libraries;
    }

    private Path launcher() {
        return root.at(ImageRoot.JAVA + "/bin/java");
    }

    private void writeSystemFiles() throws IOException {
        root.write(
                ETC + "passwd",
                """
                root:x:0:0:root:/root:/sbin/nologin
                hira:x:65532:65532:hira:/tmp:/sbin/nologin
                """);
        root.write(ETC + "group", "root:x:0:\nhira:x:65532:\n");
        root.write(ETC + "nsswitch.conf", "passwd: files\ngroup: files\nhosts: files dns\n");
        root.write(ETC + "os-release", "ID=hira\nNAME=Hira\n");
        for (String folder : WRITABLE) {
            Files.createDirectories(root.at(folder));
            Files.setPosixFilePermissions(
                    root.at(folder), PosixFilePermissions.fromString("rwxrwxrwx"));
        }
    }
}
