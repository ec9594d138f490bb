package dev.hira.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hira.base.OwnUser;
import dev.hira.cli.client.UsageException;
import dev.hira.cli.launch.JvmCommand;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The library that OpenCL's loader opens, unpacked with the options of its JVM in a folder that is
 * named by both, and that only its user can write to.
 */
record NativeLibrary(Path folder) {
    private static final String RESOURCE = "/dev/hira/icd/libhira-opencl.so";
    private static final String NAME = "libhira-opencl.so";

    /**
     * Options of a JVM inside another program: it leaves the program's signals and the stack of its
     * first thread alone, and its threads have room for deep kernels.
     */
    private static final List<String> GUEST_OF_A_PROGRAM =
            List.of(
                    "-Xrs",
                    "-Xss8m",
                    "-XX:-UsePerfData",
                    "-XX:+UnlockExperimentalVMOptions",
                    "-XX:+DisablePrimordialThreadGuardPages");

    /**
     * Unpacks the library, unless it has been.
     *
     * @param cache the folder of unpacked libraries
     * @throws UsageException when this platform has none
     */
    static NativeLibrary unpack(Path cache) throws IOException {
        return unpack(cache, library(), options());
    }

    static NativeLibrary unpack(Path cache, byte[] library, String options) throws IOException {
        CRC32C sum = new CRC32C();
        sum.update(library);
        sum.update(options.getBytes(UTF_8));
        Path folder = cache.resolve(HexFormat.of().toHexDigits((int) sum.getValue()));
        Path vendors = folder.resolve("vendors");
        NativeLibrary unpacked = new NativeLibrary(folder);
        try {
            Files.createDirectories(
                    vendors,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rwx------")));
            requirePrivate(folder);
            write(folder, NAME + ".options", options.getBytes(UTF_8));
            write(folder, NAME, library);
            write(vendors, "hira.icd", (unpacked.file() + "\n").getBytes(UTF_8));
        } catch (FileSystemException e) {
            throw new UsageException(
                    "the library for OpenCL cannot be written to "
                            + folder
                            + (e.getReason() == null ? "" : " (" + e.getReason() + ")")
                            + "; name a folder that this user can write to in XDG_CACHE_HOME, or a home in"
                            + " HOME");
        }
        return unpacked;
    }

    /** Replaces a file at once: other processes may be reading it. */
    private static void write(Path folder, String name, byte[] content) throws IOException {
        Path half = Files.createTempFile(folder, "half-", "");
        Files.write(half, content);
        Files.move(half, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }

    private static void requirePrivate(Path folder) throws IOException {
        Set<PosixFilePermission> mode = Files.getPosixFilePermissions(folder);
        if (mode.contains(PosixFilePermission.GROUP_WRITE)
                || mode.contains(PosixFilePermission.OTHERS_WRITE)) {
            throw new UsageException(
                    "other users can write to "
                            + folder
                            + ", from which programs would load code; delete it, or run chmod 700 on"
                            + " it");
        }
        if (!OwnUser.owns(folder)) {
            throw new UsageException(
                    "another user owns "
                            + folder
                            + ", from which programs would load code; name another folder for caches"
                            + " in XDG_CACHE_HOME");
        }
    }

    private static byte[] library() throws IOException {
        try (@Nullable InputStream in = NativeLibrary.class.getResourceAsStream(RESOURCE)) {
            if (in != null) {
                return in.readAllBytes();
            }
        }
        String system = System.getProperty("os.name", "");
        String processor = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
        throw new UsageException(
                system.equals("Linux") && processor.equals("amd64")
                        ? "the library for native programs is not on the class path; ./hira run builds"
                                + " it, and its artifact is dev.hira:hira-native"
                        : "native programs run on Linux on x86-64 only, and this is "
                                + system
                                + " on "
                                + processor
                                + "; Java programs run here too");
    }

    /** Returns the library's options: the JVM, and a line for each of its options. */
    private static String options() {
        List<String> lines = new ArrayList<>();
        lines.add(Path.of(System.getProperty("java.home"), "lib/server/libjvm.so").toString());
        lines.addAll(GUEST_OF_A_PROGRAM);
        lines.addAll(JvmCommand.embedded());
        return String.join("\n", lines) + "\n";
    }

    /** The library. */
    Path file() {
        return folder.resolve(NAME);
    }

    /** Returns the variables by which OpenCL's loaders find the library, and no other driver. */
    Map<String, String> variables() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("OCL_ICD_VENDORS", folder.resolve("vendors").toString());
        variables.put("OCL_ICD_FILENAMES", file().toString());
        return variables;
    }
}
