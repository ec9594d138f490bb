package dev.hira.sim.compiler.clang;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Set;
import java.util.stream.Stream;

/** Folders that no other user of the machine can write to: what lies in them is executed. */
final class PrivateFolders {
    private static final Set<PosixFilePermission> MODE =
            PosixFilePermissions.fromString("rwx------");

    private PrivateFolders() {}

    /**
     * Makes a folder with mode 0700 unless it is there.
     *
     * @throws IOException when it cannot be made, or others can write to it
     */
    static Path ensure(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Path parent = folder.toAbsolutePath().getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(MODE));
        }
        requirePrivate(folder);
        return folder;
    }

    private static void requirePrivate(Path folder) throws IOException {
        var permissions = Files.getPosixFilePermissions(folder);
        if (permissions.contains(PosixFilePermission.GROUP_WRITE)
                || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
            throw new IOException(
                    "the folder "
                            + folder
                            + " has mode "
                            + PosixFilePermissions.toString(permissions)
                            + ", so other users can change the compiler in it; run chmod 700 on it,"
                            + " or name another folder in "
                            + CompilerSettings.CACHE_VARIABLE);
        }
        Object owner = Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        Object self = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        if (!owner.equals(self)) {
            throw new IOException(
                    "the folder "
                            + folder
                            + " belongs to the user "
                            + owner
                            + ", not to this one ("
                            + self
                            + "); name another folder in "
                            + CompilerSettings.CACHE_VARIABLE);
        }
    }

    /** Makes a new folder with mode 0700 inside another. */
    static Path fresh(Path parent, String prefix) throws IOException {
        return Files.createTempDirectory(
                parent, prefix, PosixFilePermissions.asFileAttribute(MODE));
    }

    /** Deletes a folder with all that it holds; what is gone already does not matter. */
    static void delete(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the folder " + folder + " cannot be deleted", e);
        }
    }
}
